// What one run showed, already in the words of labels: the output of an Oracle, the food of the behaviour cache.
#pragma once

#include "program/program.h"

#include <map>

namespace revisit {

// One step of one thread, in the order of the run. Steps of one thread are in program order; a Read sees the write
// before it in this order.
struct RecordedStep {
  ThreadId thread;
  Label label;
  Observation seen;         // of terminal labels: empty
  std::uint32_t record = 0; // the record of the run's trace that it was found at
  bool pending = false;     // the thread stood before this step when the run ended (a lock it waits for): not done
};

// Why a result is not to be trusted as complete, or something the user should know.
struct Incident {
  enum class Kind : std::uint8_t {
    HiddenWrite,    // memory changed without an instrumented write
    UnmodelledCall, // a call to code that is neither instrumented, modelled nor pure
    Imprecise,      // a symbolic value was made concrete without enumerating the others
    SelfCheck,      // a rebuilt value differs from the recorded one
    SolverUnknown,
    AssertionsOff,   // warning: NDEBUG
    NotInstrumented, // code that is not seen touched, or may touch, the program's data
    Limit,           // a limit of the tool, which the detail names
    Other
  };
  Kind kind = Kind::Other;
  bool warningOnly = false; // does not make the verdict incomplete
  std::string detail;
  std::string file;
  unsigned line = 0;
  friend bool operator==(const Incident&, const Incident&) = default;
};

struct Recording {
  std::vector<RecordedStep> steps;
  std::vector<Incident> incidents;
  bool locationsChanged = false; // what is shared, or a location's shape, grew: the steps are void
  std::map<ThreadId, std::string> threadNames;
  std::vector<LeakedMemory> leaks; // when the plan asked for them
  std::string output;              // what the program printed
};

// Something that can run the program once: a process, or a script in tests.
class Oracle {
public:
  virtual ~Oracle() = default;
  // Runs the plan and then on by itself. Fails on a divergence from the plan or when nothing can be run.
  virtual Result<Recording> run(const Plan& plan) = 0;

  // As Program's.
  virtual bool followEnd(LocationId) { return false; }
  virtual bool followEnd(ObjectId) { return false; }

  virtual unsigned locationSize(LocationId location) const = 0;
  virtual Value initialValue(LocationId location) const = 0;
  virtual std::vector<unsigned> threadPath(ThreadId thread) const = 0; // as Program's
  virtual std::string locationName(LocationId location) const = 0;
  virtual std::string objectName(ObjectId object) const = 0;
  virtual std::string accessName(const Label& access) const { return locationName(access.location); }
  virtual std::string typedText(const Label&, std::span<const std::uint64_t>) const { return {}; }
  virtual std::vector<SourcePosition> callChain(PositionId position) const = 0;
  virtual std::uint64_t locationAddress(LocationId) const { return 0; }
  virtual std::uint64_t objectAddress(ObjectId) const { return 0; }
};

} // namespace revisit
