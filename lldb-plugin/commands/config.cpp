// revisit config: settings for the output.
#include "command.h"

#include <fmt/format.h>

#include <charconv>

namespace revisit::commands {

namespace {

constexpr const char* linesBefore = "stop-line-count-before";
constexpr const char* linesAfter = "stop-line-count-after";

struct Options {
  std::string key, value;
};

// LLDB's own setting, so that its stops and ours show the same lines.
std::string sourceLines(lldb::SBDebugger debugger) {
  lldb::SBStringList values = lldb::SBDebugger::GetInternalVariableValue(linesBefore, debugger.GetInstanceName());
  const char* const value = values.GetSize() > 0 ? values.GetStringAtIndex(0) : nullptr;
  return value != nullptr ? value : "";
}

Status setSourceLines(lldb::SBDebugger debugger, const std::string& value) {
  unsigned lines = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), lines);
  if (error != std::errc() || end != value.data() + value.size())
    return Error{ErrorCode::BadUsage, "", fmt::format("'{}' is no number of lines", value)};
  for (const char* name : {linesBefore, linesAfter})
    if (const lldb::SBError failed =
            lldb::SBDebugger::SetInternalVariable(name, value.c_str(), debugger.GetInstanceName());
        failed.Fail())
      return Error{ErrorCode::BadUsage, "", failed.GetCString()};
  return Done{};
}

Status setSwitch(bool& preference, const std::string& value) {
  if (value != "on" && value != "off")
    return Error{ErrorCode::BadUsage, "", fmt::format("'{}': write on or off", value)};
  preference = value == "on";
  return Done{};
}

Status set(Workspace& workspace, const Options& given) {
  if (given.key == "source-lines")
    return setSourceLines(workspace.debugger(), given.value);
  Preferences& preferences = workspace.preferences();
  return setSwitch(given.key == "output" ? preferences.showOutput : preferences.showLibraries, given.value);
}

Result<Answer> config(Workspace& workspace, const Options& given) {
  const bool isKnown = given.key == "output" || given.key == "source-lines" || given.key == "libraries";
  if (!given.key.empty() && !isKnown)
    return Error{ErrorCode::BadUsage, "",
                 fmt::format("there is no setting '{}': output, source-lines, libraries", given.key)};
  if (!given.value.empty())
    if (const Status status = set(workspace, given); !status)
      return status.error();
  const Preferences& preferences = workspace.preferences();
  Table table;
  const auto add = [&](const char* key, const std::string& value, const char* meaning) {
    if (given.key.empty() || given.key == key)
      table.add({key, value, meaning});
  };
  add("output", preferences.showOutput ? "on" : "off", "show what the program prints");
  add("source-lines", sourceLines(workspace.debugger()), "lines shown before and after the current one");
  add("libraries", preferences.showLibraries ? "on" : "off", "list each event of a library's code");
  return Answer{table.text(), {}};
}

Action config(CLI::App& options) {
  const auto given = std::make_shared<Options>();
  options.add_option("KEY", given->key, "output, source-lines or libraries; all when left out");
  options.add_option("VALUE", given->value, "on or off; a number");
  return [given](Workspace& workspace) { return config(workspace, *given); };
}

} // namespace

std::vector<Command> configCommands() {
  return {{"config", "[KEY [VALUE]]", "Show or set what answers show.", noRepeat, config}};
}

} // namespace revisit::commands
