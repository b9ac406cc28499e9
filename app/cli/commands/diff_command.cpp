// revisit diff: the first difference of two executions, and the events that only one of them has.
#include "cli/exit_status.h"
#include "cli/options/execution_choice.h"
#include "cli/options/exploration_options.h"
#include "cli/report/comparison_text.h"
#include "commands.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <iostream>
#include <memory>

namespace revisit::cli {
namespace diff_command {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  ExplorationOptions exploration;
  std::string a, b;
  bool json = false, all = false;
};

// Makes the witnesses of two executions when they are explored, and stops the exploration after the second.
class Finder final : public Observer {
public:
  Finder(ExplorationControl& control, std::array<ExecutionChoice, 2> choices)
      : m_control(control), m_choices(std::move(choices)) {}

  void began(const std::shared_ptr<const ExplorationLog>&) override { m_found = {}; }

  void finished(const ObservedExecution& execution) override {
    for (std::size_t i = 0; i < m_choices.size(); i++)
      if (!m_found[i] && m_choices[i].matches(execution.summary()))
        m_found[i] = execution.witness();
    if (m_found[0] && m_found[1])
      m_control.stop();
  }

  // Nothing: the execution was not explored.
  std::optional<Result<Witness>>& found(std::size_t which) { return m_found[which]; }

private:
  ExplorationControl& m_control;
  std::array<ExecutionChoice, 2> m_choices;
  std::array<std::optional<Result<Witness>>, 2> m_found;
};

using Witnesses = std::array<Witness, 2>;

Result<Witnesses> readBoth(const Options& options) {
  Result<Witness> a = readWitness(options.a);
  if (!a)
    return a.error();
  Result<Witness> b = readWitness(options.b);
  if (!b)
    return b.error();
  return Witnesses{std::move(*a), std::move(*b)};
}

Result<Witnesses> exploreBoth(Options& options, const Arguments& arguments) {
  const Result<ExecutionChoice> a = parseExecution(options.a, "A"), b = parseExecution(options.b, "B");
  if (!a || !b)
    return a ? b.error() : a.error();
  const Result<BuiltProgram> program = prepare(options.exploration, arguments, "diff");
  if (!program)
    return program.error();
  ExplorationControl control;
  Finder finder(control, {a.value(), b.value()});
  options.exploration.check.control = &control;
  options.exploration.check.observer = &finder;
  options.exploration.check.explore.keepGoing = true;
  const Result<CheckReport> explored = explore(options.exploration);
  if (!explored)
    return explored.error();
  Witnesses found;
  for (std::size_t i = 0; i < found.size(); i++) {
    if (!finder.found(i))
      return explored.value().failure
                 ? *explored.value().failure
                 : Error{ErrorCode::BadUsage, i == 0 ? options.a : options.b, notMetText(explored.value())};
    if (!*finder.found(i))
      return finder.found(i)->error();
    found[i] = std::move(**finder.found(i));
  }
  return found;
}

int run(Options& options, const Arguments& arguments) {
  if (options.exploration.named.empty() && !arguments.compiler.empty())
    return report({ErrorCode::BadUsage, arguments.compiler.front(), "compiler options need sources after --program"});
  Result<Witnesses> both = options.exploration.named.empty() ? readBoth(options) : exploreBoth(options, arguments);
  if (!both)
    return report(both.error());
  const Result<Timeline> a = Timeline::make(std::move((*both)[0]));
  if (!a)
    return report({a.error().code, options.a, a.error().what});
  const Result<Timeline> b = Timeline::make(std::move((*both)[1]));
  if (!b)
    return report({b.error().code, options.b, b.error().what});
  const Comparison comparison = compare(a.value(), b.value());
  if (options.json) {
    Json json = {{"schema_version", 1}};
    json.update(comparisonJson(a.value(), b.value(), comparison));
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
  } else {
    std::cout << comparisonToText({a.value(), options.a, options.all ? Folding() : Folding(a.value())},
                                  {b.value(), options.b, options.all ? Folding() : Folding(b.value())}, comparison);
  }
  return nothingFound;
}

} // namespace
} // namespace diff_command

Run addDiff(CLI::App& command) {
  using namespace diff_command;
  const auto options = std::make_shared<Options>();
  command.add_option("A", options->a, "a .revisit file; with --program the number or id of an execution")->required();
  command.add_option("B", options->b, "the same")->required();
  command
      .add_option("--program", options->exploration.named,
                  "explore this program, or these source files (one for each --program), instead of reading files")
      ->expected(1)
      ->allow_extra_args(false) // A and B may follow
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_flag("--json", options->json, "as JSON");
  command.add_flag("--all", options->all, "a line for each event; without it, a call into a library is one line");
  addExplorationOptions(command, options->exploration);
  command.footer(argumentsHelp() + "Exit status: 0 answered, 2 wrong use or failure.");
  return [options](const Arguments& arguments) { return run(*options, arguments); };
}

} // namespace revisit::cli
