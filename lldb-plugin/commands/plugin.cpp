// The plugin's entry: `plugin load revisit-lldb.so` adds the container of commands `revisit`.
#include "command.h"
#include "native.h"

namespace revisit::commands {

namespace {

constexpr const char* containerHelp =
    "Commands that replay an execution found by 'revisit check', forwards and backwards.";

constexpr const char* containerDetails =
    "\nBegin with 'revisit load FILE', then 'revisit goto bug'. LLDB's own commands work as always.\n\n"
    "Positions count events: at position 17 event 17 was just done. An event E is written as 17, as (1,3) (its thread "
    "and its place there), as start, end or bug, or as @NAME, a bookmark. Going back starts the program again and runs "
    "it to the earlier place; breakpoints and watchpoints stay.\n\n"
    "Kinds of events: R read, W write, U update (both), F fence, L lock or other object, C create, J join, B branch, E "
    "end.\n"
    "Relations: rf reads from, co overwrites, after: the operation on the same object before.\n";

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
  for (const auto& commands :
       {loadingCommands(), movingCommands(), lookingCommands(), threadCommands(), askingCommands(), sidewaysCommands(),
        findingCommands(), drivingCommands(), inputCommands(), configCommands()})
    add(container, commands);
  add(container.AddMultiwordCommand("break", "Breakpoints on events; LLDB's own are independent of them."),
      breakpointCommands());
  add(container.AddMultiwordCommand("bookmark", "Names for positions, to go to as @NAME."), bookmarkCommands());
  watchNativeCommands(debugger);
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
