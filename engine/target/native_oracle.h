// The Oracle that runs an instrumented program. Keeps what is shared over all runs, interns locations, objects and
// positions, and retries by itself until a run changes nothing of that any more.
// Thread rule: belongs to one worker, like its pool.
#pragma once

#include "program/recording.h"
#include "target/lifter.h"
#include "target/mortal_objects.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace revisit {

struct NativeOptions {
  unsigned unroll = 32;
  unsigned recursion = 10000;  // nested calls of one function, where an interpreter follows the path
  bool allAccesses = false;    // everything is shared
  bool findFreshReads = false; // reads of memory that malloc handed out, and nothing stored to, are errors
  bool reuseMemory = false;    // malloc hands out the thread's own last freed block of that size: shows ABA
  std::optional<std::string> standardInput; // none: to read it is not supported
  bool osThreads = false;                   // OS threads instead of fibers
  unsigned watchdogMs = 10000;              // processor time without an event after which a thread is cut; 0 = never
  unsigned runTimeoutMs = 60000;            // milliseconds of wall-clock time for one run; 0: no bound
  Budget* budget = nullptr; // may be null; asked during a run, which fails with Interrupted when a bound is reached
  unsigned recordLimit = 1 << 20;
  std::vector<std::string> allocationNotes; // what the compiler knew of allocations: HeapBlocks::setNotes
  std::vector<std::string> unseenObjects;   // linked into the program without being instrumented: for messages
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
  bool followEnd(LocationId location) override;
  bool followEnd(ObjectId object) override;
  unsigned locationSize(LocationId location) const override;
  Value initialValue(LocationId location) const override;
  std::vector<unsigned> threadPath(ThreadId thread) const override;
  std::string locationName(LocationId location) const override;
  std::string accessName(const Label& access) const override;
  std::string typedText(const Label& access, std::span<const std::uint64_t> words) const override;
  std::string objectName(ObjectId object) const override;
  std::vector<SourcePosition> callChain(PositionId position) const override;
  std::uint64_t locationAddress(LocationId location) const override { return m_addresses.rangeOf(location).begin; }
  std::uint64_t objectAddress(ObjectId object) const override { return m_addresses.addressOf(object); }

  // What the program said about the error recorded at this position; empty when it said nothing.
  std::string errorMessage(PositionId position) const { return m_lifter->message(position); }
  // What the program did at this position that is not supported; empty when it is not known.
  std::string unsupportedAt(PositionId position) const { return m_lifter->unsupportedAt(position); }
  // Whether that is a limit of the tool that the program met.
  bool isLimit(PositionId position) const { return m_lifter->isLimit(position); }
  // What is shared so far: with the threads' paths, what a witness needs to be run by another oracle.
  const std::vector<RevisitRange>& sharedRanges() const { return m_owners.locations(); }
  const std::vector<RevisitObject>& mortalObjects() const { return m_mortalObjects.all(); }
  // Starts from what an earlier oracle knew: thread i is the one of this creation path (main's is empty), and this
  // memory is shared. Before the first run only. Fails when the paths do not form a tree.
  Status restore(const std::vector<std::vector<unsigned>>& threadPaths, const std::vector<RevisitRange>& shared,
                 const std::vector<RevisitObject>& mortalObjects);
  // What the program and its run take, besides what they share with this process.
  std::uint64_t residentBytes() const { return m_process->residentBytes(); }
  std::uint64_t nativeRuns() const { return m_runs; } // retries included
  // The raw trace of the last run.
  const RevisitChannel& lastTrace() const { return m_process->channel(); }

private:
  bool isMainLocal(std::uint64_t address) const;
  NativeOracle(ExpressionPool& pool, std::unique_ptr<Process> process, const NativeOptions& options);
  RevisitRange bytesOf(const Label& access) const;
  Status writePlan(const Plan& plan);
  // Whether the trace made something shared or a location larger.
  bool learnSharing();
  Status divergence(const Plan& plan) const;
  std::string foundInstead(const Plan::Step& expected) const;
  SourcePosition lastPlace(ThreadId thread) const;

  ExpressionPool& m_pool;
  std::unique_ptr<Process> m_process;
  NativeOptions m_options;
  OwnerMap m_owners;
  MortalObjects m_mortalObjects;
  std::map<std::uint64_t, std::uint64_t> m_mainLocals; // begin to end: the local variables that main's return ends
  mutable AddressTable m_addresses;
  mutable Symbols m_symbols;
  mutable Variables m_variables{*m_process, m_symbols};
  std::unique_ptr<PathInterpreter> m_interpreter;
  std::unique_ptr<Lifter> m_lifter;
  std::map<ThreadId, std::string> m_threadNames;
  std::uint64_t m_runs = 0;
};

} // namespace revisit
