// Prepares, starts and ends the program of a replay.
#include "debugger_command.h"
#include "replay_process.h"
#include "runtime_library.h"
#include "scoped_debugging.h"

#include <fmt/format.h>
#include <unistd.h>

namespace revisit {

namespace {

constexpr const char* hiddenName = "revisit_internal"; // a name with a hyphen would be invalid

// Ends with a null pointer.
std::vector<const char*> argumentsOf(const Witness& witness) {
  std::vector<const char*> arguments;
  for (const std::string& argument : witness.program.arguments)
    arguments.push_back(argument.c_str());
  arguments.push_back(nullptr);
  return arguments;
}

} // namespace

// Our breakpoints have the first numbers; `breakpoint list` and `breakpoint delete` leave them out.
void ReplayProcess::setStopBreakpoints() {
  // The runtime is added beforehand, so that LLDB prints no message about a resolved breakpoint.
  if (const std::string runtime = runtimeOf(m_timeline.witness().program.path); !runtime.empty())
    m_target.AddModule(runtime.c_str(), nullptr, nullptr);
  lldb::SBBreakpointName hidden(m_target, hiddenName);
  hidden.SetAllowList(false);
  hidden.SetAllowDelete(false);
  hidden.SetAllowDisable(false);
  lldb::SBBreakpoint stop = m_target.BreakpointCreateByName(REVISIT_STOP_FUNCTION);
  lldb::SBBreakpoint main = m_target.BreakpointCreateByName("main", m_target.GetExecutable().GetFilename());
  main.SetEnabled(false);
  for (lldb::SBBreakpoint* breakpoint : {&stop, &main})
    breakpoint->AddName(hiddenName);
  m_stopBreakpoint = stop.GetID();
  m_mainBreakpoint = main.GetID();
}

// A user can still disable or delete it by its number.
void ReplayProcess::keepStopBreakpoint() {
  lldb::SBBreakpoint stop = m_target.FindBreakpointByID(m_stopBreakpoint);
  if (!stop.IsValid() || !m_target.FindBreakpointByID(m_mainBreakpoint).IsValid())
    setStopBreakpoints();
  else if (!stop.IsEnabled())
    stop.SetEnabled(true);
}

// Set when the libraries are there: LLDB would print a message about places that it finds later.
lldb::SBBreakpoint ReplayProcess::handlerBreakpoint() {
  lldb::SBBreakpoint handler = m_target.FindBreakpointByID(m_handlerBreakpoint);
  if (!handler.IsValid()) {
    handler = m_target.BreakpointCreateByName("__cxa_begin_catch");
    handler.AddName(hiddenName);
    m_handlerBreakpoint = handler.GetID();
  }
  return handler;
}

// So that LLDB's own `run` starts the replay too.
void ReplayProcess::prepareTarget() {
  std::vector<const char*> arguments = argumentsOf(m_timeline.witness());
  const WitnessProgram& program = m_timeline.witness().program;
  const bool inherits = program.environment.empty() && !program.environmentEnd;
  runCommand(m_debugger, lldb::SBExecutionContext(m_target),
             fmt::format("settings set target.inherit-env {}", inherits));
  lldb::SBEnvironment environment = inherits ? m_target.GetEnvironment() : lldb::SBEnvironment();
  for (const WitnessVariable& variable : program.environment)
    environment.Set(variable.name.c_str(), variable.value.c_str(), true);
  environment.Set(REVISIT_REPLAY_VARIABLE, m_files->channelPath().c_str(), true);
  environment.Set("LD_BIND_NOW", "1", true);
  lldb::SBLaunchInfo info = m_target.GetLaunchInfo();
  info.SetArguments(arguments.data(), false);
  info.SetEnvironment(environment, false);
  info.AddOpenFileAction(STDIN_FILENO, "/dev/null", true, false);
  m_target.SetLaunchInfo(info);
  const std::string avoided =
      fmt::format("settings append target.process.thread.step-avoid-libraries {}", runtimeLibrary);
  // The runtime handles these signals as errors of the program, and stops for them where the witness has the error.
  for (const char* command : {avoided.c_str(), "settings set target.disable-aslr true",
                              "process handle -p true -s false -n false SIGSEGV SIGBUS SIGFPE SIGILL SIGABRT SIGPROF"})
    runCommand(m_debugger, lldb::SBExecutionContext(m_target), command);
}

Status ReplayProcess::prepareStart(SchedulePosition stopAt) {
  keepStopBreakpoint();
  if (const Status status = m_files->rewind(); !status)
    return status.error();
  m_files->replay().stopAt = stopAt;
  return Done{};
}

void ReplayProcess::kill() {
  lldb::SBProcess process = m_target.GetProcess();
  if (process.IsValid() && process.GetState() != lldb::eStateExited && process.GetState() != lldb::eStateDetached) {
    const Synchronous synchronous(m_debugger);
    // Suppresses LLDB's message that the process was killed.
    process.GetBroadcaster().RemoveListener(m_debugger.GetListener(), lldb::SBProcess::eBroadcastBitStateChanged);
    process.Kill();
    m_killed = process.GetUniqueID();
  }
  m_standing = Standing::Gone;
}

Status ReplayProcess::launch() {
  const Synchronous synchronous(m_debugger);
  std::vector<const char*> arguments = argumentsOf(m_timeline.witness());
  lldb::SBLaunchInfo info(arguments.data());
  info.SetEnvironment(m_target.GetEnvironment(), false);
  info.SetLaunchFlags(lldb::eLaunchFlagDisableASLR);
  info.AddOpenFileAction(STDIN_FILENO, "/dev/null", true, false);
  lldb::SBError error;
  lldb::SBProcess process;
  await([&] { process = m_target.Launch(info, error); });
  m_stopId = 0;
  if (error.Fail() || !process.IsValid())
    return Error{ErrorCode::TargetFailed, m_timeline.witness().program.path,
                 fmt::format("the program cannot be started under the debugger: {}",
                             error.GetCString() != nullptr ? error.GetCString() : "no reason given")};
  m_overhearing.StartListeningForEvents(process.GetBroadcaster(), lldb::SBProcess::eBroadcastBitStateChanged);
  return Done{};
}

} // namespace revisit
