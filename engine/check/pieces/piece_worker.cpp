#include "check/pieces/piece_worker.h"

#include <algorithm>
#include <new>

namespace revisit {

namespace {

// Whether the exploration was stopped by a bound on time or memory, or by the user.
bool wasBounded(const Exploration& exploration) {
  using Kind = IncompleteReason::Kind;
  return std::ranges::any_of(exploration.incomplete, [](const IncompleteReason& reason) {
    return reason.kind == Kind::Timeout || reason.kind == Kind::Memory || reason.kind == Kind::Cancelled;
  });
}

} // namespace

PieceWorker::PieceWorker(PieceSource& source, unsigned number, const CheckOptions& options,
                         const instrument::Image& image, const ExploreOptions& explore, Surroundings surroundings)
    : m_source(source), m_number(number), m_image(image), m_explore(explore), m_surroundings(std::move(surroundings)),
      m_options(options) {
  m_options.explore.cancelled = [&options] { return options.isStopped(); };
}

Status PieceWorker::work(Budget::Reached& bound) {
  while (std::optional<PieceTask> task = m_source.next(m_number, m_surroundings.tick)) {
    if (!m_worker || task->known)
      if (const Status started = start(task->known ? &*task->known : nullptr); !started) {
        bound = m_worker->budget().reached();
        m_worker.reset();
        m_source.giveBack(m_number, task->entry);
        return started;
      }
    m_source.finish(m_number, task->entry, explore(*task));
  }
  leave();
  return Done{};
}

// Launches a program that begins with what is known.
Status PieceWorker::start(const Knowledge* known) {
  leave();
  m_worker = std::make_unique<Worker>(m_options);
  m_worker->beginTime(m_surroundings.secondsLeft());
  if (const Status launched = m_worker->launch(m_image, known); !launched)
    return launched;
  if (!m_wasLaunched && m_surroundings.launched)
    m_surroundings.launched();
  m_wasLaunched = true;
  ExploreOptions explore = m_explore;
  explore.timeoutSeconds = m_surroundings.secondsLeft();
  explore.cancelled = [this] { return isStopped(); };
  explore.isNew = [this](const GraphIdentity& execution) { return m_source.isNew(execution); };
  m_worker->beginTime(explore.timeoutSeconds);
  m_worker->prepare(explore);
  m_worker->explorer().onExecution([this](const Execution& execution) { m_collector->add(execution, *m_worker); });
  m_isNew = true;
  return Done{};
}

// The program ends.
void PieceWorker::leave() {
  if (!m_worker)
    return;
  m_solver.add(m_worker->solver().stats());
  m_nativeRuns += m_worker->oracle().nativeRuns();
  m_worker.reset();
}

PieceResult PieceWorker::explore(const PieceTask& task) {
  m_collector.emplace(m_options);
  m_collector->setShown([this, entry = task.entry](const std::string& key, Race::Adjacent adjacent) {
    return m_source.isShown(entry, key, adjacent);
  });
  PieceResult result;
  try {
    PieceExplorer& pieces = m_worker->pieces();
    const auto yields = [&] { return m_source.shallYield(m_number, pieces.progress().counts.total()); };
    result.end = pieces.explorePiece(task.piece, yields, result.left);
    if (const std::optional<Error> failure = pieces.failure())
      m_collector->fail(*failure);
    Exploration explored = pieces.concludePiece();
    // Runs that only confirm or look for leaks touch memory, too.
    const std::size_t facts = pieces.facts().count();
    const std::uint64_t runs = m_worker->oracle().nativeRuns();
    if (m_isNew || result.end == PieceEnd::Restart || facts != m_factsTold || runs != m_runsTold)
      result.known = m_worker->knowledge();
    m_isNew = false;
    m_factsTold = facts;
    m_runsTold = runs;
    // Such executions show in the first piece already, if the program has many of them.
    if (explored.work.stale != 0 && (task.piece.front().bytes.empty() || m_options.testing.spreadPieces))
      result.end = PieceEnd::NeedsOneWorker;
    const bool isBounded = wasBounded(explored);
    result.report = m_collector->take(std::move(explored), *m_worker);
    // There is no time left to explore it as a whole. What was found so far would have to be confirmed.
    if (result.end == PieceEnd::NeedsOneWorker && isBounded && result.report.errors.empty())
      result.end = PieceEnd::Stopped;
  } catch (const std::bad_alloc&) {
    result = {};
    result.end = PieceEnd::Stopped;
    Exploration exploration;
    exploration.incomplete.push_back({IncompleteReason::Kind::Memory, "there is no memory left", {}});
    result.report = m_collector->take(std::move(exploration), *m_worker);
  }
  if (result.report.failure || result.report.onlyFound)
    m_source.stop();
  return result;
}

// Asked by the explorer from time to time.
bool PieceWorker::isStopped() {
  const auto now = Clock::now();
  if (now - m_told > std::chrono::milliseconds(50)) {
    m_told = now;
    m_source.tell(m_number, m_worker->explorer().progress());
    if (m_surroundings.tick)
      m_surroundings.tick();
  }
  const auto before = Clock::now();
  const bool mustStop = m_options.control && m_options.control->poll();
  m_worker->budget().leaveOut(Clock::now() - before); // a pause does not count
  return mustStop || m_options.isStopped() || m_source.isDropped(m_number) || m_collector->isDone();
}

} // namespace revisit
