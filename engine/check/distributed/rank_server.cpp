#include "check/distributed/rank_server.h"

#include "check/distributed/subject.h"
#include "check/pieces/piece_bytes.h"

#include <fmt/format.h>

#include <limits>
#include <thread>

namespace revisit {

namespace {

using Kind = RankMessageKind;

constexpr std::chrono::milliseconds offerInterval(100), askInterval(50), aliveInterval(1000);
constexpr unsigned maxMessages = 64; // that are taken before others get their turn

} // namespace

RankServer::RankServer(Ranks& ranks, unsigned workers, double patience)
    : m_ranks(ranks), m_patience(patience), m_helpers(ranks.count()) {
  for (unsigned rank = 1; rank < ranks.count(); rank++)
    for (unsigned number = 0; number < workers; number++)
      m_workers.push_back({.helper = rank, .number = number});
}

void RankServer::send(unsigned rank, const RankMessage& message) {
  m_ranks.send(rank, bytesOf(message));
}

void RankServer::sendAll(const RankMessage& message) {
  const std::string bytes = bytesOf(message);
  for (unsigned rank = 1; rank < m_helpers.size(); rank++)
    m_ranks.send(rank, bytes);
}

void RankServer::begin(PieceList& list, unsigned first, const CheckOptions& options, const ExploreOptions& explore,
                       double secondsLeft) {
  m_list = &list;
  m_options = &options;
  m_first = first;
  const auto now = Clock::now();
  for (Helper& helper : m_helpers)
    helper.heard = now;
  Result<Subject> subject = subjectOf(options, explore);
  if (!subject) {
    m_outcome.warnings.push_back({"distributed", "no other rank takes part: " + subject.error().what, "", 0});
    for (unsigned rank = 1; rank < m_helpers.size(); rank++)
      leaveOut(rank);
    return;
  }
  subject->secondsLeft = secondsLeft;
  subject->patience = m_patience.count();
  sendAll({.kind = Kind::Begin, .bytes = bytesOf(*subject)});
}

void RankServer::serve() {
  bool isBusy = receiveSome();
  if (m_list && !m_hasEnded) {
    watch();
    isBusy |= offerPieces();
    passOnWishes();
    askForWork();
  }
  if (isBusy)
    m_backOff.reset();
  else
    std::this_thread::sleep_for(m_backOff.next());
}

bool RankServer::receiveSome() {
  bool isBusy = false;
  for (unsigned i = 0; i < maxMessages; i++) {
    const std::optional<Ranks::Message> arrived = m_ranks.receive();
    if (!arrived)
      break;
    isBusy = true;
    Result<RankMessage> message = rankMessageFrom(arrived->bytes);
    if (!message)
      lose(arrived->from, message.error().what);
    else
      take(arrived->from, *message);
  }
  return isBusy;
}

void RankServer::take(unsigned rank, const RankMessage& message) {
  if (rank == 0 || rank >= m_helpers.size())
    return;
  Helper& helper = m_helpers[rank];
  helper.heard = Clock::now();
  helper.saidBye |= message.kind == Kind::Bye;
  if (helper.isOut || !m_list) // what comes from a lost helper after all was given to others
    return;
  if (message.kind == Kind::Refuse) {
    m_outcome.warnings.push_back(
        {"distributed", fmt::format("rank {} does not take part: {}", rank, message.bytes), "", 0});
    leaveOut(rank);
  } else if (message.kind == Kind::StopAll) {
    m_list->stop();
  } else if (message.kind != Kind::Alive && message.kind != Kind::Bye) {
    const std::size_t perHelper = m_workers.size() / (m_helpers.size() - 1);
    if (message.worker < perHelper)
      takeFrom(m_workers[(rank - 1) * perHelper + message.worker], message);
    else
      lose(rank, "it has more workers than it should have");
  }
}

void RankServer::takeFrom(Worker& worker, const RankMessage& message) {
  const bool isOfEntry = worker.entry == message.entry;
  switch (message.kind) {
  case Kind::Want:
    worker.isWanting = true;
    m_offered = std::numeric_limits<std::uint64_t>::max(); // look at once
    return;
  case Kind::Finish:
    if (isOfEntry)
      finish(worker, message);
    return;
  case Kind::GiveBack:
    if (isOfEntry)
      m_list->giveBack(numberOf(worker), message.entry);
    worker.entry.reset();
    return;
  case Kind::IsShown:
    answer(worker, m_list->isShown(message.entry, message.bytes, static_cast<Race::Adjacent>(message.first)));
    return;
  case Kind::IsNew: {
    const GraphIdentity execution{message.first, message.second};
    const bool isNew = m_list->isNew(execution);
    if (isNew)
      worker.executions.push_back(execution);
    answer(worker, isNew);
    return;
  }
  case Kind::Tell:
    if (Result<Exploration> told = explorationFrom(message.bytes); told && worker.entry)
      m_list->tell(numberOf(worker), *told);
    return;
  case Kind::Ended:
    takeEnd(worker, message.bytes);
    return;
  default:
    lose(worker.helper, "it sent what only rank 0 sends");
  }
}

void RankServer::finish(Worker& worker, const RankMessage& message) {
  Result<PieceResult> result = resultFrom(message.bytes);
  if (!result) {
    lose(worker.helper, result.error().what);
    return;
  }
  worker.entry.reset();
  m_list->finish(numberOf(worker), message.entry, std::move(*result));
}

void RankServer::answer(Worker& worker, bool isSo) {
  send(worker.helper, {.kind = Kind::Answer, .worker = worker.number, .isSo = isSo});
}

void RankServer::takeEnd(Worker& worker, const std::string& bytes) {
  endWorker(worker);
  Result<WorkerEnd> end = workerEndFrom(bytes);
  if (!end)
    return;
  m_outcome.solver.add(end->solver);
  m_outcome.nativeRuns += end->nativeRuns;
  if (!end->failure.empty() && !end->isBound)
    m_outcome.warnings.push_back(
        {"distributed", fmt::format("a worker of rank {} did not start: {}", worker.helper, end->failure), "", 0});
}

// Whether somebody got something.
bool RankServer::offerPieces() {
  const auto now = Clock::now();
  if (m_list->changes() == m_offered && now - m_offeredAt < offerInterval)
    return false;
  m_offered = m_list->changes();
  m_offeredAt = now;
  bool isBusy = false;
  for (Worker& worker : m_workers) {
    if (!worker.isWanting)
      continue;
    const PieceList::Offer offer = m_list->offer(numberOf(worker));
    if (!offer.task && !offer.isOver)
      continue;
    isBusy = true;
    worker.isWanting = false;
    worker.isOver = offer.isOver;
    if (offer.isOver) {
      send(worker.helper, {.kind = Kind::Over, .worker = worker.number});
      continue;
    }
    worker.entry = offer.task->entry;
    worker.wasAskedToYield = worker.wasDropped = false;
    worker.executions.clear();
    send(worker.helper,
         {.kind = Kind::Task, .worker = worker.number, .entry = offer.task->entry, .bytes = bytesOf(*offer.task)});
  }
  return isBusy;
}

// What the list wants of workers that explore.
void RankServer::passOnWishes() {
  if (!m_wasStopped && m_options->isStopped()) {
    m_wasStopped = true;
    sendAll({.kind = Kind::Stop});
  }
  for (Worker& worker : m_workers) {
    if (!worker.entry)
      continue;
    const unsigned number = numberOf(worker);
    const auto pass = [&](Kind kind, bool& wasPassed) {
      wasPassed = true;
      send(worker.helper, {.kind = kind, .worker = worker.number, .entry = *worker.entry});
    };
    if (!worker.wasDropped && m_list->isDropped(number))
      pass(Kind::Drop, worker.wasDropped);
    if (!worker.wasAskedToYield && !m_options->testing.spreadPieces &&
        m_list->shallYield(number, std::numeric_limits<std::uint64_t>::max()))
      pass(Kind::Yield, worker.wasAskedToYield);
  }
}

// Workers of this process see at once that somebody has nothing to do, and would always be the ones who give work away.
void RankServer::askForWork() {
  const auto now = Clock::now();
  if (now - m_askedAt < askInterval || m_options->testing.spreadPieces || m_workers.empty() || m_list->waiting() == 0)
    return;
  m_askedAt = now;
  for (std::size_t step = 0; step < m_workers.size(); step++) {
    m_turn = (m_turn + 1) % m_workers.size();
    Worker& worker = m_workers[m_turn];
    if (!worker.entry || worker.wasAskedToYield)
      continue;
    worker.wasAskedToYield = true;
    send(worker.helper, {.kind = Kind::Yield, .worker = worker.number, .entry = *worker.entry});
    return;
  }
}

// Says that this rank is there, and looks for those that are not.
void RankServer::watch() {
  const auto now = Clock::now();
  if (now - m_toldAlive > aliveInterval) {
    m_toldAlive = now;
    sendAll({.kind = Kind::Alive});
  }
  for (unsigned rank = 1; rank < m_helpers.size(); rank++)
    if (!m_helpers[rank].isOut && (m_ranks.isGone(rank) || now - m_helpers[rank].heard > m_patience))
      lose(rank, m_ranks.isGone(rank) ? "its connection ended" : "it is silent");
}

void RankServer::lose(unsigned rank, const std::string& why) {
  if (rank == 0 || rank >= m_helpers.size() || m_helpers[rank].isLost)
    return;
  m_helpers[rank].isLost = true;
  m_outcome.warnings.push_back(
      {"distributed", fmt::format("rank {} was lost, and others did its work: {}", rank, why), "", 0});
  leaveOut(rank);
}

// Its workers get nothing any more, and what they had goes to others.
void RankServer::leaveOut(unsigned rank) {
  m_helpers[rank].isOut = true;
  for (Worker& worker : m_workers)
    if (worker.helper == rank && !worker.hasEnded)
      endWorker(worker);
}

// It gets no pieces any more, and what it had goes to others.
void RankServer::endWorker(Worker& worker) {
  worker.hasEnded = true;
  worker.isWanting = false;
  if (m_list && !worker.isOver)
    m_list->lose(numberOf(worker), std::exchange(worker.entry, std::nullopt), worker.executions);
}

bool RankServer::haveEnded() const {
  return !m_list || std::ranges::all_of(m_workers, &Worker::hasEnded);
}

bool RankServer::isComplete() const {
  return std::ranges::none_of(m_helpers, &Helper::isLost);
}

void RankServer::end() {
  if (m_hasEnded)
    return;
  m_hasEnded = true;
  sendAll({.kind = Kind::End});
  const auto start = Clock::now();
  const auto isDone = [&] {
    for (unsigned rank = 1; rank < m_helpers.size(); rank++)
      if (!m_helpers[rank].saidBye && !m_helpers[rank].isLost)
        return false;
    return true;
  };
  while (!isDone()) {
    serve();
    for (unsigned rank = 1; rank < m_helpers.size(); rank++)
      if (!m_helpers[rank].saidBye && (m_ranks.isGone(rank) || Clock::now() - start > m_patience))
        m_helpers[rank].isLost = true; // its work was brought already
  }
}

void RankServer::leave(int status) {
  end();
  if (m_hasLeft)
    return;
  m_hasLeft = true;
  sendAll({.kind = Kind::Leave, .isSo = isComplete()});
  m_ranks.leave(isComplete(), status);
}

} // namespace revisit
