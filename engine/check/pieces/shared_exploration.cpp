#include "check/pieces/shared_exploration.h"

#include "check/pieces/checkpoint.h"
#include "check/pieces/piece_worker.h"
#include "check/pieces/remote_workers.h"
#include "check/progress/tree_estimator.h"
#include "check/report/check_notes.h"

#include <fmt/format.h>

#include <mutex>
#include <thread>

namespace revisit {

namespace {

using Clock = std::chrono::steady_clock;

// How long one worker explores alone. Starting another one takes about as long.
constexpr std::chrono::milliseconds timeAlone(100);
// How long workers have to give back what they explore, once the state was asked for.
constexpr std::chrono::milliseconds timeToYield(100);

// With a checkpoint, workers are asked to give back what is left before the time is over: a worker that the bound stops
// cannot say what is left of its piece. In seconds, and as a share of the time if that is less.
constexpr double timeToGiveBack = 0.25, shareToGiveBack = 0.1;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class SharedExploration {
public:
  using Tell = std::function<void(const CheckProgress&)>;

  // Begins with the state; none: from the start. `file`: where it is kept; may be null.
  SharedExploration(const CheckOptions& options, const instrument::Image& image, const ExploreOptions& explore,
                    const Tell& tell, const CheckpointFile* file, std::optional<Checkpoint> begun)
      : m_options(options), m_image(image), m_explore(explore), m_tell(tell), m_file(file),
        m_secondsBefore(begun ? begun->seconds : 0),
        m_list(options.sharing.workers + (options.sharing.remote ? options.sharing.remote->count() : 0),
               PieceList::sharingFor(options.testing.spreadPieces),
               begun ? std::move(begun->state) : PieceList::wholeState()),
        m_estimator(options, image, explore) {}

  Result<SharedResult> run() {
    if (m_options.sharing.remote)
      workWith(*m_options.sharing.remote);
    else
      work(0);
    m_others.clear(); // waits for them
    m_result.isWhole = m_list.isWhole();
    if (m_file && !m_result.isWhole && !m_result.unstarted)
      keep();
    if (m_unkept)
      return *m_unkept;
    m_result.report = m_list.report();
    if (!m_list.isExplored())
      noteStop(m_result.report);
    m_result.report.exploration.seconds = m_secondsBefore + secondsSince(m_start);
    return std::move(m_result);
  }

private:
  // This thread serves the remote workers; all workers of this process have threads of their own.
  void workWith(RemoteWorkers& remote) {
    std::atomic<bool> hasEnded = false;
    std::jthread first([&] {
      work(0);
      hasEnded = true;
    });
    bool hasBegun = false;
    while (!hasEnded || !remote.haveEnded()) {
      if (m_haveOthersBegun && !hasBegun) {
        hasBegun = true;
        remote.begin(m_list, m_options.sharing.workers, m_options, m_explore, secondsLeft());
      }
      remote.serve();
      if (m_wasLaunched)
        tick();
    }
    remote.end();
    first.join();
    RemoteWorkers::Outcome outcome = remote.outcome();
    const std::scoped_lock lock(m_mutex);
    m_result.solver.add(outcome.solver);
    m_result.nativeRuns += outcome.nativeRuns;
    m_result.warnings = std::move(outcome.warnings);
  }

  void work(unsigned number) {
    PieceWorker::Surroundings surroundings{{}, [this] { return secondsLeft(); }, {}};
    if (number == 0) {
      if (!m_options.sharing.remote)
        surroundings.tick = [this] { tick(); };
      surroundings.launched = [this] { // the first launch does not count
        m_start = Clock::now();
        m_wasLaunched = true;
      };
    }
    PieceWorker worker(m_list, number, m_options, m_image, m_explore, std::move(surroundings));
    Budget::Reached bound = Budget::Reached::No;
    const Status worked = worker.work(bound);
    const std::scoped_lock lock(m_mutex);
    m_result.solver.add(worker.solver());
    m_result.nativeRuns += worker.nativeRuns();
    if (worked)
      return;
    m_list.stop();
    if (number == 0 && !m_haveOthersBegun && m_list.progress().exploration.counts.total() == 0) {
      m_result.unstarted = worked.error();
      m_result.bound = bound;
    } else {
      m_stopped = worked.error();
      m_bound = bound;
    }
  }

  // Of the thread of the first worker, or of the one that serves remote workers. Only once it was launched.
  void tick() {
    if (!m_haveOthersBegun && (m_options.testing.spreadPieces || Clock::now() - m_start.load() > timeAlone)) {
      m_haveOthersBegun = true;
      for (unsigned i = 1; i < m_options.sharing.workers; i++)
        m_others.emplace_back([this, i] { work(i); });
    }
    if (m_file && m_explore.timeoutSeconds > 0 &&
        secondsLeft() < std::min(timeToGiveBack, shareToGiveBack * m_explore.timeoutSeconds)) {
      m_isLate = true;
      m_list.stop();
      return;
    }
    keepFromTimeToTime();
    m_estimator.tick(secondsSince(m_start));
    if (m_tell && Clock::now() - m_told > std::chrono::milliseconds(200))
      tell();
  }

  double secondsLeft() const {
    const double all = m_explore.timeoutSeconds;
    return all == 0 ? 0 : std::max(0.001, all - secondsSince(m_start));
  }

  void keepFromTimeToTime() {
    const auto interval = std::chrono::duration<double>(m_options.sharing.checkpointSeconds);
    if (!m_file || Clock::now() - m_kept < interval)
      return;
    if (!m_stateAsked) {
      m_list.askForState();
      m_stateAsked = Clock::now();
    }
    if (Clock::now() - *m_stateAsked < timeToYield)
      return;
    keep();
    m_kept = Clock::now();
    m_stateAsked.reset();
  }

  void keep() {
    if (m_unkept)
      return;
    if (const Status kept = m_file->write({m_list.state(), m_secondsBefore + secondsSince(m_start)}); !kept) {
      m_unkept = kept.error();
      m_list.stop();
    }
  }

  void tell() {
    m_told = Clock::now();
    const PieceList::Progress progress = m_list.progress();
    const Estimate estimate = m_estimator.value(progress.exploration.counts.total());
    m_tell({progress.exploration, estimate, secondsSince(m_start), {}, 0, progress.cutLoop});
  }

  // Pieces are left. A report that said nothing of this would call the program safe.
  void noteStop(PieceReport& report) const {
    if (m_stopped && m_bound == Budget::Reached::No) {
      if (!report.failure)
        report.notes.push_back({"failure", fmt::format("a worker did not start: {}", m_stopped->what), "", 0});
    } else if (report.reasons.empty() && !report.failure && report.notes.empty()) {
      const bool isLate = m_isLate || m_bound == Budget::Reached::Time ||
                          (m_explore.timeoutSeconds > 0 && secondsSince(m_start) >= m_explore.timeoutSeconds);
      const IncompleteReason reason = reasonOf(isLate ? Budget::Reached::Time : m_bound);
      report.reasons.push_back({"stopped", reason, noteOf(reason)});
    }
  }

  const CheckOptions& m_options;
  const instrument::Image& m_image;
  const ExploreOptions& m_explore;
  const Tell& m_tell;
  const CheckpointFile* const m_file;
  const double m_secondsBefore;
  PieceList m_list;
  std::atomic<Clock::time_point> m_start = Clock::now();
  std::atomic<bool> m_wasLaunched = false;
  std::atomic<bool> m_haveOthersBegun = false;
  Clock::time_point m_told = Clock::now(), m_kept = m_told; // of the thread that ticks
  std::optional<Clock::time_point> m_stateAsked;
  bool m_isLate = false;         // the time is nearly over, and workers give back what is left
  std::optional<Error> m_unkept; // the state could not be kept
  TreeEstimator m_estimator;
  std::mutex m_mutex; // of what follows, while there are several workers
  SharedResult m_result;
  std::optional<Error> m_stopped; // a worker could not be started, because of the bound if there is one
  Budget::Reached m_bound = Budget::Reached::No;
  std::vector<std::jthread> m_others; // the threads of all workers but the first one
};

} // namespace

bool canBeShared(const CheckOptions& options) {
  return options.search.algorithm == Algorithm::ConDpor && !options.observer && !options.log &&
         options.explore.maxExecutions == 0 && !options.explore.byItems;
}

Result<SharedResult> exploreShared(const CheckOptions& options, const instrument::Image& image,
                                   const ExploreOptions& explore,
                                   const std::function<void(const CheckProgress&)>& tell) {
  if (options.sharing.checkpoint.empty())
    return SharedExploration(options, image, explore, tell, nullptr, std::nullopt).run();
  const CheckpointFile file(options.sharing.checkpoint, options, image);
  Result<std::optional<Checkpoint>> begun = file.read();
  if (!begun)
    return begun.error();
  if (!*begun)
    if (const Status kept = file.write({PieceList::wholeState(), 0}); !kept) // better now than after an hour
      return kept.error();
  return SharedExploration(options, image, explore, tell, &file, std::move(*begun)).run();
}

} // namespace revisit
