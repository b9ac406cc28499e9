#include "state_tree_text.h"

#include "markup.h"
#include "query/timeline/event_text.h"
#include "witness/names.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace revisit::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t shownIdDigits = 12; // of an id; 8 identify it in commands

constexpr std::array<std::string_view, 12> outcomeNames = {"complete", "erroneous", "deadlocked", "blocked",
                                                           "cut",      "open",      "explored",   "ended",
                                                           "dead",     "known",     "in-vain",    "pruned"};

StateRowKind kindOf(const StateStep& step) {
  if (step.kind == StateStepKind::Entered)
    return step.from == noLogEntry ? StateRowKind::Begins : StateRowKind::Taken;
  if (step.kind == StateStepKind::Met)
    return step.isOpen ? StateRowKind::Cycle : StateRowKind::Known;
  return StateRowKind::Vain;
}

const char* nameOf(StateRowKind kind) {
  static constexpr const char* names[] = {"begins", "taken", "known", "cycle", "in-vain", "pruned"};
  return names[static_cast<std::size_t>(kind)];
}

LoggedState stateOf(const StateLog& log, std::uint32_t number) {
  return log.states(number, 1).front();
}

bool isState(const StateRow& row) {
  return row.kind == StateRowKind::Begins || row.kind == StateRowKind::Taken;
}

// All rows, depth-first.
std::vector<StateRow> allRows(const StateLog& log) {
  std::vector<StateRow> rows;
  struct Open {
    std::uint32_t row, indent;
    std::vector<StateRow> below; // latest first
  };
  std::vector<Open> stack;
  const auto add = [&](StateRow row, std::uint32_t parent, std::uint32_t indent) {
    row.parent = parent;
    row.indent = indent;
    rows.push_back(row);
    if (!isState(row))
      return;
    const LoggedState state = stateOf(log, row.to);
    Open open{static_cast<std::uint32_t>(rows.size() - 1), 0, {}};
    std::set<std::vector<const WitnessEvent*>> vain; // a state that is judged again tries such a step again
    for (const std::uint64_t number : state.edges) {
      const StateStep step = log.steps(number, 1).front();
      std::vector<const WitnessEvent*> actions;
      for (const StateAction& action : step.actions)
        actions.push_back(action.shown.get());
      if (step.kind == StateStepKind::Vain && !vain.insert(std::move(actions)).second)
        continue;
      open.below.push_back({.kind = kindOf(step), .from = row.to, .to = step.state, .step = number});
    }
    for (ThreadBits left = state.pruned(); left != 0; left &= left - 1)
      open.below.push_back({.kind = StateRowKind::Pruned, .from = row.to, .thread = firstOf(left).value()});
    open.indent = indent + (open.below.size() > 1 || row.kind == StateRowKind::Begins ? 1 : 0);
    std::ranges::reverse(open.below);
    stack.push_back(std::move(open));
  };
  if (log.stateCount() != 0)
    add({.kind = StateRowKind::Begins, .to = 0, .step = stateOf(log, 0).step}, noLogEntry, 0);
  while (!stack.empty()) {
    Open& open = stack.back();
    if (open.below.empty()) {
      stack.pop_back();
      continue;
    }
    const StateRow row = open.below.back();
    open.below.pop_back();
    add(row, open.row, open.indent);
  }
  return rows;
}

bool matches(const ExplorationLog& log, const StateRow& row, const std::set<std::string>& outcomes) {
  if (outcomes.empty())
    return true;
  if (!isState(row))
    return outcomes.contains(row.kind == StateRowKind::Cycle ? "known" : nameOf(row.kind));
  const LoggedState state = stateOf(*log.states(), row.to);
  return outcomes.contains(std::string(revisit::nameOf(state.outcome))) ||
         std::ranges::any_of(state.executions, [&](std::uint64_t number) {
           const std::optional<ExecutionSummary> execution = log.execution(number);
           return execution && outcomes.contains(std::string(revisit::nameOf(execution->kind)));
         });
}

std::string actionsText(const StateStep& step, const ThreadNames& threads) {
  std::string text;
  for (const StateAction& action : step.actions)
    text += (text.empty() ? "" : ", then ") + actionText(action, threads);
  return text;
}

std::string nextTextOf(const StateLog& log, const StateRow& row) {
  for (const StateAction& next : stateOf(log, row.from).next)
    if (next.thread == row.thread)
      return shortText(next, log.threadNames());
  return "";
}

const char* pruningText(const StateLog& log, const StateRow& row) {
  const StateSets sets = stateOf(log, row.from).sets;
  const ThreadBits thread = bitOf(ThreadId(row.thread));
  return (sets.asleep & thread) != 0 ? "explored in another order"
         : (sets.safe & thread) == 0 ? "not in the safe set"
                                     : "not in the source set";
}

// "; #1 complete 0123456789ab: assertion x > 0".
std::string executionsText(const ExplorationLog& log, const LoggedState& state) {
  std::string text;
  for (const std::uint64_t number : state.executions)
    if (const std::optional<ExecutionSummary> execution = log.execution(number)) {
      text += fmt::format("; #{} {} {}", number, revisit::nameOf(execution->kind),
                          execution->id.text().substr(0, shownIdDigits));
      if (execution->bug)
        text += fmt::format(": {}{}{}", errorName(execution->bug->kind), execution->bug->message.empty() ? "" : ": ",
                            execution->bug->message);
    }
  return text;
}

std::string stateText(const ExplorationLog& log, const StateRow& row) {
  const LoggedState state = stateOf(*log.states(), row.to);
  std::string text;
  if (state.outcome == StateOutcome::Ended)
    text += state.going == 0 ? "; ends" : "; waits for ever";
  else if (state.outcome == StateOutcome::Dead)
    text += "; an atomic section that cannot end";
  else if (state.outcome == StateOutcome::LeftOut)
    text += fmt::format("; nothing from here can fail: {}", state.summary);
  else if (state.outcome == StateOutcome::Open)
    text += "; not finished";
  return text + executionsText(log, state);
}

std::string stateRowText(const ExplorationLog& log, const StateRow& row) {
  const StateLog& states = *log.states();
  if (row.kind == StateRowKind::Pruned)
    return fmt::format("{} -|      {}; pruned: {}", stateName(row.from), nextTextOf(states, row),
                       pruningText(states, row));
  const std::string actions = actionsText(states.steps(row.step, 1).front(), states.threadNames());
  switch (row.kind) {
  case StateRowKind::Begins:
    return fmt::format("{}{}{}{}", stateName(row.to), actions.empty() ? "" : "  ", actions, stateText(log, row));
  case StateRowKind::Taken:
    return fmt::format("{} -> {}  {}{}", stateName(row.from), stateName(row.to), actions, stateText(log, row));
  case StateRowKind::Vain:
    return fmt::format("{} -> {}  {}; in vain", stateName(row.from),
                       row.to == noLogEntry ? "nowhere" : stateName(row.to), actions);
  default:
    return fmt::format("{} -> {}  {}; {}", stateName(row.from), stateName(row.to), actions,
                       row.kind == StateRowKind::Cycle ? "closes a cycle" : "known");
  }
}

// Colours of Okabe and Ito; the shape carries the same information.
std::string rowStyle(const ExplorationLog& log, const LoggedState& state) {
  for (const std::uint64_t number : state.executions)
    if (const auto execution = log.execution(number); execution && execution->bug)
      return "color=\"#D55E00\", penwidth=2, shape=octagon";
  switch (state.outcome) {
  case StateOutcome::Ended:
    return "color=\"#009E73\", peripheries=2";
  case StateOutcome::Dead:
    return "color=\"#E69F00\", shape=hexagon";
  case StateOutcome::Open:
    return "color=\"#56B4E9\", style=dotted";
  case StateOutcome::LeftOut:
    return "color=\"#CC79A7\", style=dashed";
  case StateOutcome::Explored:
    break;
  }
  return "color=\"#0072B2\"";
}

const char* edgeStyleOf(StateRowKind kind) {
  switch (kind) {
  case StateRowKind::Known:
    return "style=dashed";
  case StateRowKind::Cycle:
    return "style=dashed, penwidth=2";
  case StateRowKind::Vain:
    return "style=dotted";
  case StateRowKind::Pruned:
    return "style=dotted, color=\"#888888\", fontcolor=\"#888888\", arrowhead=tee";
  default:
    return "style=solid";
  }
}

} // namespace

bool isStateOutcome(const std::string& name) {
  return std::ranges::find(outcomeNames, name) != outcomeNames.end();
}

// Rows that match are shown, and so are the rows through which they are reached.
StateTree stateTree(const ExplorationLog& log, const StateTreeFilter& filter) {
  const std::vector<StateRow> rows = allRows(*log.states());
  StateTree tree;
  std::vector<std::uint32_t> newNumber(rows.size(), noLogEntry);
  std::vector<bool> isShown(rows.size(), false);
  std::uint64_t matched = 0;
  for (std::uint32_t i = 0; i < rows.size(); i++) {
    if (!matches(log, rows[i], filter.outcomes))
      continue;
    if (filter.max != 0 && matched == filter.max) {
      tree.leftOut++;
      continue;
    }
    matched++;
    for (std::uint32_t each = i; each != noLogEntry && !isShown[each]; each = rows[each].parent)
      isShown[each] = true;
  }
  for (std::uint32_t i = 0; i < rows.size(); i++) {
    if (!isShown[i])
      continue;
    newNumber[i] = static_cast<std::uint32_t>(tree.rows.size());
    tree.rows.push_back(rows[i]);
    if (rows[i].parent != noLogEntry)
      tree.rows.back().parent = newNumber[rows[i].parent];
  }
  return tree;
}

std::string stateTreeToText(const ExplorationLog& log, const StateTree& tree) {
  std::string text;
  for (const StateRow& row : tree.rows)
    text += std::string(2 * std::size_t{row.indent}, ' ') + stateRowText(log, row) + '\n';
  return text;
}

std::string stateTreeToDot(const ExplorationLog& log, const StateTree& tree) {
  const StateLog& states = *log.states();
  const ThreadNames threads = states.threadNames();
  std::string text = "digraph states {\n  node [shape=ellipse, fontname=monospace];\n  edge [fontname=monospace];\n";
  for (const StateRow& row : tree.rows) {
    if (isState(row)) {
      const LoggedState state = stateOf(states, row.to);
      text += fmt::format("  {} [label=\"{}{}\", {}];\n", stateName(row.to), stateName(row.to),
                          escapeGraphviz(executionsText(log, state)), rowStyle(log, state));
    }
    if (row.kind == StateRowKind::Begins)
      continue;
    if (row.kind == StateRowKind::Pruned) {
      const std::string end = fmt::format("{}_{}", stateName(row.from), row.thread);
      text += fmt::format("  {} [shape=point, color=\"#888888\"];\n  {} -> {} [label=\"{}\", {}];\n", end,
                          stateName(row.from), end, escapeGraphviz(nextTextOf(states, row)), edgeStyleOf(row.kind));
      continue;
    }
    if (row.to != noLogEntry)
      text +=
          fmt::format("  {} -> {} [label=\"{}\", {}];\n", stateName(row.from), stateName(row.to),
                      escapeGraphviz(actionsText(states.steps(row.step, 1).front(), threads)), edgeStyleOf(row.kind));
  }
  return text + "}\n";
}

Json stateTreeToJson(const ExplorationLog& log, const StateTree& tree) {
  const StateLog& states = *log.states();
  const ThreadNames threads = states.threadNames();
  Json shown = Json::array(), edges = Json::array();
  for (const StateRow& row : tree.rows) {
    if (isState(row))
      shown.push_back(stateJson(states, stateOf(states, row.to), threads));
    if (row.kind == StateRowKind::Begins)
      continue;
    const bool isPruned = row.kind == StateRowKind::Pruned;
    std::optional<StateStep> step;
    if (!isPruned)
      step = states.steps(row.step, 1).front();
    edges.push_back({{"from", row.from},
                     {"to", row.to == noLogEntry ? Json() : Json(row.to)},
                     {"kind", nameOf(row.kind)},
                     {"thread", step && step->thread ? Json(*step->thread) : Json(row.thread)},
                     {"step", isPruned ? Json() : Json(row.step)},
                     {"text", isPruned ? nextTextOf(states, row) : actionsText(*step, threads)}});
  }
  return {{"states", shown}, {"edges", edges}};
}

} // namespace revisit::cli
