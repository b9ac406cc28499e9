// The algorithm's steps as text and as JSON; the command line and the window both use this formatter. The texts explain
// the algorithm to a reader who does not know it. Stateless.
#pragma once

#include "log/exploration_log.h"

#include <nlohmann/json_fwd.hpp>

namespace revisit {

using ThreadNames = std::vector<std::string>;

// The names of these enumerators in JSON and options: "revisit-refused", "old-read", "place-after", "abandoned".
std::string_view nameOf(ActionKind kind);
std::string_view nameOf(Refusal refusal);
// Why a revisit or displacement is refused, as its text and the line of its algorithm have it.
enum class RefusalGroup : std::uint8_t {
  NotMaximal, // an event that it would delete is not, so that another execution covers it
  Forbidden,  // by the memory model
  NotEnabled, // the operation is not, in that place
  NotKnown    // the solver does not say whether all of them are maximal
};
RefusalGroup groupOf(Refusal refusal);
std::string_view nameOf(AlternativeKind kind);
std::string_view nameOf(NodeOutcome outcome);
std::optional<NodeOutcome> nodeOutcomeNamed(std::string_view name);

// "(1,2) R x = 0"; "the initial value of x".
std::string mention(const LogEvent& event, const ThreadNames& threads);
// Why an alternative was refused, without a full stop: "(1,2) R x = 0 reads an older write". `culprit` is the text for
// the culprit; it may be empty for refusals that have none.
std::string refusalText(Refusal refusal, const std::string& culprit);

// "complete, nothing is wrong."; with the error and its place, if there is one.
std::string endingText(const ExecutionSummary& finished, const ThreadNames& threads);

// One or more sentences about what was done and why. `finished` is the execution that the step finished, if any.
std::string stepText(const Step& step, const ThreadNames& threads, const ExecutionSummary* finished = nullptr);
// One line: "could read (0,1) W x = 1: kept for later", "cannot revisit (1,0) R x = 0: ...". With the cycle that the
// memory model forbids, if addCycles() found it; likewise stepText() and stepJson().
std::string candidateText(const StepCandidate& candidate, const ThreadNames& threads);

// How the event step.deleted[which] was judged: "maximal: it reads the newest write", "not maximal: it reads an older
// write". Requires such an event.
std::string verdictText(const Step& step, std::size_t which);

// The event, other event and culprit of a node of the tree.
struct NodeEvents {
  std::optional<LogEvent> event, other, source, culprit;
};
NodeEvents eventsOf(const ExplorationLog& log, const TreeNode& node);
// How the node differs from its parent, or why it was refused: "(2,0) W x = 1 revisits (1,2) R x = 0".
std::string nodeText(const TreeNode& node, const NodeEvents& events, const ThreadNames& threads);

// thread, index, text, file, line, reads_from, state (in-graph, next, initial); null for no event.
nlohmann::ordered_json logEventJson(const std::optional<LogEvent>& event, const ThreadNames& threads);
// A list of relation, from and to; null: no cycle is known.
nlohmann::ordered_json cycleJson(const RefusedCycle& cycle);
// number, action, refusal, alternative, node, depth, execution, text, event, other, source, culprit, cycle,
// deleted (with a verdict: "maximal", a refusal, or null: not judged), candidates: kind, refusal, text, other, source,
// culprit, cycle. A cycle is a list of relation, from and to.
nlohmann::ordered_json stepJson(const Step& step, const ThreadNames& threads,
                                const ExecutionSummary* finished = nullptr);
// number, id, kind, events, threads, bug (kind, message, file, line, thread), or null.
nlohmann::ordered_json summaryJson(const ExecutionSummary* summary);

} // namespace revisit
