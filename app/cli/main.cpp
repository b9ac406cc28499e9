// The `revisit` command.
#include "commands.h"
#include "exit_status.h"
#include "version.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <map>

namespace revisit::cli {
namespace {

// CLI11 may explain itself on several lines; a user gets one.
std::string oneLine(std::string text) {
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

int runCommandLine(const std::vector<std::string>& words) {
  CLI::App app("Explores every behaviour of a concurrent C or C++ program and shows the ones that fail.", "revisit");
  app.set_version_flag("--version", std::string("revisit ") + versionText);
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

  constexpr std::array exploring = {"check", "steps", "tree", "diff"};
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
      return app.exit(error); // --help, --version
    const auto chosen = app.get_subcommands();
    const std::string help = chosen.empty() ? "revisit --help" : "revisit " + chosen.front()->get_name() + " --help";
    return report({ErrorCode::BadUsage, chosen.empty() ? "" : chosen.front()->get_name(),
                   oneLine(error.what()) + "; '" + help + "' says more"});
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
    return revisit::cli::runCommandLine({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    return revisit::cli::report({revisit::ErrorCode::Internal, "", error.what()});
  }
}
