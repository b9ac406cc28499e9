// The steps of a stateful search as text and as JSON; the command line and the window both use this formatter. The
// texts explain the search to a reader who does not know it. Stateless.
#pragma once

#include "log/state_log.h"
#include "log/step_text.h"

namespace revisit {

// The names of these enumerators in JSON and options: "entered", "safe-set", "explored".
std::string_view nameOf(StateStepKind kind);
std::string_view nameOf(SourceRule rule);
std::string_view nameOf(StateOutcome outcome);

// "s12".
std::string stateName(std::uint32_t state);
// "{T0, T2}"; "{}".
std::string setText(ThreadBits threads);
// "T1 write x = 1"; without the value.
std::string actionText(const StateAction& action, const ThreadNames& threads);
std::string shortText(const StateAction& action, const ThreadNames& threads);
// What leads from a state to the next: "T1 write x = 1 at a.c:9, then T1 branch a < b true".
std::string edgeText(const StateStep& step, const ThreadNames& threads);
// "T2 joins current[T1] of s0: its later write of x depends on what T1 does there".
std::string growthText(const SourceGrowth& growth);
// What each thread does next in the state: "T0 waits for join T1 worker", "T1 write x". With the sets of the state.
std::vector<std::string> nextTexts(const LoggedState& state, const ThreadNames& threads);

// One or more sentences about what the search did and why. `entered` is the state that the step enters or leaves, as it
// is in the log; `finished` the execution that the step showed. Either may be null.
std::string stepText(const StateStep& step, const ThreadNames& threads, const LoggedState* entered = nullptr,
                     const ExecutionSummary* finished = nullptr);

// number, step, depth, state, from, thread, open, rule, execution, text, able, safe, backtrack, done, idle, asleep,
// pruned, current, actions, growths.
nlohmann::ordered_json stateStepJson(const StateStep& step, const ThreadNames& threads, const LoggedState* entered,
                                     const ExecutionSummary* finished);
// number, parent, step, outcome, next, sets, executions, values.
nlohmann::ordered_json stateJson(const StateLog& log, const LoggedState& state, const ThreadNames& threads);

} // namespace revisit
