#include "replay_process.h"

#include "debugger_command.h"
#include "divergence.h"
#include "program/label.h"
#include "scoped_debugging.h"
#include "user_frame.h"

#include <algorithm>
#include <fmt/format.h>
#include <future>

namespace revisit {

namespace {

// How quickly an interrupt is noticed, and how long the program may take to stop before it is interrupted again.
constexpr std::chrono::milliseconds interruptLatency(20), interruptPatience(500);

class Busy {
public:
  explicit Busy(bool& flag) : m_flag(flag), m_before(flag) { m_flag = true; }
  ~Busy() { m_flag = m_before; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

private:
  bool& m_flag;
  bool m_before;
};

} // namespace

Result<std::unique_ptr<ReplayProcess>> ReplayProcess::create(lldb::SBDebugger debugger, lldb::SBTarget target,
                                                             const Timeline& timeline) {
  std::unique_ptr<ReplayProcess> process(new ReplayProcess(debugger, target, timeline));
  Result<std::unique_ptr<ReplayFiles>> files = ReplayFiles::create(timeline.witness());
  if (!files)
    return files.error();
  process->m_files = std::move(files.value());
  process->timelineChanged();
  process->setStopBreakpoints();
  process->prepareTarget();
  return process;
}

ReplayProcess::~ReplayProcess() {
  for (const lldb::break_id_t own : ownBreakpoints())
    m_target.BreakpointDelete(own);
}

void ReplayProcess::armStop(SchedulePosition stopAt) {
  keepStopBreakpoint();
  m_files->replay().stopAt = stopAt;
  m_files->replay().hold = 0;
}

// Any stop event works, because its receivers read the state of the process, not the event.
void ReplayProcess::announceStop() {
  for (lldb::SBEvent event; m_overhearing.GetNextEvent(event);)
    if (lldb::SBProcess::GetStateFromEvent(event) == lldb::eStateStopped)
      m_someStop = event;
  if (m_someStop.IsValid())
    process().GetBroadcaster().BroadcastEvent(m_someStop, false);
}

// Discards interrupted steps, the user's or ours: otherwise they would end our moves wherever they end.
void ReplayProcess::forgetSteps() {
  lldb::SBProcess process = this->process();
  for (std::uint32_t i = 0; i < process.GetNumThreads(); i++)
    runCommand(m_debugger, lldb::SBExecutionContext(process.GetThreadAtIndex(i)), "thread plan discard 1");
}

void ReplayProcess::proceed() {
  forgetSteps();
  const Synchronous synchronous(m_debugger);
  await([&] { process().Continue(); });
}

// LLDB's own waiting cannot be ended, so it happens on a separate thread.
void ReplayProcess::await(const std::function<void()>& resume) const {
  if (!m_isInterrupted) {
    resume();
    return;
  }
  const std::future<void> waiting = std::async(std::launch::async, resume);
  while (waiting.wait_for(interruptLatency) != std::future_status::ready)
    if (m_isInterrupted()) {
      process().SendAsyncInterrupt();
      waiting.wait_for(interruptPatience);
    }
}

Status ReplayProcess::checkInterrupt() const {
  if (isInterrupted())
    return Error{ErrorCode::Interrupted, "", "interrupted on the way; the program stands where 'revisit status' says"};
  return Done{};
}

void ReplayProcess::look(const std::function<void()>& at) const {
  if (isInterrupted())
    std::async(std::launch::async, at).get();
  else
    at();
}

bool ReplayProcess::stepOut(lldb::SBThread thread) {
  const std::optional<std::uint32_t> user = userFrame(thread);
  if (!user || *user == 0)
    return true;
  {
    const Synchronous synchronous(m_debugger);
    lldb::SBFrame callee = thread.GetFrameAtIndex(*user - 1);
    lldb::SBError error;
    await([&] { thread.StepOutOfFrame(callee, error); });
  }
  bool arrived = false;
  look([&] { arrived = userFrame(thread) == 0u; });
  // Otherwise the debugger would continue it when the user resumes.
  if (!arrived && process().GetState() == lldb::eStateStopped)
    forgetSteps();
  return arrived;
}

std::vector<std::string> ReplayProcess::ownStopReasons() const {
  std::vector<std::string> reasons;
  for (const lldb::break_id_t own : ownBreakpoints())
    reasons.push_back(fmt::format("breakpoint {}.1", own));
  return reasons;
}

bool ReplayProcess::hasReached(lldb::SBThread thread, lldb::break_id_t breakpoint) const {
  return thread.GetStopReason() == lldb::eStopReasonBreakpoint &&
         static_cast<lldb::break_id_t>(thread.GetStopReasonDataAtIndex(0)) == breakpoint;
}

bool ReplayProcess::hasAnyReached(lldb::break_id_t breakpoint) const {
  lldb::SBProcess process = this->process();
  for (std::uint32_t i = 0; i < process.GetNumThreads(); i++)
    if (hasReached(process.GetThreadAtIndex(i), breakpoint))
      return true;
  return false;
}

bool ReplayProcess::stoppedByRuntime() const {
  return hasAnyReached(m_stopBreakpoint);
}

void ReplayProcess::refresh() {
  lldb::SBProcess process = m_target.GetProcess();
  const bool exists = process.IsValid() && process.GetUniqueID() != m_killed;
  const lldb::StateType state = exists ? process.GetState() : lldb::eStateInvalid;
  if (state != lldb::eStateStopped) {
    const bool runs = state == lldb::eStateRunning || state == lldb::eStateStepping;
    m_standing = runs ? Standing::Between : Standing::Gone;
    m_stopId = 0;
    return;
  }
  const std::uint32_t stopId = process.GetStopID();
  if (stopId == m_stopId)
    return;
  m_stopId = stopId;
  m_standing = Standing::Between;
  if (m_files->replay().difference != REVISIT_SAME)
    m_standing = Standing::Diverged;
  else if (m_files->replay().ended != 0)
    m_standing = Standing::AtEnd;
  else if (stoppedByRuntime() && m_files->replay().stopped == REVISIT_STOP_EVENT)
    m_standing = Standing::AtEvent;
}

Status ReplayProcess::startAt(SchedulePosition position) {
  const Busy busy(m_busy);
  const WithoutUserStops suspended(m_target, ownBreakpoints());
  kill();
  if (const Status status = prepareStart(position); !status)
    return status.error();
  lldb::SBBreakpoint main = m_target.FindBreakpointByID(m_mainBreakpoint);
  main.SetEnabled(position == 0);
  const Status status = launch();
  main.SetEnabled(false);
  if (!status)
    return status.error();
  refresh();
  if (!alive())
    return Error{ErrorCode::TargetFailed, m_timeline.witness().program.path,
                 fmt::format("the program ended before the replay began: {}", takeOutput())};
  if (position == 0) {
    m_standing = Standing::Start;
    return Done{};
  }
  return land(position);
}

Status ReplayProcess::runTo(SchedulePosition position) {
  const Busy busy(m_busy);
  const WithoutUserStops suspended(m_target, ownBreakpoints());
  armStop(position);
  proceed();
  refresh();
  return land(position);
}

// The process has just stopped on its way to the position.
Status ReplayProcess::land(SchedulePosition position) {
  if (m_standing == Standing::AtEvent && this->position() == position)
    return leaveRuntime();
  return Done{};
}

Status ReplayProcess::resume(SchedulePosition stopAt) {
  const Busy busy(m_busy);
  armStop(stopAt);
  proceed();
  refresh();
  return land(position());
}

bool ReplayProcess::canLeave() const {
  if (m_standing == Standing::Between)
    return true;
  if (m_standing != Standing::AtEvent || m_staysInside[position()])
    return false;
  return !isTerminal(m_timeline.event(position()).kind);
}

Status ReplayProcess::leaveRuntime() {
  refresh();
  lldb::SBThread thread = threadOf(currentThread());
  if (!canLeave() || !thread.IsValid())
    return Done{};
  if (const std::optional<std::uint32_t> user = userFrame(thread); !user || *user == 0)
    return Done{};
  const Busy busy(m_busy);
  const Standing before = m_standing;
  const SchedulePosition here = position();
  const bool guarded = before == Standing::AtEvent && here < m_timeline.size();
  RevisitReplay& replay = m_files->replay();
  replay.hold = 1;
  replay.stopAt = guarded ? here + 1 : 0;
  {
    const WithoutUserStops suspended(m_target, ownBreakpoints());
    stepOut(thread);
  }
  replay.hold = 0;
  replay.stopAt = 0;
  const bool interrupted = stoppedByRuntime();
  refresh();
  if (before != Standing::AtEvent || !alive())
    return Done{};
  if (position() == here)
    m_standing = Standing::AtEvent;
  else if (interrupted && m_standing == Standing::AtEvent) {
    // The next event came first, and the thread does not have to wait for its turn to do it.
    m_staysInside[here] = true;
    return startAt(here);
  }
  return Done{};
}

Status ReplayProcess::stepLine(unsigned thread, LineStep step) {
  const Busy busy(m_busy);
  if (const Status status = leaveRuntime(); !status)
    return status.error();
  armStop(0);
  lldb::SBThread stepped = threadOf(thread);
  if (!stepped.IsValid())
    return Done{};
  const WithoutUserStops suspended(m_target, ownBreakpoints());
  // A thread that waits for its turn completes its event when the turn comes. That may have been the last event of its
  // line.
  const std::string before = userLine(stepped);
  const bool arrived = stepOut(stepped);
  refresh();
  if (!arrived || userLine(stepped) != before)
    return Done{};
  const Synchronous synchronous(m_debugger);
  lldb::SBBreakpoint handlers = handlerBreakpoint();
  handlers.SetEnabled(true);
  const lldb::addr_t frame = stepped.GetFrameAtIndex(0).GetCFA();
  await([&] {
    if (step == LineStep::Over)
      stepped.StepOver(lldb::eAllThreads);
    else
      stepped.StepInto(lldb::eAllThreads);
  });
  finishStep(stepped, frame);
  handlers.SetEnabled(false);
  refresh();
  return Done{};
}

// LLDB steps over a call by waiting for its return, which an exception skips. Then the step leads to the user's code in
// the handler or behind it: a handler may be in a library. Handlers below the frame are a part of the call.
void ReplayProcess::finishStep(lldb::SBThread thread, lldb::addr_t frame) {
  while (process().GetState() == lldb::eStateStopped && hasAnyReached(m_handlerBreakpoint) && !isInterrupted()) {
    const bool hasLeft = hasReached(thread, m_handlerBreakpoint) && thread.GetFrameAtIndex(1).GetCFA() >= frame;
    if (hasLeft && userFrame(thread)) {
      forgetSteps();
      stepOut(thread);
    } else {
      await([&] { process().Continue(); });
    }
  }
}

Result<Entry> ReplayProcess::enterUserCode(unsigned thread) {
  const Busy busy(m_busy);
  const SchedulePosition stopAt = m_files->replay().stopAt;
  const std::string before = userLine(threadOf(thread));
  if (thread == currentThread())
    if (const Status status = leaveRuntime(); !status)
      return status.error();
  armStop(stopAt);
  refresh();
  lldb::SBThread stepped = threadOf(thread);
  if (!alive() || !stepped.IsValid() || m_standing == Standing::AtEnd || m_standing == Standing::Diverged)
    return Entry::Stopped;
  const bool arrived = stepOut(stepped);
  refresh();
  return !arrived ? Entry::Stopped : userLine(stepped) == before ? Entry::SameLine : Entry::OtherLine;
}

bool ReplayProcess::hasUserStops() const {
  lldb::SBTarget target = m_target;
  const std::vector<lldb::break_id_t> own = ownBreakpoints();
  for (std::uint32_t i = 0; i < target.GetNumBreakpoints(); i++) {
    lldb::SBBreakpoint breakpoint = target.GetBreakpointAtIndex(i);
    if (breakpoint.IsEnabled() && std::ranges::find(own, breakpoint.GetID()) == own.end())
      return true;
  }
  return hasWatchpoints();
}

bool ReplayProcess::hasWatchpoints() const {
  lldb::SBTarget target = m_target;
  for (std::uint32_t i = 0; i < target.GetNumWatchpoints(); i++)
    if (target.GetWatchpointAtIndex(i).IsEnabled())
      return true;
  return false;
}

lldb::SBThread ReplayProcess::threadOf(unsigned thread) const {
  const std::uint32_t id = m_files->replay().kernelThreads[thread];
  return id == 0 ? lldb::SBThread() : process().GetThreadByID(id);
}

std::optional<unsigned> ReplayProcess::witnessThread(lldb::SBThread thread) const {
  const auto& threads = m_timeline.witness().threads;
  for (unsigned slot = 0; slot < threads.size(); slot++)
    if (m_files->replay().kernelThreads[slot] == thread.GetThreadID())
      return slot;
  return std::nullopt;
}

unsigned ReplayProcess::currentThread() const {
  return m_files->replay().current;
}

std::string ReplayProcess::divergence() const {
  return divergenceText(m_timeline, m_files->replay(), m_target, threadOf(m_files->replay().divergedThread));
}

} // namespace revisit
