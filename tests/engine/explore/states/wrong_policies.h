// Policies of the stateful search that are wrong, each in one decision: rules as the papers print them, or left out.
// The fuzzes must notice each of them. Stateless.
#pragma once

#include "explore/states/search_policies.h"

#include <memory>

namespace revisit::test {

using Policies = std::shared_ptr<const SearchPolicies>;

enum class WrongSources : std::uint8_t {
  AsPrinted,      // the next three together
  LastDependent,  // Algorithm 2, line 20: only the last step on the stack that an action depends on is told
  OwnThread,      // UpdateBack, first case: only for the thread that was explored last
  WithoutPending, // actions of threads that wait for ever do not count
  WrongRaces,     // races with the steps that happen before
  OnlyEnabled,    // nothing is explored instead of a thread that could not move
  OneReversal     // with sleep sets: the last race only, and the thread itself only
};
Policies wrongSources(WrongSources kind);
// Nothing makes up for threads that a cycle puts off.
Policies withoutClosing();
// Threads sleep also after steps that they depend on.
Policies neverWaking();

enum class WrongSummary : std::uint8_t {
  EndsHold,         // every end is safe, also one with an error or at a bound (Algorithm 2, line 23)
  WithoutLater,     // what follows a state that is left out is not told to the states before (section 5.2)
  WithoutObjects,   // objects are not part of the control
  UnseenSidesHold,  // a side of a decision that was not explored is safe
  WithoutDecisions, // what decided about values that were read is not part of the control
  AnyHistory,       // a state that was visited tells the same of other histories that lead to it
  AnySleep          // threads that slept count as explored
};
Policies wrongSummaries(WrongSummary kind);

enum class WrongSlice : std::uint8_t {
  AnyRace,     // accesses that are not atomic never race
  AnyWait,     // threads never wait for a mutex inside the section of an omitted one
  AnyStore,    // values may be stored to locations of the slice
  AnyDecision, // values may decide
  AnyOrigin,   // where values come from is not part of the state
  AnyFuture    // what races in the steps that are left does not count
};
Policies wrongSlice(WrongSlice kind);

} // namespace revisit::test
