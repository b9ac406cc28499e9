#include "native.h"

#include "interrupt_watch.h"
#include "report.h"
#include "user_frame.h"

#include <array>
#include <cstring>

namespace revisit::commands {

namespace {

constexpr const char* stopHookWord = "--at-stop";

// The session whose program the debugger's own command is about to resume or start.
ReplaySession* sessionConcerned(void* debuggerId) {
  lldb::SBDebugger debugger =
      lldb::SBDebugger::FindDebuggerWithID(static_cast<int>(reinterpret_cast<std::intptr_t>(debuggerId)));
  if (!debugger.IsValid() || !Workspace::exists(debugger))
    return nullptr;
  Workspace& workspace = Workspace::of(debugger);
  const Result<ReplaySession*> session = workspace.session();
  const bool isSelected = session && debugger.GetSelectedTarget() == session.value()->process().target();
  return isSelected && workspace.commandDepth() == 0 ? session.value() : nullptr;
}

// Stepping begins in the user's code, not in the runtime. When the line is over by then, or something stops the program
// on the way, the step has ended: LLDB does not step any more, and so it is up to us to say where that is.
bool beforeStep(void* debuggerId, const char**) {
  ReplaySession* const session = sessionConcerned(debuggerId);
  if (session == nullptr || session->standing() == Standing::Gone)
    return false;
  lldb::SBThread thread = session->process().process().GetSelectedThread();
  const std::optional<unsigned> number = session->process().witnessThread(thread);
  if (!number || userFrame(thread).value_or(0) == 0)
    return false;
  lldb::SBDebugger debugger = session->process().target().GetDebugger();
  Workspace& workspace = Workspace::of(debugger);
  const Workspace::Running running(workspace);
  const InterruptWatch watch;
  const Result<Entry> entered = session->process().enterUserCode(*number);
  if (entered && entered.value() == Entry::SameLine)
    return false;
  session->select();
  const Result<Answer> report = entered ? stopReport(workspace, *session, false) : entered.error();
  const std::string text = report ? report.value().text : "error: " + errorText(report.error()) + '\n';
  std::size_t written = 0;
  debugger.GetOutputFile().Write(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), &written);
  workspace.armStops();
  return true;
}

bool beforeLaunch(void* debuggerId, const char**) {
  ReplaySession* const session = sessionConcerned(debuggerId);
  if (session == nullptr)
    return false;
  // Every run is the same, so that nothing is lost and LLDB need not ask.
  session->process().kill();
  // When this fails, the program itself refuses to start and says so.
  static_cast<void>(session->beforeStart());
  return false;
}

} // namespace

void watchResumingCommands(lldb::SBDebugger debugger) {
  lldb::SBCommandInterpreter interpreter = debugger.GetCommandInterpreter();
  void* const id = reinterpret_cast<void*>(static_cast<std::intptr_t>(debugger.GetID()));
  for (const char* command :
       {"thread step-over", "thread step-in", "thread step-inst", "thread step-inst-over", "thread until"})
    interpreter.SetCommandOverrideCallback(command, beforeStep, id);
  interpreter.SetCommandOverrideCallback("process launch", beforeLaunch, id);
}

void addStopHook(lldb::SBDebugger debugger, lldb::SBTarget target) {
  lldb::SBTarget before = debugger.GetSelectedTarget();
  debugger.SetSelectedTarget(target);
  lldb::SBCommandReturnObject result;
  const std::string command = std::string("target stop-hook add -o 'revisit status ") + stopHookWord + "'";
  debugger.GetCommandInterpreter().HandleCommand(command.c_str(), result);
  debugger.SetSelectedTarget(before);
}

bool isStopHook(char** words) {
  return words != nullptr && words[0] != nullptr && std::strcmp(words[0], stopHookWord) == 0;
}

Answer answerAtStop(Workspace& workspace, ReplaySession& session) {
  const SchedulePosition before = workspace.lastStop().position;
  // It is called once for each thread that has a reason to stop.
  if (!workspace.takeStop())
    return {};
  session.select();
  const Standing standing = session.standing();
  // LLDB itself says why it stopped between events.
  if (standing == Standing::Between)
    return session.position() == before ? Answer() : Answer{session.where() + '\n', {}};
  return {placeReport(session), {}};
}

} // namespace revisit::commands
