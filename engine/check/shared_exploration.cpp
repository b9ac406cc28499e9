#include "check/shared_exploration.h"

#include "check/checkpoint.h"
#include "check/collector.h"
#include "check/piece_list.h"
#include "check/worker.h"
#include "log/steady_estimate.h"

#include <mutex>
#include <thread>

namespace revisit {

namespace {

using Clock = std::chrono::steady_clock;

// How long one worker explores alone. Starting another one takes about as long.
constexpr std::chrono::milliseconds timeAlone(100);

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
        m_list(options.workers, options.spreadPieces ? PieceList::Sharing::InTurn : PieceList::Sharing::WhenWanted,
               begun ? std::move(begun->state) : PieceList::wholeState()) {}

  Result<SharedResult> run() {
    const auto begin = [&] {
      if (m_others.empty() && (m_options.spreadPieces || Clock::now() - m_start > timeAlone))
        for (unsigned i = 1; i < m_options.workers; i++)
          m_others.emplace_back([this, i] { Shared(*this, i).work(); });
    };
    Shared(*this, 0, begin).work();
    m_others.clear(); // waits for them
    m_result.isWhole = m_list.isWhole();
    if (m_file && !m_result.isWhole && !m_result.unstarted)
      keep();
    if (m_unkept)
      return *m_unkept;
    m_result.report = m_list.report();
    m_result.report.exploration.seconds = m_secondsBefore + secondsSince(m_start);
    return std::move(m_result);
  }

private:
  // One worker and what it is doing.
  class Shared {
  public:
    Shared(SharedExploration& all, unsigned number, std::function<void()> begin = {})
        : m_all(all), m_number(number), m_begin(std::move(begin)) {}

    void work() {
      while (std::optional<PieceList::Task> task = m_all.m_list.next(m_number, [this] { tick(); })) {
        if ((!m_worker || task->isNews) && !start(task->isNews ? &task->known : nullptr)) {
          m_all.m_list.finish(m_number, task->entry, {PieceEnd::Stopped, {}, {}, {}});
          break;
        }
        m_all.m_list.finish(m_number, task->entry, explore(*task));
      }
      leave();
    }

  private:
    // Launches a program that begins with what is known. False: it did not start.
    bool start(const Knowledge* known) {
      leave();
      m_options = m_all.m_options;
      m_options.explore.cancelled = [this] { return m_all.m_options.isStopped(); };
      m_worker = std::make_unique<Worker>(m_options);
      m_worker->beginTime(m_all.secondsLeft());
      if (const Status launched = m_worker->launch(m_all.m_image, known); !launched) {
        m_all.unstarted(launched.error(), m_worker->budget().reached());
        m_worker.reset();
        return false;
      }
      if (m_number == 0 && !known)
        m_all.m_start = m_told = Clock::now(); // the first launch does not count
      m_worker->beginTime(m_all.secondsLeft());
      ExploreOptions explore = m_all.m_explore;
      explore.timeoutSeconds = m_all.secondsLeft();
      explore.cancelled = [this] { return isStopped(); };
      explore.isNew = [this](const GraphIdentity& execution) { return m_all.m_list.isNew(execution); };
      m_worker->prepare(explore);
      m_worker->explorer().onExecution([this](const Execution& execution) { m_collector->add(execution, *m_worker); });
      m_isNew = true;
      return true;
    }

    // The worker's program ends.
    void leave() {
      if (m_worker)
        m_all.add(m_worker->solver().stats(), m_worker->oracle().nativeRuns());
      m_worker.reset();
    }

    PieceList::Result explore(const PieceList::Task& task) {
      m_collector.emplace(m_options);
      m_collector->setShown([this, entry = task.entry](const std::string& key, Race::Adjacent adjacent) {
        return m_all.m_list.isShown(entry, key, adjacent);
      });
      PieceList::Result result;
      PieceExplorer& pieces = m_worker->pieces();
      const auto yields = [&] {
        if (m_begin)
          m_begin();
        return m_all.m_list.shallYield(m_number, pieces.progress().counts.total());
      };
      try {
        result.end = pieces.explorePiece(task.piece, yields, result.left);
        if (const std::optional<Error> failure = pieces.failure())
          m_collector->fail(*failure);
        Exploration explored = pieces.concludePiece();
        if (m_isNew || explored.work.learnt != 0 || result.end == PieceEnd::Restart)
          result.known = m_worker->knowledge();
        m_isNew = false;
        // Such executions show in the first piece already, if the program has many of them.
        if (explored.work.stale != 0 && (task.piece.front().bytes.empty() || m_all.m_options.spreadPieces))
          result.end = PieceEnd::Whole;
        result.report = m_collector->take(std::move(explored), *m_worker);
      } catch (const std::bad_alloc&) {
        result = {};
        result.end = PieceEnd::Stopped;
        Exploration exploration;
        exploration.incomplete.push_back({IncompleteReason::Kind::Memory, "there is no memory left", {}});
        result.report = m_collector->take(std::move(exploration), *m_worker);
      }
      if (result.report.failure || result.report.onlyFound)
        m_all.m_list.stop();
      return result;
    }

    // Asked by the explorer from time to time.
    bool isStopped() {
      if (m_begin)
        m_begin();
      if (Clock::now() - m_published > std::chrono::milliseconds(100)) {
        m_published = Clock::now();
        m_all.m_list.tell(m_number, m_worker->explorer().progress());
        tick();
      }
      const auto now = Clock::now();
      const bool mustStop = m_all.m_options.control && m_all.m_options.control->poll();
      m_worker->budget().leaveOut(Clock::now() - now); // a pause does not count
      return mustStop || m_all.m_options.isStopped() || m_all.m_list.isDropped(m_number) || m_collector->isDone();
    }

    // Tells of the progress of all, and keeps the state.
    void tick() {
      if (m_number == 0)
        m_all.keepFromTimeToTime();
      if (m_number != 0 || !m_all.m_tell || Clock::now() - m_told < std::chrono::milliseconds(200))
        return;
      m_told = Clock::now();
      m_all.tell();
    }

    SharedExploration& m_all;
    const unsigned m_number;
    const std::function<void()> m_begin;
    CheckOptions m_options; // of the worker, which keeps a reference
    std::unique_ptr<Worker> m_worker;
    std::optional<Collector> m_collector;
    bool m_isNew = false; // what it knows was not told yet
    Clock::time_point m_published = Clock::now(), m_told = Clock::now();
  };

  double secondsLeft() const {
    const double all = m_explore.timeoutSeconds;
    return all == 0 ? 0 : std::max(0.001, all - secondsSince(m_start));
  }

  // Of the thread of the first worker alone.
  void keepFromTimeToTime() {
    const auto now = Clock::now();
    const auto interval = std::chrono::duration<double>(m_options.checkpointSeconds);
    if (!m_file || now - m_kept < interval)
      return;
    if (!m_isStateAsked) { // the workers give what they have before the next tick
      m_list.askForState();
      m_isStateAsked = true;
      return;
    }
    keep();
    m_kept = Clock::now();
    m_isStateAsked = false;
  }

  void keep() {
    if (m_unkept)
      return;
    if (const Status kept = m_file->write({m_list.state(), m_secondsBefore + secondsSince(m_start)}); !kept) {
      m_unkept = kept.error();
      m_list.stop();
    }
  }

  void unstarted(const Error& error, Budget::Reached bound) {
    const std::scoped_lock lock(m_mutex);
    m_result.unstarted = error;
    m_result.bound = bound;
    m_list.stop();
  }

  void add(const SolverStats& stats, std::uint64_t runs) {
    const std::scoped_lock lock(m_mutex);
    m_result.solver.queries += stats.queries;
    m_result.solver.cacheHits += stats.cacheHits;
    m_result.solver.byOrder += stats.byOrder;
    m_result.solver.seconds += stats.seconds;
    m_result.nativeRuns += runs;
  }

  void tell() {
    const PieceList::Progress progress = m_list.progress();
    const double seconds = secondsSince(m_start);
    Estimate estimate;
    if (progress.explored > 0 && progress.counted > 0)
      estimate.executions = static_cast<double>(progress.counted) / progress.explored;
    m_estimate.add(seconds, estimate);
    m_tell({progress.exploration, m_estimate.value(), seconds, {}, 0, {}});
  }

  const CheckOptions& m_options;
  const instrument::Image& m_image;
  const ExploreOptions& m_explore;
  const Tell& m_tell;
  const CheckpointFile* const m_file;
  const double m_secondsBefore;
  PieceList m_list;
  Clock::time_point m_start = Clock::now(), m_kept = m_start;
  bool m_isStateAsked = false;
  std::optional<Error> m_unkept; // the state could not be kept
  SteadyEstimate m_estimate;
  std::mutex m_mutex; // of the result
  SharedResult m_result;
  std::vector<std::jthread> m_others; // the threads of all workers but the first one
};

} // namespace

bool canBeShared(const CheckOptions& options) {
  return options.algorithm == Algorithm::ConDpor && !options.observer && !options.log &&
         options.explore.maxExecutions == 0 && !options.explore.byItems;
}

Result<SharedResult> exploreShared(const CheckOptions& options, const instrument::Image& image,
                                   const ExploreOptions& explore,
                                   const std::function<void(const CheckProgress&)>& tell) {
  if (options.checkpoint.empty())
    return SharedExploration(options, image, explore, tell, nullptr, std::nullopt).run();
  const CheckpointFile file(options.checkpoint, options, image);
  Result<std::optional<Checkpoint>> begun = file.read();
  if (!begun)
    return begun.error();
  if (!*begun)
    if (const Status kept = file.write({PieceList::wholeState(), 0}); !kept) // better now than after an hour
      return kept.error();
  return SharedExploration(options, image, explore, tell, &file, std::move(*begun)).run();
}

} // namespace revisit
