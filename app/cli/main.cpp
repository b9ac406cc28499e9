// The `revisit` command.
#include "base/suggestion.h"
#include "cli/commands/commands.h"
#include "cli/terminal.h"
#include "exit_status.h"
#include "prepare/build_program.h"
#include "version.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <memory>

namespace revisit::cli {
namespace {

// CLI11's messages may have several lines; a user gets one.
std::string oneLine(std::string text) {
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::vector<std::string> optionsOf(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames())
      names.push_back("--" + name);
  return names;
}

std::vector<std::string> commandsOf(CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

// Reports a first word that is not a command.
int reportUnknownCommand(const std::string& word, const std::vector<std::string>& commands) {
  std::string what;
  if (isSourceFile(word) || word.find('/') != std::string::npos)
    what = fmt::format("this is no command; did you mean 'revisit check {}'?", word);
  else if (word.ends_with(".revisit"))
    what = fmt::format("this is no command; did you mean 'revisit show {}'?", word);
  else if (const std::string meant = didYouMean(word, commands); !meant.empty())
    what = "there is no such command" + meant;
  else
    what = fmt::format("there is no such command; the commands are {}", fmt::join(commands, ", "));
  return report({ErrorCode::BadUsage, word, what});
}

int reportBadUsage(const CLI::ParseError& error, const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  std::string what = oneLine(error.what());
  const std::vector<std::string> rest = command.remaining();
  const auto option = std::ranges::find_if(rest, [](const std::string& word) { return word.starts_with('-'); });
  if (option != rest.end())
    what = "there is no option " + *option + didYouMean(*option, optionsOf(command));
  const std::string help = chosen.empty() ? "revisit --help" : "revisit " + command.get_name() + " --help";
  return report({ErrorCode::BadUsage, chosen.empty() ? "" : command.get_name(), what + "; '" + help + "' says more"});
}

int runCommandLine(const std::vector<std::string>& words) {
  CLI::App app("Explores every behaviour of a concurrent C or C++ program and shows the ones that fail.", "revisit");
  app.set_version_flag("--version", std::string("revisit ") + versionText);
  app.formatter(std::make_shared<FittedHelp>());
  app.require_subcommand(0, 1);
  std::map<CLI::App*, Run> commands;
  const auto add = [&](const char* name, const char* help, Run (*declare)(CLI::App&)) {
    CLI::App* command = app.add_subcommand(name, help);
    commands[command] = declare(*command);
  };
  add("check", "explore a program and report what is wrong", addCheck);
  add("show", "show a witness", addShow);
  add("replay", "do a witness's execution again", addReplay);
  add("steps", "say what the algorithm does, step by step", addSteps);
  add("tree", "show the tree of executions and refused alternatives", addTree);
  add("diff", "show where two executions part", addDiff);
  add("ask", "ask whether a witness's path is possible under a further condition", addAsk);
  add("outcomes", "list what could have happened at an event of a witness instead", addOutcomes);
  add("shrink", "show the same error in the smallest way: few preemptions, then few events", addShrink);
  add("take", "go to the nearest execution in which an event has another outcome", addTake);
  add("drive", "make an execution by hand, thread by thread", addDrive);
  add("orders", "find memory orders that repair a program, or weaker ones that suffice", addOrders);
  add("find", "find an execution in which a goal holds: a breakpoint over all executions", addFind);
  add("help", "show the manual: its subjects, or the page of one", addHelp);

  const std::vector<std::string> known = commandsOf(app);
  if (!words.empty() && !words.front().starts_with('-') && std::ranges::find(known, words.front()) == known.end())
    return reportUnknownCommand(words.front(), known);
  constexpr std::array exploring = {"check", "steps", "tree", "diff", "drive", "orders", "find"};
  const bool explores = !words.empty() && std::ranges::find(exploring, words.front()) != exploring.end();
  Arguments arguments{words, {}, {}};
  if (explores) {
    Result<Arguments> split = splitArguments(words);
    if (!split)
      return report(split.error());
    arguments = std::move(*split);
  }
  try {
    std::vector<std::string> reversed(arguments.own.rbegin(), arguments.own.rend());
    app.parse(std::move(reversed));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0)
      return app.exit(error); // --help or --version
    return reportBadUsage(error, app);
  }
  const auto chosen = app.get_subcommands();
  if (chosen.empty())
    return report(
        {ErrorCode::BadUsage, "", "name a command, such as check, show or replay; 'revisit --help' says more"});
  return commands[chosen.front()](arguments);
}

} // namespace
} // namespace revisit::cli

int main(int argc, char** argv) {
  try {
    return revisit::cli::finishOutput(revisit::cli::runCommandLine({argv + 1, argv + argc}));
  } catch (const std::exception& error) {
    return revisit::cli::report({revisit::ErrorCode::Internal, "", error.what()});
  }
}
