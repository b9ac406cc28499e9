// The states of a stateful search as indented text, Graphviz text or JSON. Pure functions on a log.
#pragma once

#include "log/exploration_log.h"
#include "log/state_step_text.h"

#include <nlohmann/json_fwd.hpp>

#include <set>

namespace revisit::cli {

// What a line shows: a state with the step that leads to it, or a step that leads to no new state.
enum class StateRowKind : std::uint8_t { Begins, Taken, Known, Cycle, Vain, Pruned };

struct StateRow {
  StateRowKind kind = StateRowKind::Begins;
  std::uint32_t parent = noLogEntry; // row
  std::uint32_t indent = 0;
  std::uint32_t from = noLogEntry, to = noLogEntry; // states
  std::uint64_t step = 0;                           // Pruned: none
  unsigned thread = 0;                              // Pruned
};

// The names of outcomes of rows: those of the executions that were shown for the state; open, explored, ended, dead of
// the state; known, in-vain, pruned of a step that leads to no new state.
bool isStateOutcome(const std::string& name);

struct StateTreeFilter {
  std::set<std::string> outcomes; // empty: all
  std::uint64_t max = 0;          // of the rows with one of these outcomes; 0: all
};

struct StateTree {
  std::vector<StateRow> rows; // depth-first
  std::uint64_t leftOut = 0;  // rows that match, beyond the bound
};
// The matching rows, up to the bound, and those above them. O(states and steps).
StateTree stateTree(const ExplorationLog& log, const StateTreeFilter& filter);

// One line for each row. What follows a state from which one step leads stands below it, not indented further.
std::string stateTreeToText(const ExplorationLog& log, const StateTree& tree);
std::string stateTreeToDot(const ExplorationLog& log, const StateTree& tree);
// states (as stateJson), edges: from, to, kind, thread, step, text.
nlohmann::ordered_json stateTreeToJson(const ExplorationLog& log, const StateTree& tree);

} // namespace revisit::cli
