#include "native.h"

#include "editor.h"
#include "interrupt_watch.h"
#include "report.h"
#include "scoped_debugging.h"
#include "user_frame.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cstring>
#include <deque>
#include <sstream>

namespace revisit::commands {

namespace {

constexpr const char* stopHookWord = "--at-stop";

// The session of the program that a command of LLDB is about to resume or start.
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

void write(lldb::SBFile file, const std::string& text) {
  std::size_t written = 0;
  if (!text.empty())
    file.Write(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), &written);
}

// Stepping must begin in the user's code, not in the runtime. If the line is over when the program gets there, or if
// something stops it on the way, the step is complete: LLDB does not step then, so this function reports the place.
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
  write(debugger.GetOutputFile(), text);
  workspace.armStops();
  return true;
}

std::string lineOf(const char** words) {
  std::string line;
  for (const char** word = words; word != nullptr && *word != nullptr; word++) {
    const std::string text = *word;
    const bool isPlain = word == words || (!text.empty() && text.find_first_of(" \t\"'\\`") == std::string::npos);
    line += line.empty() ? "" : " ";
    if (isPlain) {
      line += text;
      continue;
    }
    line += '"';
    for (const char letter : text)
      line += (letter == '"' || letter == '\\' || letter == '`' ? "\\" : "") + std::string(1, letter);
    line += '"';
  }
  return line;
}

// LLDB reports a stop at our breakpoint in the runtime; users want to know the event.
std::string reworded(ReplaySession& session, std::string text) {
  for (const std::string& own : session.process().ownStopReasons())
    for (std::size_t at = 0; (at = text.find(own, at)) != std::string::npos;) {
      const std::size_t end = at + own.size();
      if (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) {
        at = end;
        continue;
      }
      const std::string reason = replayReason(session);
      text.replace(at, own.size(), reason);
      at += reason.size();
    }
  return text;
}

// LLDB reports the selected thread by an event that is not visible here, so this function prints it.
bool selectThread(void* debuggerId, const char** words) {
  ReplaySession* const session = sessionConcerned(debuggerId);
  std::istringstream line(lineOf(words));
  std::string command, subcommand;
  std::uint32_t index = 0;
  if (session == nullptr || isDebugAdapter() || !(line >> command >> subcommand >> index) || !(line >> std::ws).eof())
    return false;
  lldb::SBProcess process = session->process().process();
  lldb::SBThread thread = process.GetThreadByIndexID(index);
  if (!thread.IsValid() || !process.SetSelectedThread(thread))
    return false; // LLDB reports the error
  if (const std::optional<std::uint32_t> frame = userFrame(thread))
    thread.SetSelectedFrame(*frame);
  std::string text = fmt::format("* thread #{}", thread.GetIndexID());
  if (thread.GetName() != nullptr)
    text += fmt::format(", name = '{}'", thread.GetName());
  std::array<char, 256> reason{};
  if (thread.GetStopDescription(reason.data(), reason.size()) > 0 && reason.front() != 0)
    text += ", stop reason = " + reworded(*session, reason.data());
  lldb::SBDebugger debugger = session->process().target().GetDebugger();
  lldb::SBExecutionContext context(thread);
  lldb::SBCommandReturnObject place;
  debugger.GetCommandInterpreter().HandleCommand("frame select", context, place, false);
  write(debugger.GetOutputFile(), text + '\n' + (place.GetOutput() != nullptr ? place.GetOutput() : ""));
  return true;
}

bool beforeLaunch(void* debuggerId, const char**) {
  ReplaySession* const session = sessionConcerned(debuggerId);
  if (session == nullptr)
    return false;
  // Every run is the same, so the process can be killed without a question by LLDB.
  session->process().kill();
  // If this fails, the program refuses to start and says so itself.
  static_cast<void>(session->beforeStart());
  return false;
}

// What is done before one of LLDB's commands. True: the command is complete and must not run.
using BeforeCommand = bool (*)(void* debuggerId, const char** words);
struct WatchedCommand {
  void* debuggerId;
  BeforeCommand before;
  bool resumes; // it resumes the program, or shows why threads stopped
  bool runs = false;
};

// Runs the command in place of LLDB and says why the program stopped, in our words.
bool aroundCommand(void* baton, const char** words) {
  WatchedCommand& command = *static_cast<WatchedCommand*>(baton);
  if (command.runs)
    return false;
  if (command.before != nullptr && command.before(command.debuggerId, words))
    return true;
  ReplaySession* const session = sessionConcerned(command.debuggerId);
  if (session == nullptr || isDebugAdapter() || (!command.resumes && !session->process().stoppedByRuntime()))
    return false;
  lldb::SBDebugger debugger = session->process().target().GetDebugger();
  if (command.resumes)
    Workspace::of(debugger).armStops(); // the command may have changed breakpoints
  const InterruptWatch watch;
  command.runs = true;
  lldb::SBCommandReturnObject result;
  // The process may be another one than when the command was given: on the way to the user's code the program may have
  // been started again.
  lldb::SBThread selected = session->process().process().GetSelectedThread();
  lldb::SBExecutionContext context =
      selected.IsValid() ? lldb::SBExecutionContext(selected) : lldb::SBExecutionContext(session->process().target());
  session->process().await([&] {
    const Synchronous synchronous(debugger);
    debugger.GetCommandInterpreter().HandleCommand(lineOf(words).c_str(), context, result, false);
  });
  command.runs = false;
  write(debugger.GetOutputFile(), reworded(*session, result.GetOutput() != nullptr ? result.GetOutput() : ""));
  write(debugger.GetErrorFile(), result.GetError() != nullptr ? result.GetError() : "");
  return true;
}

} // namespace

void watchNativeCommands(lldb::SBDebugger debugger) {
  // Never destroyed, because LLDB may call back until it ends.
  static std::deque<WatchedCommand>& watched = *new std::deque<WatchedCommand>;
  lldb::SBCommandInterpreter interpreter = debugger.GetCommandInterpreter();
  void* const id = reinterpret_cast<void*>(static_cast<std::intptr_t>(debugger.GetID()));
  const auto watch = [&](std::initializer_list<const char*> commands, BeforeCommand before, bool resumes) {
    for (const char* command : commands) {
      watched.push_back({id, before, resumes});
      interpreter.SetCommandOverrideCallback(command, aroundCommand, &watched.back());
    }
  };
  watch({"thread step-over", "thread step-in", "thread step-inst", "thread step-inst-over", "thread until"}, beforeStep,
        true);
  watch({"process launch"}, beforeLaunch, true);
  watch({"process continue", "thread continue", "thread step-out"}, nullptr, true);
  watch({"process status", "thread backtrace", "thread info", "thread list"}, nullptr, false);
  watch({"thread select"}, selectThread, false);
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
  // Called once for each thread that has a stop reason.
  if (!workspace.takeStop())
    return {};
  session.select();
  const Standing standing = session.standing();
  // LLDB itself reports the reason of stops between events.
  if (standing == Standing::Between)
    return session.position() == before ? Answer() : Answer{session.where() + '\n', {}};
  return {placeReport(session), {}};
}

} // namespace revisit::commands
