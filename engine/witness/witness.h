// The witness: one execution, with everything needed to run it again and to show it without running it. FORMAT.md in
// this folder describes the JSON. Plain data that does not depend on an explorer or a process.
#pragma once

#include "base/input_type.h"
#include "base/result.h"
#include "program/execution_kind.h"
#include "program/label.h"
#include "program/model_kind.h"
#include "program/permitted.h"
#include "program/program.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace revisit {

inline constexpr unsigned witnessVersion = 5;       // under a weak memory model; otherwise 4, which says the same
inline constexpr unsigned oldestWitnessVersion = 2; // the oldest version that can still be read

struct WitnessPosition {
  std::string file; // empty: unknown
  unsigned line = 0;
  unsigned column = 0;
  std::string function;
  friend bool operator==(const WitnessPosition&, const WitnessPosition&) = default;
};

// Where something stands in the environment: so many variables are before it, of so many bytes with their NULs.
struct EnvironmentPlace {
  std::uint64_t entries = 0;
  std::uint64_t bytes = 0;
  friend bool operator==(const EnvironmentPlace&, const EnvironmentPlace&) = default;
};

struct WitnessVariable {
  std::string name;
  std::string value;
  std::optional<EnvironmentPlace> place; // none: behind the one before it in the witness
  friend bool operator==(const WitnessVariable&, const WitnessVariable&) = default;
};

// What was run. Paths are absolute.
struct WitnessProgram {
  std::string path;                 // the executable
  std::string buildId;              // of the executable, hexadecimal
  std::vector<std::string> sources; // those that `check` compiled; otherwise empty
  std::vector<std::string> flags;   // the compiler flags given with them
  std::vector<std::string> arguments;
  std::optional<std::string> standardInput; // what it reads there; none: it had no standard input
  // The variables that it asked for; it had no others, as far as it knows (witness/environment.h).
  std::vector<WitnessVariable> environment;
  // The end of what it had. None, and no variables: not known, it inherits those of who runs it.
  std::optional<EnvironmentPlace> environmentEnd;
  friend bool operator==(const WitnessProgram&, const WitnessProgram&) = default;
};

struct WitnessThread {
  std::vector<unsigned> path; // the n-th child of the m-th child ... of main; empty for main
  std::string name;           // the function it runs
  friend bool operator==(const WitnessThread&, const WitnessThread&) = default;
};

// The value of an unknown input: input number `index` of `thread`.
struct WitnessInput {
  unsigned thread = 0; // here and below: an index into Witness::threads
  unsigned index = 0;
  std::string name;
  unsigned width = 0; // bits, 1..64
  std::uint64_t value = 0;
  InputType type = InputType::Unknown;
  friend bool operator==(const WitnessInput&, const WitnessInput&) = default;
};

struct WitnessEventRef {
  unsigned thread = 0;
  unsigned index = 0; // the position in the thread's program order
  friend bool operator==(const WitnessEventRef&, const WitnessEventRef&) = default;
};

struct WitnessEvent {
  unsigned thread = 0;
  unsigned index = 0;
  LabelKind kind = LabelKind::Read;
  std::optional<ObjectOp> objectOp;       // object: the operation
  std::optional<RmwOp> rmw;               // rmw: the operation
  Lifetime lifetime = Lifetime::Observed; // write: Ends or Begins when it is the end or the begin of its memory's life
  // The location, object or thread that it accesses; for a constraint the condition.
  std::string what;
  std::string value;                    // the value read, written or chosen, as text; may be empty
  std::optional<bool> holds;            // constraint, assume: whether the condition holds
  std::uint64_t address = 0;            // the address of the accessed bytes or the object; 0: none
  unsigned size = 0;                    // bytes accessed; 0 for objects
  std::optional<unsigned> child;        // create, join: the other thread
  bool reads = false;                   // it reads memory
  bool writes = false;                  // it writes memory: a failed compare-and-swap does not
  std::optional<std::uint64_t> seen;    // the number read, or the operation's result; absent if larger than 8 bytes
  std::optional<std::uint64_t> written; // the number in the accessed bytes after the event; absent likewise
  // What an operation on a stream or a counter asks for: its argument (program/objects/streams.h).
  std::optional<std::uint64_t> argument;
  bool spurious = false; // what happened had no reason: a wait that ended, an attempt or a compare-and-swap that failed
  std::optional<WitnessEventRef> readsFrom; // absent for reads of the initial value and for events that do not read
  // Under a weak memory model: the memory order of an access or a fence, and of a compare-and-swap that fails; and the
  // number of a write in the coherence order of its location, from 1. Otherwise coherence is the order of the schedule.
  std::optional<MemoryOrder> order, failureOrder;
  std::optional<unsigned> coherence;
  // How many coherence-later writes are done before it in the schedule. Of a read: it is stale. Of a write: it lands in
  // the past of coherence.
  unsigned back = 0;
  // Of a read under a weak memory model: the number, in the coherence order of its location, of the oldest write that
  // it could have read from instead when it was done. 0: the initial value. Every newer write was possible too.
  std::optional<unsigned> oldest;
  // For a constraint, an assume, a choice, and a compare-and-swap on unknown data: the condition on the inputs in this
  // execution, as an SMT-LIB term. The input with thread t and index i is the symbol in_t_i, a Boolean when its width
  // is 1.
  std::string condition;
  // Constraint, assume, choice: the number of trace records of its thread since the previous step of the plan.
  unsigned records = 0;
  // Await-failed: the number of events of its thread, directly before it, that are the failed round, if the round was
  // found by the states of the thread. 0: the compiler pass found the loop.
  unsigned round = 0;
  std::vector<WitnessPosition> calls; // innermost first; shownPosition() selects the one to show
  friend bool operator==(const WitnessEvent&, const WitnessEvent&) = default;
};

enum class AwaitedKind : std::uint8_t {
  Unseen,    // it was not seen
  Turn,      // its turn
  Nothing,   // a waiting loop reads nothing that another thread could change
  ThreadEnd, // the end of `thread`
  Change,    // another value in the location `name`
  Operation, // `operation` on the object `name`
  LoopEnd,   // the end of its loop: threads go round together for ever. `events` of its last ones are its part
};

// What a thread waits for.
struct Awaited {
  AwaitedKind kind = AwaitedKind::Unseen;
  std::optional<ObjectOp> operation;
  std::string name;
  std::uint64_t address = 0; // of the object; 0: not known
  std::optional<unsigned> thread;
  // Of an operation: who holds the lock or runs the once routine, a writer that waits and comes first, and how many of
  // how many threads are at the barrier.
  std::vector<unsigned> holders;
  std::optional<unsigned> writer;
  std::optional<std::pair<unsigned, unsigned>> arrived;
  unsigned events = 0; // LoopEnd
  friend bool operator==(const Awaited&, const Awaited&) = default;
};

// What a thread waits for at the end. awaitedWords() says it.
struct WitnessWaiting {
  unsigned thread = 0;
  Awaited what;
  WitnessPosition position;
  friend bool operator==(const WitnessWaiting&, const WitnessWaiting&) = default;
};

// The other event of an error that has two: for a race, the access that comes first.
struct WitnessOther {
  unsigned thread = 0;
  unsigned index = 0; // the event's position in the thread's program order
  std::string file;
  unsigned line = 0;
  friend bool operator==(const WitnessOther&, const WitnessOther&) = default;
};

// The error of the execution. Kind None, and otherwise empty, when there is none.
struct WitnessError {
  ErrorKind kind = ErrorKind::None;
  std::string message;
  std::string file;
  unsigned line = 0;
  unsigned thread = 0;
  std::vector<WitnessWaiting> waiting; // deadlock, livelock
  // The position of the error's event in the thread's program order, for a race or an exit with a nonzero status.
  // Absent for errors that are separate events, and for deadlocks.
  std::optional<unsigned> index;
  std::optional<WitnessOther> other; // race
  friend bool operator==(const WitnessError&, const WitnessError&) = default;
};

// An event that makes a part of a goal true: it has happened, or it is the next one of its thread. `index`: the number
// of the thread's events for a step that never comes.
struct WitnessSight {
  unsigned thread = 0;
  unsigned index = 0;
  bool isNext = false;
  std::string text; // the part of the goal
  friend bool operator==(const WitnessSight&, const WitnessSight&) = default;
};

// What was looked for (`revisit find`), and where it holds: at moments one after another, the whole of it at the last
// one.
struct WitnessGoal {
  struct Moment {
    std::size_t position = 0; // so many events of the schedule are done
    std::vector<WitnessSight> sights;
    friend bool operator==(const Moment&, const Moment&) = default;
  };
  std::string text; // empty: nothing was looked for
  std::vector<Moment> moments;
  friend bool operator==(const WitnessGoal&, const WitnessGoal&) = default;
};

// One scheduled step of the plan with which the execution is run again.
struct WitnessStep {
  unsigned thread = 0;
  LabelKind kind = LabelKind::Read;
  unsigned outcome = 0; // of an operation with several outcomes
  // Under a weak memory model, of an access to memory: see Plan::Step.
  unsigned back = 0;
  std::optional<MemoryLife> life{};
  bool stores = false;
  friend bool operator==(const WitnessStep&, const WitnessStep&) = default;
};

inline Plan::Step planned(const WitnessStep& step) {
  return {ThreadId(step.thread), step.kind, step.outcome, step.back, step.life, step.stores};
}

// Where a thread was when it did something that is no event: behind its first `index` events.
struct WitnessMoment {
  unsigned thread = 0;
  unsigned index = 0;
  WitnessPosition position;
  friend bool operator==(const WitnessMoment&, const WitnessMoment&) = default;
};

// A descriptor: one number, from the call that gave it to its close.
struct WitnessDescriptor {
  unsigned number = 0;
  std::string what;                    // as events name it: "pipe @loop.c:40", "data.txt"
  std::string part;                    // "read end", "write end"; empty: there is one only
  std::uint64_t reads = 0, writes = 0; // the objects that it reads and writes, as addresses of events; 0: none
  bool isCopy = false;                 // made by dup
  WitnessMoment made;
  std::optional<WitnessMoment> closed;
  friend bool operator==(const WitnessDescriptor&, const WitnessDescriptor&) = default;
};

// Memory that counts as shared in the run: only accesses to it are steps.
struct WitnessRange {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  bool mortal = false; // some thread ends its lifetime, and that is a step
  friend bool operator==(const WitnessRange&, const WitnessRange&) = default;
};

// A synchronisation object whose lifetime ends with its memory; that end is a step.
struct WitnessMortal {
  std::uint64_t address = 0;
  ObjectOp destruction = ObjectOp::MutexDestroy;
  friend bool operator==(const WitnessMortal&, const WitnessMortal&) = default;
};

struct WitnessOptions {
  ModelKind memoryModel = ModelKind::Sc;
  std::string algorithm = "condpor";
  unsigned unroll = 32;
  unsigned timeOuts = 0; // 0: no bound
  unsigned recursion = 10000;
  std::uint32_t runSteps = 1 << 20;
  bool allAccesses = false;
  bool reuseMemory = false;
  bool recycleBlocks = false;  // freed blocks are taken again as the plan says (ObjectOp::BlockTake)
  PermittedSet permitted = 0;  // what may have happened for no reason
  bool findFreshReads = false; // memory from malloc is filled with a pattern, and reading it before a store is an error
  friend bool operator==(const WitnessOptions&, const WitnessOptions&) = default;
};

struct Witness {
  std::string toolVersion;
  std::string executionId;
  WitnessProgram program;
  WitnessOptions options;
  WitnessError error;
  WitnessGoal goal;
  std::vector<WitnessError> others; // further errors of this execution that are not the subject of another witness
  // Complete, Blocked or Cut; meaningless when there is an error.
  ExecutionKind endingWithoutError = ExecutionKind::Complete;
  std::vector<WitnessThread> threads; // main first
  std::vector<WitnessInput> inputs;
  // The whole execution in an order that is possible on a single processor; a replay follows it. An event that is not a
  // step of the plan comes directly after the previous step of its thread, or at a thread's start directly after its
  // creation.
  std::vector<WitnessEvent> schedule;
  std::vector<WitnessStep> plan; // the scheduled events of `schedule`, in the same order
  std::vector<WitnessRange> shared;
  std::vector<WitnessMortal> mortalObjects;
  std::vector<WitnessDescriptor> descriptors; // in the order in which they were made
  std::string output;                         // the program's output in this execution, limited to 64 KiB
  // Of a litmus test: the final state, and what it means for the condition.
  std::string outcome;
  friend bool operator==(const Witness&, const Witness&) = default;

  ExecutionKind ending() const;
  // Fails unless `buildId` is the build for which this witness was made.
  Status checkAgainst(const std::string& buildId) const;
};

std::string witnessToJson(const Witness& witness);
// `name` names the text in errors. Fails with BadFormat when the text is not JSON or is cut off, has another version,
// lacks a field or has one of the wrong type, or contains an invalid index.
Result<Witness> witnessFromJson(const std::string& text, const std::string& name);

// Writes the file atomically: afterwards it is complete or does not exist.
Status writeWitness(const Witness& witness, const std::string& path);
Result<Witness> readWitness(const std::string& path);

} // namespace revisit
