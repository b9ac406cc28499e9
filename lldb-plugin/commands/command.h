// One command of the container `revisit`: its help texts, its options and its action. Parsing a command line and
// printing an answer are the same for all commands. Thread rule: the debugger's command thread.
#pragma once

#include "answer.h"
#include "workspace.h"

#include <CLI/CLI.hpp>

#include <functional>

namespace revisit::commands {

using Action = std::function<Result<Answer>(Workspace&)>;
using SessionAction = std::function<Result<Answer>(Workspace&, ReplaySession&)>;

// The effect of Enter after the command: nothing, the same command again, or another one.
inline constexpr const char* noRepeat = "";
inline constexpr const char* sameAgain = nullptr;

struct Command {
  const char* name;   // "step", "break set"
  const char* usage;  // "[N] [-t T]"
  const char* help;   // one line
  const char* repeat; // one of the above
  Action (*declare)(CLI::App& options);
};

// The same for an action on the session; fails when no witness is loaded.
Action onSession(SessionAction action);

// Adds --json; the pointer's target becomes true when it was given.
std::shared_ptr<bool> addJson(CLI::App& options);

// Adds --filter, the words of event_search.h.
void addWords(CLI::App& options, std::string& words);

// For options that are counts.
CLI::Validator isPositive();

// Joins words that LLDB split at blanks.
std::string joined(const std::vector<std::string>& words);

// Adds the command to the container, or for two words to the sub-container named by the first.
void addCommand(lldb::SBCommand container, const Command& command);

// The container's commands, by subject.
std::vector<Command> loadingCommands();
std::vector<Command> movingCommands();
std::vector<Command> breakpointCommands();
std::vector<Command> bookmarkCommands();
std::vector<Command> lookingCommands();
std::vector<Command> threadCommands();
std::vector<Command> askingCommands();
std::vector<Command> inputCommands();
std::vector<Command> sidewaysCommands();
std::vector<Command> findingCommands();
std::vector<Command> drivingCommands();
std::vector<Command> configCommands();

} // namespace revisit::commands
