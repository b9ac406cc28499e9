// A program as explorers see it: a set of threads, each a function from what it has observed to what it does next.
// Thread rule: a Program belongs to one worker.
#pragma once

#include "base/result.h"
#include "program/label.h"
#include "symbolic/expression.h"

#include <span>
#include <string>
#include <vector>

namespace revisit {

// How to bring a fresh run into the middle of an execution: which thread takes each scheduled step (isScheduled), in
// order, and the inputs. After the last step the run goes on by itself under the default policy.
struct Plan {
  struct Step {
    ThreadId thread;
    LabelKind kind;            // what is expected; a different step is a divergence
    std::uint32_t outcome = 0; // Object: which of the operation's outcomes (whom a signal wakes)
  };
  std::vector<Step> steps;
  Assignment inputs;
  bool findLeaks = false; // look at the end of the run for memory that is left behind: Recording::leaks
};

// Memory that a finished run left behind: not freed, and nothing points to it. All of one place, together.
struct LeakedMemory {
  PositionId position; // where it was allocated
  ThreadId thread;     // by whom
  friend bool operator==(const LeakedMemory&, const LeakedMemory&) = default;
};

// What learning did to the program.
enum class Learnt {
  More,   // next() now answers for the states at the end of the plan
  Restart // locations changed (more is shared, or shapes grew): every state is void, explore again from the start
};

struct SourcePosition {
  std::string file; // as the compiler knew it; empty when unknown
  unsigned line = 0;
  unsigned column = 0;
  std::string function;
};

class Program {
public:
  virtual ~Program() = default;

  virtual ExpressionPool& pool() = 0;
  virtual ThreadId mainThread() const { return ThreadId(0); }
  // Main's.
  virtual StateId initialState() = 0;
  // That of the thread that this Create label starts: the function and the argument that it is given are the first
  // things that a thread observes. O(1) expected.
  virtual StateId startState(const Label& create) = 0;

  // The next step of a thread in this state; null when it is not known yet: then call learn(). O(1).
  virtual const Label* next(StateId state) = 0;
  // The state after the step next(state) with this observation. O(1) expected. Requires next(state) != null and not
  // terminal.
  virtual StateId advance(StateId state, const Observation& seen) = 0;
  // Learns what the threads do after this plan. May fail when the target cannot be run.
  virtual Result<Learnt> learn(const Plan& plan) = 0;
  // Runs a whole explored execution again and compares; fails on the first difference. A script has nothing to compare.
  virtual Status confirm(const Plan&) { return Done{}; }

  // What a whole explored execution leaves behind. Costs a run. A script has no heap.
  virtual Result<std::vector<LeakedMemory>> leaks(const Plan&) { return std::vector<LeakedMemory>{}; }

  // If the location, or the object, lies in a local variable of main, and the program does not tell when main's return
  // ends its life: it does from now on, and every state is void. Says whether that is so. A script has no such variables.
  virtual bool followEnd(LocationId) { return false; }
  virtual bool followEnd(ObjectId) { return false; }

  virtual unsigned locationSize(LocationId location) const = 0; // bytes
  virtual Value initialValue(LocationId location) const = 0;

  // The thread's creation path: the how-many-th child of the how-many-th child ... of main it is. Main's is empty.
  virtual std::vector<unsigned> threadPath(ThreadId thread) const = 0;

  // Names for people; none of them affects exploration.
  virtual std::string threadName(ThreadId thread) const = 0;
  virtual std::string locationName(LocationId location) const = 0;
  virtual std::string objectName(ObjectId object) const = 0;
  // What an access touches of its location: a field, an element. Requires a label of memory.
  virtual std::string accessName(const Label& access) const { return locationName(access.location); }
  // A value of the accessed bytes, the lowest word first, as the program's types write it; empty when it is not known
  // how.
  virtual std::string typedText(const Label&, std::span<const std::uint64_t>) const { return {}; }
  // The chain of call sites, innermost first.
  virtual std::vector<SourcePosition> callChain(PositionId position) const = 0;

  // Where it lies in the memory of the program that runs; 0 for a script, which has no memory.
  virtual std::uint64_t locationAddress(LocationId) const { return 0; }
  virtual std::uint64_t objectAddress(ObjectId) const { return 0; }
};

} // namespace revisit
