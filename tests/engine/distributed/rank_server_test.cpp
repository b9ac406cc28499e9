// A list of pieces whose workers are in several ranks, some of which are lost at random: in the end everything was
// explored once, in order. The executions are numbers; to explore one is to note it.
#include "check/distributed/rank_server.h"
#include "check/distributed/remote_pieces.h"
#include "check/pieces/piece_bytes.h"
#include "local_ranks.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <random>
#include <thread>

namespace revisit {
namespace {

constexpr unsigned executions = 1500;
constexpr unsigned revealing = 300; // this one shows something of the program that all have to know

using Clock = std::chrono::steady_clock;

struct Interval {
  unsigned begin = 0, end = executions;
};

PieceItem itemOf(Interval interval) {
  return {fmt::format("{} {}", interval.begin, interval.end),
          static_cast<double>(interval.end - interval.begin) / executions};
}

Interval intervalOf(const PieceItem& item) {
  Interval interval;
  if (!item.bytes.empty())
    std::sscanf(item.bytes.c_str(), "%u %u", &interval.begin, &interval.end);
  return interval;
}

// Sent to helpers as the program, which none of them starts.
std::string someFile() {
  const std::string path = testing::TempDir() + fmt::format("revisit-some-file-{}", getpid());
  std::ofstream(path) << "content";
  return path;
}

// Notes the executions of pieces.
class NotingWorker {
public:
  NotingWorker(PieceSource& source, unsigned number, unsigned seed)
      : m_source(source), m_number(number), m_random(seed) {}

  void work() {
    while (const std::optional<PieceTask> task = m_source.next(m_number, {})) {
      if (task->known)
        m_known.join(*task->known);
      if (m_random() % 50 == 0)
        m_source.giveBack(m_number, task->entry);
      else
        m_source.finish(m_number, task->entry, explore(*task));
    }
  }

private:
  PieceResult explore(const PieceTask& task) {
    PieceResult result;
    std::vector<Interval> intervals;
    for (const PieceItem& item : task.piece)
      intervals.push_back(intervalOf(item));
    for (std::size_t i = 0; i < intervals.size(); i++)
      for (unsigned& at = intervals[i].begin; at < intervals[i].end;) {
        if (m_source.isDropped(m_number)) {
          result.end = PieceEnd::Stopped;
          return result;
        }
        note(task, at, result);
        if (result.end == PieceEnd::Restart)
          return result;
        at++;
        if (m_source.shallYield(m_number, result.report.exploration.counts.total())) {
          result.end = PieceEnd::Yielded;
          leave({intervals.begin() + static_cast<std::ptrdiff_t>(i), intervals.end()}, result.left);
          return result;
        }
      }
    return result;
  }

  void note(const PieceTask& task, unsigned execution, PieceResult& result) {
    if (m_random() % 8 == 0)
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    if (execution == revealing && !m_known.facts.has("distrusts_runs")) {
      m_known.facts.note("distrusts_runs");
      result.known = m_known;
      result.end = PieceEnd::Restart;
      return;
    }
    ExplorationCounts& counts = result.report.exploration.counts;
    counts.complete++;
    if (!m_source.isNew({1, execution}))
      counts.duplicate++;
    result.report.notes.push_back({"execution", std::to_string(execution), "", 0});
    if (execution % 500 == 0)
      m_source.isShown(task.entry, std::to_string(execution), Race::Adjacent::Now);
    Exploration told;
    told.counts = counts;
    m_source.tell(m_number, told);
  }

  void leave(const std::vector<Interval>& intervals, Piece& left) {
    for (Interval interval : intervals)
      while (interval.begin < interval.end) {
        const unsigned end = std::min<unsigned>(interval.end, interval.begin + 1 + m_random() % 300);
        left.push_back(itemOf({interval.begin, end}));
        interval.begin = end;
      }
  }

  PieceSource& m_source;
  const unsigned m_number;
  std::mt19937 m_random;
  Knowledge m_known;
};

// A helper: carries messages between its workers and rank 0 until rank 0 ends, or it is lost.
class LocalHelper {
public:
  LocalHelper(LocalNetwork& network, unsigned rank, unsigned workers, bool spread, unsigned seed)
      : m_network(network), m_ranks(network, rank), m_pieces(workers, PieceList::sharingFor(spread)) {
    for (unsigned worker = 0; worker < workers; worker++)
      m_workers.emplace_back([this, worker, seed] {
        NotingWorker(m_pieces, worker, seed + worker).work();
        m_pieces.end(worker, {{1, 0, 0, 0}, 2, "", false});
      });
    m_carrier = std::jthread([this] { carry(); });
  }

  std::optional<bool> leftComplete() const { return m_ranks.leftComplete(); }

private:
  void carry() {
    const unsigned rank = m_ranks.rank();
    auto toldAlive = Clock::now();
    for (bool hasLeft = false; !hasLeft && !m_network.isLost(rank);) {
      while (const std::optional<Ranks::Message> arrived = m_ranks.receive()) {
        Result<RankMessage> message = rankMessageFrom(arrived->bytes);
        ASSERT_TRUE(message.ok());
        if (message->kind == RankMessageKind::End) {
          m_pieces.close();
          m_ranks.send(0, bytesOf(RankMessage{.kind = RankMessageKind::Bye}));
        } else if (message->kind == RankMessageKind::Leave) {
          m_ranks.leave(message->isSo, 0);
          hasLeft = true;
        } else {
          m_pieces.take(*message);
        }
      }
      for (const RankMessage& message : m_pieces.outgoing(std::chrono::microseconds(200)))
        m_ranks.send(0, bytesOf(message));
      if (Clock::now() - toldAlive > std::chrono::milliseconds(50)) {
        toldAlive = Clock::now();
        m_ranks.send(0, bytesOf(RankMessage{}));
      }
    }
    m_pieces.close();
  }

  LocalNetwork& m_network;
  LocalRanks m_ranks;
  RemotePieces m_pieces;
  std::vector<std::jthread> m_workers;
  std::jthread m_carrier;
};

struct Ended {
  PieceReport report;
  bool isExplored = false;
  unsigned lost = 0;
  RemoteWorkers::Outcome outcome;
  std::optional<bool> leftComplete;
  unsigned leftWell = 0; // helpers that left with all others
};

struct Setting {
  unsigned ranks = 4, workers = 1;
  bool spread = false;
  bool tells = false;      // that a rank is gone
  double chanceOfLoss = 0; // of each helper, while it explores
  double patience = 60;
  unsigned seed = 1;
};

Ended explore(const Setting& setting) {
  LocalNetwork network(setting.ranks, setting.tells);
  LocalRanks ranks(network, 0);
  PieceList list(1 + (setting.ranks - 1) * setting.workers,
                 setting.spread ? PieceList::Sharing::InTurn : PieceList::Sharing::WhenWanted, PieceList::wholeState());
  CheckOptions options;
  options.program.path = someFile();
  options.testing.spreadPieces = setting.spread;
  RankServer server(ranks, setting.workers, setting.patience);
  std::vector<std::unique_ptr<LocalHelper>> helpers;
  for (unsigned rank = 1; rank < setting.ranks; rank++)
    helpers.push_back(
        std::make_unique<LocalHelper>(network, rank, setting.workers, setting.spread, setting.seed * 100 + rank * 10));
  server.begin(list, 1, options, options.explore, 0);

  std::mt19937 random(setting.seed);
  std::vector<std::pair<unsigned, Clock::time_point>> losses;
  for (unsigned rank = 1; rank < setting.ranks; rank++)
    if (random() % 1000 < setting.chanceOfLoss * 1000)
      losses.emplace_back(rank, Clock::now() + std::chrono::microseconds(random() % 100'000));
  Ended ended;
  std::atomic<bool> hasEnded = false;
  std::jthread own([&] {
    NotingWorker(list, 0, setting.seed).work();
    hasEnded = true;
  });
  while (!hasEnded || !server.haveEnded()) {
    server.serve();
    std::erase_if(losses, [&](const auto& loss) {
      if (Clock::now() < loss.second)
        return false;
      network.lose(loss.first);
      ended.lost++;
      return true;
    });
  }
  own.join();
  server.leave(0);
  ended.report = list.report();
  ended.isExplored = list.isExplored();
  ended.outcome = server.outcome();
  ended.leftComplete = ranks.leftComplete();
  for (std::unique_ptr<LocalHelper>& helper : helpers)
    ended.leftWell += helper->leftComplete().value_or(false) ? 1 : 0;
  return ended;
}

// Each execution once, in order.
void expectWhole(const Ended& ended) {
  EXPECT_TRUE(ended.isExplored);
  EXPECT_EQ(ended.report.exploration.counts.complete, executions);
  EXPECT_EQ(ended.report.exploration.counts.duplicate, 0u);
  ASSERT_EQ(ended.report.notes.size(), executions);
  for (unsigned i = 0; i < executions; i++)
    ASSERT_EQ(ended.report.notes[i].detail, std::to_string(i));
}

TEST(RankServer, RanksExploreEverythingOnce) {
  for (const unsigned workers : {1u, 2u})
    for (const bool spread : {false, true}) {
      SCOPED_TRACE(fmt::format("{} workers, spread {}", workers, spread));
      const Ended ended = explore({.workers = workers, .spread = spread});
      expectWhole(ended);
      EXPECT_TRUE(ended.outcome.warnings.empty());
      EXPECT_EQ(ended.outcome.solver.queries, 3 * workers);
      EXPECT_EQ(ended.outcome.nativeRuns, 6 * workers);
      EXPECT_EQ(ended.leftComplete, true);
    }
}

TEST(RankServer, OneRankIsEnough) {
  expectWhole(explore({.ranks = 1}));
}

TEST(RankServer, OthersDoTheWorkOfLostRanks) {
  unsigned lost = 0, warned = 0;
  for (unsigned seed = 1; seed <= 8; seed++) {
    const Setting setting{.ranks = 5,
                          .workers = 1 + seed % 2,
                          .spread = seed % 4 == 0,
                          .tells = seed % 3 == 0,
                          .chanceOfLoss = seed % 5 == 0 ? 1.0 : 0.5,
                          .patience = 0.5,
                          .seed = seed};
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Ended ended = explore(setting);
    expectWhole(ended);
    lost += ended.lost;
    warned += static_cast<unsigned>(ended.outcome.warnings.size());
    EXPECT_TRUE(ended.outcome.warnings.empty() || ended.leftComplete == false);
  }
  EXPECT_GT(lost, 6u);
  EXPECT_GT(warned, 4u); // some are lost when they have nothing to do any more
}

// A rank that only seemed to be lost: what it brings later does not count twice.
TEST(RankServer, LateResultsAreIgnored) {
  LocalNetwork network(2, false);
  LocalRanks ranks(network, 0), other(network, 1);
  PieceList list(2, PieceList::Sharing::WhenWanted, PieceList::wholeState());
  CheckOptions options;
  options.program.path = someFile();
  RankServer server(ranks, 1, 0.1);
  server.begin(list, 1, options, options.explore, 0);
  other.send(0, bytesOf(RankMessage{.kind = RankMessageKind::Want}));
  std::optional<RankMessage> task;
  while (!task) {
    server.serve();
    if (const std::optional<Ranks::Message> arrived = other.receive())
      if (Result<RankMessage> message = rankMessageFrom(arrived->bytes);
          message && message->kind == RankMessageKind::Task)
        task = *message;
  }
  while (!server.haveEnded())
    server.serve();
  PieceResult late;
  late.report.exploration.counts.complete = 12345;
  other.send(0, bytesOf(RankMessage{.kind = RankMessageKind::Finish, .entry = task->entry, .bytes = bytesOf(late)}));
  for (int i = 0; i < 10; i++)
    server.serve();
  EXPECT_FALSE(list.isExplored());
  NotingWorker(list, 0, 1).work();
  EXPECT_EQ(list.report().exploration.counts.complete, executions);
  ASSERT_EQ(server.outcome().warnings.size(), 1u);
  server.leave(0);
  EXPECT_EQ(ranks.leftComplete(), false);
}

// Messages that no helper of this build sends.
TEST(RankServer, RanksThatSendRubbishAreLost) {
  for (const std::string& rubbish :
       {std::string("rubbish"), bytesOf(RankMessage{.kind = RankMessageKind::Want, .worker = 9}),
        bytesOf(RankMessage{.kind = RankMessageKind::Task})}) {
    LocalNetwork network(2, false);
    LocalRanks ranks(network, 0), other(network, 1);
    PieceList list(2, PieceList::Sharing::WhenWanted, PieceList::wholeState());
    CheckOptions options;
    options.program.path = someFile();
    RankServer server(ranks, 1, 60);
    server.begin(list, 1, options, options.explore, 0);
    other.send(0, rubbish);
    while (!server.haveEnded())
      server.serve();
    EXPECT_EQ(server.outcome().warnings.size(), 1u);
    NotingWorker(list, 0, 1).work();
    EXPECT_TRUE(list.isExplored());
  }
}

} // namespace
} // namespace revisit
