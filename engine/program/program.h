// A program as explorers see it: a set of threads, each a function from its observations to its next step. Thread rule:
// a Program belongs to one worker.
#pragma once

#include "base/result.h"
#include "expression/expression.h"
#include "program/blocks.h"
#include "program/label.h"
#include "program/loops.h"
#include "program/program_names.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace revisit {

// How to bring a new run to the middle of an execution: the thread of each scheduled step (isScheduled), in order, and
// the inputs. After the last step the run continues under the default policy.
struct Plan {
  struct Step {
    ThreadId thread;
    LabelKind kind;            // the expected kind; a different step is a divergence
    std::uint32_t outcome = 0; // Object: which of the operation's outcomes (for example the waiter that a signal wakes)
    // Memory: how many of the writes that came before in the plan are coherence-later than the one that it reads from
    // or is placed after. Not 0: a stale read, or a write that lands in the past.
    std::uint32_t back = 0;
    std::optional<MemoryLife> life{}; // memory: the lifetime state that it observes; none: that of the newest write
    bool stores = false;              // memory
  };
  std::vector<Step> steps;
  Assignment inputs;
  bool findLeaks = false; // search for leaks at the end of the run: Recording::leaks
  bool hasPast() const;   // some step has a `back`
};

inline bool Plan::hasPast() const {
  return std::ranges::any_of(steps, [](const Step& step) { return step.back != 0; });
}

// Memory that a finished run leaked: not freed, and nothing points to it. All blocks from one place together.
struct LeakedMemory {
  PositionId position; // of the allocation
  ThreadId thread;     // that allocated it
  friend bool operator==(const LeakedMemory&, const LeakedMemory&) = default;
};

// The effect of learn() on the program.
enum class Learnt {
  More,   // next() now has answers for the states at the end of the plan
  Restart // locations changed (more is shared, or a location grew): all states are void; explore again from the start
};

class Program {
public:
  virtual ~Program() = default;

  virtual ExpressionPool& pool() = 0;
  virtual ThreadId mainThread() const { return ThreadId(0); }
  // The initial state of main.
  virtual StateId initialState() = 0;
  // The initial state of the thread that this Create label starts. Its function and its argument are the first
  // observations of a thread. O(1) expected.
  virtual StateId startState(const Label& create) = 0;

  // The next step of a thread in this state; null when it is not known yet (then call learn()). O(1).
  virtual const Label* next(StateId state) = 0;
  // The state after the step next(state) with this observation. O(1) expected. Requires next(state) != null and not
  // terminal.
  virtual StateId advance(StateId state, const Observation& seen) = 0;
  // A number that changes when all states become void.
  virtual std::uint64_t generation() const { return 0; }
  // The states that are known to be the same state as this one; invalid when that is not known. Requires next(state) !=
  // null. A script knows nothing of its states.
  virtual StateClassId classOf(StateId) const { return {}; }
  // The state that stands for all states that are known to be the same as this one. It does not change any more once
  // next(state) is known. O(1) expected.
  virtual StateId representative(StateId state) const { return state; }
  // Whether the thread is known to be able to come back to the state's class. O(1).
  virtual bool isOnCycle(StateId) const { return false; }
  // What the thread did about its loops on the way to this state's next step. Requires next(state) != null. O(1).
  virtual LoopStepsId loopsBefore(StateId) const { return {}; }
  virtual std::span<const LoopStep> loopSteps(LoopStepsId) const { return {}; }
  // What the state says about blocks of the heap. Requires next(state) != null. O(1). A script has no heap.
  virtual const BlockFacts& blockFacts(StateId) const {
    static const BlockFacts none;
    return none;
  }
  // Whether blocks of the heap are taken again (ObjectOp::BlockTake).
  virtual bool recyclesBlocks() const { return false; }
  // The block whose freed mark this location is; 0: it is none.
  virtual std::uint64_t markedBlock(LocationId) const { return 0; }
  // The same program where what a thread reads from shared memory is a symbol (read_symbols.h), so that a state stands
  // for all values. Its runs are those of this program, and a Restart is one of both. Null: there is none.
  virtual Program* withSymbolicReads() { return nullptr; }
  // The number of the symbol for the next read of a thread of withSymbolicReads(). Requires next(state) != null.
  // O(registers).
  virtual std::uint32_t nextRead(StateId) const { return 0; }
  // Learns what the threads do after this plan. Fails when the program cannot be run.
  virtual Result<Learnt> learn(const Plan& plan) = 0;
  // Runs a whole explored execution again and compares; fails on the first difference. Restart as for learn(): the run
  // goes on behind the plan, so it may do what no run did before. Not needed for a script.
  virtual Result<Learnt> confirm(const Plan&) { return Learnt::More; }

  // A run of the program did not do what states of this thread had told. Whether there is a safer way to learn them,
  // with fewer states that count as the same: then all states are void, as after a Restart. A script has no other way.
  virtual bool distrustStates(ThreadId) { return false; }

  // The leaks of a whole explored execution. Costs a run. Nothing: all states are void, as after a Restart. A script
  // has no heap.
  using Leaks = std::optional<std::vector<LeakedMemory>>;
  virtual Result<Leaks> leaks(const Plan&) { return Leaks(std::in_place); }

  // If the location or object lies in a local variable of main whose end the program does not report yet: it is
  // reported from now on, and every state is void. Returns whether that is so. A script has no such variables.
  virtual bool reportEndOf(LocationId) { return false; }
  virtual bool reportEndOf(ObjectId) { return false; }

  virtual unsigned locationSize(LocationId location) const = 0; // bytes
  virtual Value initialValue(LocationId location) const = 0;

  // Whether the code may tell which one of several threads runs it: it asks for the thread's name, has variables of
  // each thread, computes with addresses, or calls code that is not known to be alike for all threads. A script cannot.
  virtual bool tellsThreadsApart() const { return false; }
  // Whether the address lies in memory that belongs to one thread other than main: its stack, its heap.
  virtual bool belongsToThread(std::uint64_t) const { return false; }

  virtual const ProgramNames& names() const = 0;
};

} // namespace revisit
