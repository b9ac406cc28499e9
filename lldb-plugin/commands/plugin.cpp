// The plugin's entry: `plugin load revisit-lldb.so` adds the container of commands `revisit`.
#include "command.h"
#include "native.h"

namespace revisit::commands {

namespace {

constexpr const char* containerHelp =
    "Commands that replay an execution found by 'revisit check', forwards and backwards.";

constexpr const char* containerDetails =
    "Begin with 'revisit load FILE', then 'revisit goto bug'. Positions count events: at position 17 event 17 was "
    "just\n"
    "done. Wherever a command takes an event E it may be written as 17, (1,3) (thread and index), start, end, bug or\n"
    "@NAME, a bookmark. Going back starts the program again and runs it to the earlier place; breakpoints and\n"
    "watchpoints stay. LLDB's own commands work as always.\n";

bool addAll(lldb::SBDebugger debugger) {
  lldb::SBCommandInterpreter interpreter = debugger.GetCommandInterpreter();
  lldb::SBCommand container = interpreter.AddMultiwordCommand("revisit", containerHelp);
  if (!container.IsValid())
    return false;
  container.SetHelpLong(containerDetails);
  const auto add = [](lldb::SBCommand to, const std::vector<Command>& commands) {
    for (const Command& command : commands)
      addCommand(to, command);
  };
  for (const auto& commands : {loadingCommands(), movingCommands(), lookingCommands(), threadCommands(),
                               askingCommands(), inputCommands(), configCommands()})
    add(container, commands);
  add(container.AddMultiwordCommand("break", "Breakpoints on events; LLDB's own are independent of them."),
      breakpointCommands());
  add(container.AddMultiwordCommand("bookmark", "Names for positions, to go to as @NAME."), bookmarkCommands());
  watchResumingCommands(debugger);
  return true;
}

} // namespace

} // namespace revisit::commands

namespace lldb {

// LLDB finds it by this name. False: another command is called `revisit`.
__attribute__((visibility("default"))) bool PluginInitialize(SBDebugger debugger);

bool PluginInitialize(SBDebugger debugger) {
  using revisit::commands::Workspace;
  if (Workspace::exists(debugger))
    return true;
  if (!revisit::commands::addAll(debugger))
    return false;
  Workspace::of(debugger);
  return true;
}

} // namespace lldb
