// The witness bundle: one execution that was found, with everything needed to do it again and to show it without doing
// it. FORMAT.md beside this file describes the JSON. Plain data; no part of it knows an explorer or a process.
#pragma once

#include "base/input_type.h"
#include "base/result.h"
#include "program/execution_kind.h"
#include "program/label.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace revisit {

inline constexpr unsigned witnessVersion = 3;
inline constexpr unsigned oldestWitnessVersion = 2; // that can still be read

struct WitnessPosition {
  std::string file; // empty: unknown
  unsigned line = 0;
  unsigned column = 0;
  std::string function;
  friend bool operator==(const WitnessPosition&, const WitnessPosition&) = default;
};

// What was run. Paths are absolute.
struct WitnessProgram {
  std::string path;                 // the executable
  std::string buildId;              // of the executable, hexadecimal
  std::vector<std::string> sources; // when `check` compiled it on the spot; else empty
  std::vector<std::string> flags;   // the compiler flags given with them
  std::vector<std::string> arguments;
  std::optional<std::string> standardInput;                     // what it reads there; none: it was given none
  std::vector<std::pair<std::string, std::string>> environment; // what differs from an empty environment and matters
  friend bool operator==(const WitnessProgram&, const WitnessProgram&) = default;
};

struct WitnessThread {
  std::vector<unsigned> path; // the n-th child of the m-th child ... of main; empty for main
  std::string name;           // the function it runs
  friend bool operator==(const WitnessThread&, const WitnessThread&) = default;
};

// The value of an unknown input: the index-th that `thread` asked for.
struct WitnessInput {
  unsigned thread = 0; // as everywhere below: index into Witness::threads
  unsigned index = 0;
  std::string name;
  unsigned width = 0; // bits, 1..64
  std::uint64_t value = 0;
  InputType type = InputType::Unknown;
  friend bool operator==(const WitnessInput&, const WitnessInput&) = default;
};

struct WitnessEventRef {
  unsigned thread = 0;
  unsigned index = 0; // position in the thread's program order
  friend bool operator==(const WitnessEventRef&, const WitnessEventRef&) = default;
};

struct WitnessEvent {
  unsigned thread = 0;
  unsigned index = 0;
  LabelKind kind = LabelKind::Read;
  std::string operation;                // what is done, in a word: "read", "lock", "fetch add"
  std::string what;                     // the location, object or thread it is done to; the condition of a constraint
  std::string value;                    // the value read, written or observed, as text; may be empty
  std::uint64_t address = 0;            // of the bytes accessed, of the object; 0: it has none
  unsigned size = 0;                    // bytes accessed; 0 for objects
  std::optional<unsigned> child;        // create, join: the other thread
  bool reads = false;                   // it reads memory
  bool writes = false;                  // it writes memory: a failed compare-and-swap does not
  std::optional<std::uint64_t> seen;    // the number read, or an operation's result; absent above 8 bytes
  std::optional<std::uint64_t> written; // the number that the bytes accessed hold after it; likewise
  std::optional<WitnessEventRef> readsFrom; // absent for reads of the initial value and for what does not read
  // Constraint, assume, choice, and a compare-and-swap on unknown data: what this execution requires, an SMT-LIB term
  // over the inputs; input (thread t, index i) is the symbol in_t_i, a Boolean when its width is 1.
  std::string condition;
  unsigned records = 0; // constraint, assume, choice: trace records of its thread since the plan's step before it
  std::vector<WitnessPosition> calls; // innermost first; shownPosition() says which to show
  friend bool operator==(const WitnessEvent&, const WitnessEvent&) = default;
};

// What a thread waits for at the end.
struct WitnessWaiting {
  unsigned thread = 0;
  std::string what; // "lock of mutex 'b', held by T2"
  WitnessPosition position;
  friend bool operator==(const WitnessWaiting&, const WitnessWaiting&) = default;
};

// The other one of two events that an error is about: of a race, the access that comes first.
struct WitnessOther {
  unsigned thread = 0;
  unsigned index = 0; // of its event, in the thread's program order
  std::string file;
  unsigned line = 0;
  friend bool operator==(const WitnessOther&, const WitnessOther&) = default;
};

// What is wrong with it; of kind None, and otherwise empty, when nothing is.
struct WitnessError {
  ErrorKind kind = ErrorKind::None;
  std::string message;
  std::string file;
  unsigned line = 0;
  unsigned thread = 0;
  std::vector<WitnessWaiting> waiting; // deadlock, livelock
  // Of its event in the thread's program order: of a race and of an exit with a status. Absent for errors that are
  // events of their own, and for deadlocks.
  std::optional<unsigned> index;
  std::optional<WitnessOther> other; // race
  friend bool operator==(const WitnessError&, const WitnessError&) = default;
};

// One scheduled step of the plan that re-runs the execution.
struct WitnessStep {
  unsigned thread = 0;
  LabelKind kind = LabelKind::Read;
  unsigned outcome = 0; // of an operation that has several: which
  friend bool operator==(const WitnessStep&, const WitnessStep&) = default;
};

// Memory that counts as shared in that run: accesses elsewhere are no steps.
struct WitnessRange {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  bool mortal = false; // some thread ends its life: that is a step
  friend bool operator==(const WitnessRange&, const WitnessRange&) = default;
};

// A synchronisation object that ends with its memory: that is a step, too.
struct WitnessMortal {
  std::uint64_t address = 0;
  ObjectOp destruction = ObjectOp::MutexDestroy;
  friend bool operator==(const WitnessMortal&, const WitnessMortal&) = default;
};

struct WitnessOptions {
  std::string memoryModel = "sc";
  std::string algorithm = "condpor";
  unsigned unroll = 32;
  unsigned recursion = 10000;
  std::uint32_t runSteps = 1 << 20;
  bool allAccesses = false;
  bool reuseMemory = false;
  bool findFreshReads = false; // memory from malloc holds a pattern, and to read it before a store is an error
  friend bool operator==(const WitnessOptions&, const WitnessOptions&) = default;
};

struct Witness {
  std::string toolVersion;
  std::string executionId;
  WitnessProgram program;
  WitnessOptions options;
  WitnessError error;
  std::vector<WitnessError> others; // that the same execution shows, as far as no other witness is about them
  ExecutionKind endingWithoutError = ExecutionKind::Complete; // Complete, Blocked or Cut; void when there is an error
  std::vector<WitnessThread> threads;                         // main first
  std::vector<WitnessInput> inputs;
  // The whole execution in one order that a single processor could follow, and does when it is replayed: what is no
  // step of the plan stands right behind its thread's step before it, and at a thread's start right behind its
  // creation.
  std::vector<WitnessEvent> schedule;
  std::vector<WitnessStep> plan; // the scheduled events of `schedule`, in its order
  std::vector<WitnessRange> shared;
  std::vector<WitnessMortal> mortalObjects;
  std::string output; // what the program printed in this execution, its first 64 KiB
  friend bool operator==(const Witness&, const Witness&) = default;

  ExecutionKind ending() const;
  // Fails unless `buildId` is the build that this witness was made for.
  Status checkAgainst(const std::string& buildId) const;
};

std::string witnessToJson(const Witness& witness);
// `name` is how errors call the text. Fails with BadFormat on text that is no JSON or cut off, another version, missing
// or mistyped fields, and indices that point nowhere.
Result<Witness> witnessFromJson(const std::string& text, const std::string& name);

// Writes the file in one step: it is complete or it is not there.
Status writeWitness(const Witness& witness, const std::string& path);
Result<Witness> readWitness(const std::string& path);

} // namespace revisit
