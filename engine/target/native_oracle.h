// The Oracle that runs an instrumented program. Keeps track of what is shared over all runs, interns locations, objects
// and positions, and repeats a run until it changes nothing of that any more. Thread rule: belongs to one worker, like
// its pool.
#pragma once

#include "program/permitted.h"
#include "program/recording.h"
#include "target/lifter.h"
#include "target/mortal_objects.h"
#include "target/run_doubts.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace revisit {

struct NativeOptions {
  unsigned unroll = 32;
  unsigned timeOuts = 0;       // waits of a thread, while there are others, that end by a time-out; 0: no bound
  unsigned recursion = 10000;  // nested calls of one function, where an interpreter follows the path
  bool allAccesses = false;    // treat all memory as shared
  bool findFreshReads = false; // reading memory from malloc before a store to it is an error
  bool leaveAllLoops = false;  // beyond its plan, a run leaves also a loop that reads nothing after `unroll` rounds
  bool recycleBlocks = false;  // malloc takes a freed block again where the plan says so (ObjectOp::BlockTake)
  PermittedSet permitted = 0;  // what happens for no reason where the plan says so
  bool weakMemory = false;     // the memory model is not sequential consistency
  bool blindUpdates = false;   // threads observe nothing of blind updates (Label::blind): for the reduction "locations"
  bool reuseMemory = false;    // malloc returns the thread's last freed block of that size again: shows ABA problems
  std::string calledAs;        // the program's name for itself; empty: its path
  std::optional<std::string> standardInput;            // empty: the program cannot read it
  std::optional<std::vector<std::string>> environment; // see LaunchOptions
  bool walksEnvironment = false;                       // the program may look at all variables
  bool osThreads = false;                              // OS threads instead of fibers
  bool freshRuns = false;                              // every run is a fork: see Process
  unsigned watchdogMs = 10000;   // processor time without an event after which a thread is cut; 0 = never
  unsigned runTimeoutMs = 60000; // milliseconds of wall-clock time for one run; 0: no bound
  Budget* budget = nullptr; // may be null; polled during a run, which fails with Interrupted when a bound is reached
  unsigned recordLimit = 1 << 20;
  std::string losesInputsIn;                // for tests: PathInterpreter::loseInputsIn
  std::vector<std::string> allocationNotes; // types known to the compiler: HeapBlocks::setNotes
  bool tellsThreadsApart = true;            // of the program itself: Program::tellsThreadsApart
  std::vector<std::string> unseenObjects;   // linked into the program without instrumentation; for messages
};

class NativeOracle : public Oracle {
public:
  // Starts the program. `interpreter` rebuilds the symbolic values of a program that uses inputs; without it the path
  // is not recorded and every value is concrete.
  static Result<std::unique_ptr<NativeOracle>> create(ExpressionPool& pool, const std::string& program,
                                                      std::vector<std::string> arguments,
                                                      const NativeOptions& options = {},
                                                      std::unique_ptr<PathInterpreter> interpreter = nullptr);
  ~NativeOracle() override;

  Result<Recording> run(const Plan& plan) override;
  // Whether the last run was one of a nursery.
  bool ranInNursery() const { return m_process->wasInNursery(); }
  std::optional<Divergence> divergence() override;
  Recording withReadSymbols() override { return m_lifter->liftWithSymbols(m_waitStatus); }
  bool distrustRuns() override {
    m_isDistrustful = true;
    return m_process->distrustNurseries();
  }
  bool reportEndOf(LocationId location) override;
  bool reportEndOf(ObjectId object) override;
  unsigned locationSize(LocationId location) const override;
  Value initialValue(LocationId location) const override;
  std::vector<unsigned> threadPath(ThreadId thread) const override;
  std::string threadName(ThreadId thread) const override;
  std::string locationName(LocationId location) const override;
  std::string accessName(const Label& access) const override;
  std::string typedText(const Label& access, std::span<const std::uint64_t> words) const override;
  std::string objectName(ObjectId object) const override;
  std::vector<SourcePosition> callChain(PositionId position) const override;
  std::uint64_t locationAddress(LocationId location) const override { return m_addresses.rangeOf(location).begin; }
  bool recyclesBlocks() const override { return m_options.recycleBlocks; }
  std::uint64_t markedBlock(LocationId location) const override;
  bool tellsThreadsApart() const override;
  bool belongsToThread(std::uint64_t address) const override;
  std::uint64_t objectAddress(ObjectId object) const override { return m_addresses.addressOf(object); }

  // The program's own message about the error at this position; empty when there is none.
  std::string errorMessage(PositionId position) const { return m_lifter->message(position); }
  // The unsupported operation at this position; empty when it is not known.
  std::string unsupportedAt(PositionId position) const { return m_lifter->unsupportedAt(position); }
  // Whether the unsupported operation is a limit of the tool.
  bool isLimit(PositionId position) const { return m_lifter->isLimit(position); }
  // The memory that is shared so far. Together with the threads' paths, another oracle needs it to run a witness.
  const std::vector<RevisitRange>& sharedRanges() const { return m_owners.locations(); }
  const std::vector<RevisitObject>& mortalObjects() const { return m_mortalObjects.all(); }
  // Restores the knowledge of an earlier oracle: thread i has this creation path (main's is empty), and this memory is
  // shared. Only before the first run. Fails when the paths do not form a tree.
  Status restore(const std::vector<std::vector<unsigned>>& threadPaths, const std::vector<RevisitRange>& shared,
                 const std::vector<RevisitObject>& mortalObjects);
  // The same knowledge for another worker of the same exploration. Unlike a witness's, it says who touched what, so
  // that further runs add to it. learn() only before the first run.
  MemoryKnowledge knowledge() const;
  Status learn(const MemoryKnowledge& known);
  bool distrustsRuns() const { return m_isDistrustful; }
  // The numbers of locations and objects; gives new ones to those that no run has met.
  AddressTable& addresses() const { return m_addresses; }
  // The memory of the program and its run, without what they share with this process.
  std::uint64_t residentBytes() const { return m_process->residentBytes(); }
  std::uint64_t nativeRuns() const { return m_runs; } // without those that only test a nursery
  // Whether the program has asked for the variable of this number in its environment, in any run or before main.
  bool hasAskedFor(std::size_t variable) const;
  // The raw trace of the last run.
  const RevisitChannel& lastTrace() const { return m_process->channel(); }

private:
  bool isMainLocal(std::uint64_t address) const;
  NativeOracle(ExpressionPool& pool, std::unique_ptr<Process> process, const NativeOptions& options);
  RevisitRange bytesOf(const Label& access) const;
  Status writePlan(const Plan& plan);
  // Runs the program with the plan that was written, and again where a fresh run has to confirm it.
  Result<int> runProcess();
  Status takeThreads(const std::vector<std::vector<unsigned>>& paths);
  // Updates what is shared from the trace. Whether something became shared or a location grew.
  bool learnSharing();
  // Fails if the last run did not follow its plan.
  Status requireFollowed(const Plan& plan);
  std::string foundInstead(const Plan::Step& expected) const;
  SourcePosition lastPlace(ThreadId thread) const;

  ExpressionPool& m_pool;
  std::unique_ptr<Process> m_process;
  NativeOptions m_options;
  OwnerMap m_owners;
  MortalObjects m_mortalObjects;
  // From begin to end: the local variables whose lifetime main's return ends.
  std::map<std::uint64_t, std::uint64_t> m_mainLocals;
  mutable AddressTable m_addresses;
  mutable Symbols m_symbols;
  mutable Variables m_variables{*m_process, m_symbols};
  mutable ThreadNaming m_threadNames{m_symbols, m_variables};
  std::unique_ptr<PathInterpreter> m_interpreter;
  std::unique_ptr<Lifter> m_lifter;
  std::uint64_t m_runs = 0;
  int m_waitStatus = 0;               // of the last run
  std::optional<ThreadId> m_diverged; // the thread by which it left its plan
  RunDoubts m_doubts;
  bool m_isDistrustful = false;
  mutable std::optional<bool> m_tellsThreadsApart; // once asked
  bool m_isRefuted = false;                        // a fresh run was not what the same run in a nursery had been
};

} // namespace revisit
