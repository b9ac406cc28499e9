// revisit tree: every execution and every refused alternative, as a tree; or every state, with the steps from it.
#include "cli/exit_status.h"
#include "cli/options/exploration_options.h"
#include "cli/options/stop_when.h"
#include "cli/report/state_tree_text.h"
#include "cli/report/tree_text.h"
#include "commands.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <memory>

namespace revisit::cli {
namespace tree_command {
namespace {

using Json = nlohmann::ordered_json;

// Of a search over states, that are kept when it is not known how many are needed: about 1 GB.
constexpr std::uint64_t mostSteps = 5'000'000;

struct Options {
  ExplorationOptions exploration;
  std::vector<std::string> outcomes;
  std::uint64_t max = 200;
  bool dot = false, json = false, all = false;
};

// Counts the matching nodes as they are created. After an execution every node has its outcome.
class Counter {
public:
  explicit Counter(const TreeFilter& filter) : m_filter(filter) {}

  // Whether there are more nodes than are shown.
  bool isEnough(const std::shared_ptr<const ExplorationLog>& log) {
    if (log != m_log) { // the exploration began again
      m_log = log;
      m_seen = 0;
      m_matched = 0;
    }
    const std::vector<TreeNode> nodes = log->nodes(m_seen, noLogEntry);
    for (const TreeNode& node : nodes)
      m_matched += m_filter.matches(node);
    m_seen += static_cast<std::uint32_t>(nodes.size());
    return m_filter.max != 0 && m_matched > m_filter.max;
  }

private:
  const TreeFilter& m_filter;
  std::shared_ptr<const ExplorationLog> m_log;
  std::uint32_t m_seen = 0;
  std::uint64_t m_matched = 0;
};

TreeFilter filterOf(const Options& options) {
  TreeFilter filter{{}, options.max};
  for (const std::string& outcome : options.outcomes)
    if (const std::optional<NodeOutcome> named = nodeOutcomeNamed(outcome))
      filter.outcomes.insert(*named);
  return filter;
}

std::string leftOutText(const CheckReport& report, const TreeSelection& selection, const Options& options) {
  if (selection.leftOut == 0)
    return "";
  return fmt::format("only {} of {}{} nodes {}: --max 0 shows all", options.max,
                     report.exploration.incomplete.empty() ? "" : "more than ",
                     options.max + selection.leftOut - (report.exploration.incomplete.empty() ? 0 : 1),
                     options.outcomes.empty() ? "are shown" : "that match are shown");
}

void show(const Options& options, const CheckReport& report, const TreeSelection& selection) {
  const ExplorationLog& log = *report.log;
  const std::string leftOut = leftOutText(report, selection, options);
  if (options.json) {
    const Json json = {{"schema_version", 1},
                       {"threads", log.threadNames()},
                       {"nodes", treeToJson(log, selection)},
                       {"left_out", leftOut.empty() ? Json() : Json(leftOut)}};
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
  } else if (options.dot) {
    std::cout << treeToDot(log, selection);
    if (!leftOut.empty())
      std::cout << "// " << leftOut << '\n';
  } else {
    std::cout << treeToText(log, selection, options.all || !options.outcomes.empty()) << '\n'
              << exploredText(report) << (leftOut.empty() ? "" : leftOut + '\n');
  }
}

// The outcomes that the algorithm has. The others are of another kind of algorithm.
Status checkOutcomes(const Options& options) {
  const bool ofStates = exploresStates(options.exploration.check.search.algorithm);
  for (const std::string& outcome : options.outcomes)
    if (!(ofStates ? isStateOutcome(outcome) : nodeOutcomeNamed(outcome).has_value()))
      return Error{ErrorCode::BadUsage, "--outcome " + outcome,
                   ofStates ? "a search over states has no such outcome" : "only a search over states has it"};
  return Done{};
}

void show(const Options& options, const CheckReport& report, const StateTree& tree) {
  const ExplorationLog& log = *report.log;
  std::string leftOut;
  if (tree.leftOut != 0)
    leftOut = fmt::format("only {} lines{} are shown: --max 0 shows all", options.max,
                          options.outcomes.empty() ? "" : " that match");
  else if (const std::uint64_t steps = log.states()->stepsLeftOut(); steps != 0)
    leftOut = fmt::format("{} further steps of the search are not kept", steps);
  if (options.json) {
    Json json = {{"schema_version", 1}, {"threads", log.states()->threadNames()}};
    json.update(stateTreeToJson(log, tree));
    json["left_out"] = leftOut.empty() ? Json() : Json(leftOut);
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
  } else if (options.dot) {
    std::cout << stateTreeToDot(log, tree) << (leftOut.empty() ? "" : "// " + leftOut + '\n');
  } else {
    std::cout << stateTreeToText(log, tree) << '\n' << exploredText(report) << (leftOut.empty() ? "" : leftOut + '\n');
  }
}

// How far a search goes for so many lines. A small one ends: what is pruned in a state is known only when it is done.
constexpr std::uint64_t stepsForLines(std::uint64_t lines) {
  return std::max<std::uint64_t>(20'000, 20 * lines);
}

int run(Options& options, const Arguments& arguments) {
  const Result<BuiltProgram> program = prepare(options.exploration, arguments, "tree");
  if (!program)
    return report(program.error());
  if (const Status checked = checkOutcomes(options); !checked)
    return report(checked.error());
  const TreeFilter filter = filterOf(options);
  Counter counter(filter);
  ExplorationControl control;
  StopWhen stop(control,
                [&](const ExecutionSummary&, const auto& log) { return !log->states() && counter.isEnough(log); });
  options.exploration.check.log = LogOptions{.steps = false, .maxStates = mostSteps};
  if (options.outcomes.empty() && options.max != 0) {
    options.exploration.check.log->maxStates = stepsForLines(options.max);
    stopAlso(options.exploration, stop, [](const StateLog& states) { return states.stepsLeftOut() != 0; });
  }
  const Result<CheckReport> explored = exploreAll(options.exploration, control, stop);
  if (!explored)
    return report(explored.error());
  if (explored.value().log->states())
    show(options, explored.value(),
         stateTree(*explored.value().log, {{options.outcomes.begin(), options.outcomes.end()}, options.max}));
  else
    show(options, explored.value(), select(*explored.value().log, filter));
  return explored.value().failure ? report(*explored.value().failure) : nothingFound;
}

} // namespace
} // namespace tree_command

Run addTree(CLI::App& command) {
  using namespace tree_command;
  const auto options = std::make_shared<Options>();
  addProgram(command, options->exploration);
  command
      .add_option(
          "--outcome", options->outcomes,
          "only nodes with this outcome, and those above them; may be given several times. Those after 'open' are\n"
          "of states and of steps from state to state")
      ->expected(1)
      ->allow_extra_args(false) // a program may follow
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->check(CLI::IsMember({"complete", "erroneous", "deadlocked", "blocked", "cut", "refused", "abandoned", "open",
                             "explored", "ended", "dead", "known", "in-vain", "pruned"}));
  command.add_option("--max", options->max, "show at most this many nodes; 0: all")
      ->check(notNegative())
      ->capture_default_str();
  command.add_flag("--all", options->all,
                   "also alternatives that are only about what a library does; without it, the line above names them");
  CLI::Option_group* form = command.add_option_group("form", "how to show it; the default is indented text");
  form->add_flag("--dot", options->dot, "as Graphviz text");
  form->add_flag("--json", options->json, "as JSON");
  form->require_option(0, 1);
  addExplorationOptions(command, options->exploration);
  command.footer(
      argumentsHelp() +
      "The exploration continues after a bug. An execution has a number and an id, of which the first digits\n"
      "are shown; 'revisit check --only ID' writes its witness, 'revisit steps --execution ID' says how the\n"
      "algorithm came to it.\n"
      "Exit status: 0 answered, 2 wrong use or failure.");
  return [options](const Arguments& arguments) { return run(*options, arguments); };
}

} // namespace revisit::cli
