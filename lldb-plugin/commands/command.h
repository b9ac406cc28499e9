// One command of the container `revisit`: its words for help, its options, and what it does. How a command line becomes
// an answer, and an answer output, is the same for all.
// Thread rule: the debugger's command thread.
#pragma once

#include "answer.h"
#include "workspace.h"

#include <CLI/CLI.hpp>

#include <functional>

namespace revisit::commands {

using Action = std::function<Result<Answer>(Workspace&)>;
using SessionAction = std::function<Result<Answer>(Workspace&, ReplaySession&)>;

// What Enter does after the command: nothing, the same once more, or something else.
inline constexpr const char* noRepeat = "";
inline constexpr const char* sameAgain = nullptr;

struct Command {
  const char* name;   // "step", "break set"
  const char* usage;  // "[N] [-t T]"
  const char* help;   // one line
  const char* repeat; // as above
  Action (*declare)(CLI::App& options);
};

// The same, failing when no witness is loaded.
Action onSession(SessionAction action);

// Adds --json; true behind the pointer when it was given.
std::shared_ptr<bool> addJson(CLI::App& options);

// For options that count something.
CLI::Validator isPositive();

// Words that LLDB split at blanks.
std::string joined(const std::vector<std::string>& words);

// Adds the command to the container, or to the one below it that the first of two words names.
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
std::vector<Command> configCommands();

} // namespace revisit::commands
