#include "replay.h"

#include "base/error_text.h"
#include "debugged/debugged_replay.h"

#include <atomic>

namespace revisit::gui {
namespace {

constexpr int idleMs = 500;

ReplaySnapshotPointer nothing() {
  return std::make_shared<const ReplaySnapshot>();
}

} // namespace

struct Replay::Work {
  explicit Work(ExecutionPointer opened) : execution(std::move(opened)) {}

  const ExecutionPointer execution;
  unsigned asked = 0;                     // used by the window's thread only
  std::atomic<unsigned> current = 0;      // the number of the request in progress, counted as `asked`
  std::atomic<unsigned> dropped = 0;      // the requests up to this number are cancelled
  std::unique_ptr<DebuggedReplay> replay; // used by the replay's thread only

  bool isInterrupted() const { return current <= dropped; }

  Status open() {
    if (replay)
      return Done{};
    Result<std::unique_ptr<DebuggedReplay>> opened =
        DebuggedReplay::open(execution->witness(), [this] { return isInterrupted(); });
    if (!opened)
      return opened.error();
    replay = std::move(opened.value());
    return Done{};
  }

  ReplaySnapshotPointer perform(unsigned number, const Command& command) {
    current = number;
    const Status opened = open();
    if (!opened) {
      ReplaySnapshot failure;
      failure.trouble = {TroubleKind::Broken, errorText(opened.error())};
      return std::make_shared<const ReplaySnapshot>(std::move(failure));
    }
    const Status done = isInterrupted() ? Status(Error{ErrorCode::Interrupted, "", ""}) : command(*replay);
    return std::make_shared<const ReplaySnapshot>(replay->snapshot(done));
  }
};

Replay::Replay(QObject* parent) : QObject(parent), m_snapshot(nothing()) {
  DebuggedReplay::nameServer();
  m_thread.setMaxThreadCount(1);
  m_thread.setExpiryTimeout(-1);
  m_idle.setInterval(idleMs);
  connect(&m_idle, &QTimer::timeout, this, &Replay::lookForEnd);
}

Replay::~Replay() {
  drop();
  m_thread.waitForDone();
}

void Replay::drop() {
  if (!m_work)
    return;
  m_work->dropped = m_work->asked;
  m_thread.start([work = std::exchange(m_work, nullptr)] { work->replay.reset(); });
}

void Replay::setExecution(ExecutionPointer execution) {
  drop();
  m_execution = std::move(execution);
  m_work = m_execution ? std::make_shared<Work>(m_execution) : nullptr;
  m_snapshot = nothing();
  m_pending = 0;
  m_idle.stop();
  emit busyChanged();
  emit snapshotChanged();
}

void Replay::ask(Command command) {
  if (!m_work)
    return;
  m_pending++;
  const unsigned number = ++m_work->asked;
  m_thread.start([this, number, work = m_work, command = std::move(command)] {
    ReplaySnapshotPointer snapshot = work->perform(number, command);
    QMetaObject::invokeMethod(this, [this, work, snapshot] { finish(work, snapshot); }, Qt::QueuedConnection);
  });
  if (m_pending == 1)
    emit busyChanged();
}

void Replay::finish(const std::shared_ptr<Work>& work, ReplaySnapshotPointer snapshot) {
  if (work != m_work)
    return;
  m_pending--;
  show(std::move(snapshot));
  if (m_pending == 0)
    emit busyChanged();
}

void Replay::show(ReplaySnapshotPointer snapshot) {
  m_snapshot = std::move(snapshot);
  if (m_snapshot->standing != Standing::Gone)
    m_idle.start();
  else
    m_idle.stop();
  emit snapshotChanged();
}

void Replay::lookForEnd() {
  if (isBusy())
    return;
  m_thread.start([this, work = m_work] {
    if (!work->replay || !work->replay->hasEnded())
      return;
    auto snapshot = std::make_shared<const ReplaySnapshot>(work->replay->snapshot(Done{}));
    QMetaObject::invokeMethod(
        this,
        [this, work, snapshot] {
          if (work == m_work)
            show(snapshot);
        },
        Qt::QueuedConnection);
  });
}

void Replay::move(ReplayMove move) {
  ask([move](DebuggedReplay& replay) { return replay.move(move); });
}

void Replay::goTo(SchedulePosition position) {
  ask([position](DebuggedReplay& replay) { return replay.goTo(position); });
}

void Replay::endProgram() {
  ask([](DebuggedReplay& replay) { return replay.endProgram(); });
}

void Replay::select(const ReplayPlace& place) {
  ask([place](DebuggedReplay& replay) { return replay.select(place); });
}

void Replay::watch(const std::string& expression) {
  ask([expression](DebuggedReplay& replay) { return replay.watch(expression); });
}

void Replay::unwatch(const std::string& expression) {
  ask([expression](DebuggedReplay& replay) { return replay.unwatch(expression); });
}

void Replay::toggleLine(const SourceLine& line) {
  ask([line](DebuggedReplay& replay) { return replay.toggleLine(line); });
}

void Replay::breakAtEvents(const EventFilter& filter, const std::string& text) {
  ask([filter, text](DebuggedReplay& replay) { return replay.breakAtEvents(filter, text); });
}

void Replay::breakAtChange(ValueId variable) {
  ask([variable](DebuggedReplay& replay) { return replay.breakAtChange(variable); });
}

void Replay::removeBreakpoint(const BreakpointId& id) {
  ask([id](DebuggedReplay& replay) { return replay.removeBreakpoint(id); });
}

void Replay::enableBreakpoint(const BreakpointId& id, bool isEnabled) {
  ask([id, isEnabled](DebuggedReplay& replay) { return replay.enableBreakpoint(id, isEnabled); });
}

void Replay::interrupt() {
  if (m_work)
    m_work->dropped = m_work->asked;
}

void Replay::fetchChildren(ValueId id) {
  if (!m_work)
    return;
  m_thread.start([this, id, work = m_work] {
    if (!work->replay)
      return;
    const std::vector<ReplayValue> children = work->replay->children(id);
    QMetaObject::invokeMethod(
        this,
        [this, id, work, children] {
          if (work == m_work)
            emit childrenFetched(id, children);
        },
        Qt::QueuedConnection);
  });
}

} // namespace revisit::gui
