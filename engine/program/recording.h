// The result of one run in terms of labels: the output of an Oracle and the input of the behaviour cache.
#pragma once

#include "program/blocks.h"
#include "program/fingerprint.h"
#include "program/program.h"

namespace revisit {

// One step of one thread, in the order of the run. The steps of a thread are in program order; a Read reads the last
// earlier write in this order.
struct RecordedStep {
  ThreadId thread;
  Label label;
  Observation seen;         // empty for terminal labels
  std::uint32_t record = 0; // the index of its record in the run's trace
  // Not done: when the run ended, the thread was blocked before this step (by a lock that it waits for). Cut: the run
  // did not follow the loop further.
  bool pending = false;
  Fingerprint before;          // of the thread's state before the step
  std::vector<LoopStep> loops; // on the way to the step, in order
  BlockFacts blocks;           // of the thread's state before the step
  std::uint32_t nextRead = 0;  // of withReadSymbols(): the number of the thread's next symbol, before the step
  std::uint64_t claims = 0;    // a hash of what is claimed of the thread's values up to the step: see SecondModel
};

// A reason why a result may be incomplete, or a warning for the user.
struct Incident {
  enum class Kind : std::uint8_t {
    HiddenWrite,    // memory changed without an instrumented write
    UnmodelledCall, // a call to code that is not instrumented, modelled or known to be pure
    Imprecise,      // a symbolic value was made concrete without enumerating the others
    LostInput,      // a number was claimed not to depend on the inputs, and differs with other inputs
    SelfCheck,      // a rebuilt value differs from the recorded one
    SolverUnknown,
    AssertionsOff,   // warning: NDEBUG
    NotInstrumented, // uninstrumented code accessed, or may have accessed, the program's data
    Limit,           // a limit of the tool, named in the detail
    Unmerged,        // warning: states of a thread are not merged, because that was wrong once
    NotTried,        // warning: something that the platform permits and that was not tried
    Other
  };
  Kind kind = Kind::Other;
  bool warningOnly = false; // the verdict can still be complete
  std::string detail;
  std::string file;
  unsigned line = 0;
  std::uint64_t runs = 1; // in which this was

  // Whether both say the same of the same line.
  friend bool operator==(const Incident& a, const Incident& b) {
    return a.kind == b.kind && a.warningOnly == b.warningOnly && a.detail == b.detail && a.file == b.file &&
           a.line == b.line;
  }
};

// Counts the runs of the incident, and keeps it if it is new.
void addIncident(std::vector<Incident>& incidents, const Incident& incident);

struct Recording {
  std::vector<RecordedStep> steps;
  std::vector<Incident> incidents;
  bool locationsChanged = false;                          // more is shared, or a location grew: the steps are void
  std::vector<std::pair<SymbolId, std::uint64_t>> inputs; // of the run, in the order in which it asked for them
  std::vector<LeakedMemory> leaks;                        // if the plan asked for them
  std::string output;                                     // the program's output
};

// A run that did something else than its plan.
struct Divergence {
  ThreadId thread;     // whose next step was another one
  Recording recording; // the run until then
};

// Runs the program once: a process, or a script in tests.
class Oracle : public ProgramNames {
public:
  // Follows the plan and then continues under the default policy. Fails on a divergence from the plan, or when the
  // program cannot be run.
  virtual Result<Recording> run(const Plan& plan) = 0;
  // What the last run did, if run() failed because of a divergence.
  virtual std::optional<Divergence> divergence() { return std::nullopt; }

  // The last run once more, with a symbol for each value that a thread read from shared memory. A thread whose values
  // cannot be followed has no steps from there on. Empty: the oracle cannot do that.
  virtual Recording withReadSymbols() { return {}; }

  // Runs contradict each other. Whether the oracle can do further runs in another, safer way; if so, all that was
  // recorded is void.
  virtual bool distrustRuns() { return false; }

  // As in Program.
  virtual bool reportEndOf(LocationId) { return false; }
  virtual bool reportEndOf(ObjectId) { return false; }

  virtual unsigned locationSize(LocationId location) const = 0;
  virtual Value initialValue(LocationId location) const = 0;
  virtual bool recyclesBlocks() const { return false; }
  virtual std::uint64_t markedBlock(LocationId) const { return 0; }
  virtual bool tellsThreadsApart() const { return false; }
  virtual bool belongsToThread(std::uint64_t) const { return false; }
};

} // namespace revisit
