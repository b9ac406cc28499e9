// What a stateful search does, as data: a search tells its observer. Without an observer this costs nothing. The
// observer of an exploration's recorder is Recorder::ofStates().
#pragma once

#include "explore/states/state_store.h"

#include <span>
#include <string_view>

namespace revisit {

// Why these threads are to be explored from a state (UpdateBack, and what the paper leaves out).
enum class SourceRule : std::uint8_t {
  SafeSet,   // all of the safe set: the algorithm has no source sets, or no step led to another state yet
  Cycle,     // all threads that can move: a step leads to a state on the stack
  Waits,     // all of the safe set: a later action of a thread that cannot move here depends on a step explored
  Closed,    // none but those explored: no later action of others depends on the steps of `closed`
  Limit,     // all threads that can move: a step is not followed, because of a bound
  Dependent, // also those with a later action that depends on a step explored
  Races      // for each race between a step explored and a later one, a thread that can begin its reversal
};

enum class SearchStepKind : std::uint8_t {
  Entered,  // the thread's step leads from `from` to `state`, which is new. The initial state: `from` is invalid
  Met,      // the thread's step leads from `from` to `state`, which was visited before
  Vain,     // the thread's step in `from` leads back there (a failed round of a waiting loop), or is not followed
  Judged,   // all ways of the thread's step in `state` were explored: `backtrack` is new
  Left,     // `state` was explored
  Ended,    // the program ends in `state`, or its threads wait for ever
  Dead,     // `state` is inside an atomic section that gets stuck: it never happened
  LeftOut,  // nothing can fail from `state` on, because of a summary: it is not explored
  Reopened, // after the search, the threads of `backtrack` that are not in `done` are to be explored too
  Livelock  // threads go round for ever in the cycle of `state`: nothing changes there, or none comes further
};

// In the words of the paper: `backtrack`, `current`, `done`.
struct SearchStep {
  SearchStepKind kind = SearchStepKind::Entered;
  SourceRule rule = SourceRule::SafeSet; // Judged, Reopened
  StateIndex state, from;
  ThreadId thread;
  bool isOpen = false;  // Met: the state is on the stack
  bool isAgain = false; // Met: it is explored again, because the search follows paths
  // Of `state`; Vain: of `from`; empty for Met and Livelock. `idle`: threads whose steps lead nowhere; `asleep`: those
  // whose steps were explored in another order; `closed`: see SourceRule::Closed.
  ThreadBits able = 0, safe = 0, backtrack = 0, done = 0, idle = 0, asleep = 0, closed = 0;
  std::span<const ThreadBits> current; // by thread; valid during the call
  std::string_view summary;            // LeftOut: what holds there, in C syntax; valid during the call
};

class SearchObserver {
public:
  virtual ~SearchObserver() = default;
  // A search begins: all that was told before is void.
  virtual void began(const VisibleActions& actions) = 0;
  // Steps of the program from this state begin. Invalid: before the initial state.
  virtual void leaves(StateIndex state) = 0;
  // The thread is about to take this step. What is told until leaves() is one edge; the search also looks around in
  // between other calls, which means nothing.
  virtual void passes(ThreadId thread, const Way& way, ProductState& product) = 0;
  // current[explored] of the state grows by `added`, because of an action among `later` that depends on the thread's
  // action here.
  virtual void grows(StateIndex state, ThreadId explored, ThreadBits added, ActionId action,
                     VisibleActions::Set later) = 0;
  // The product is in the state that the step is about, except for Met, Vain and Livelock.
  virtual void record(const SearchStep& step, ProductState& product) = 0;
};

} // namespace revisit
