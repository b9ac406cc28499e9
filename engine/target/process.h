// One instrumented program, started once and stopped before main; each run is a fork of it, or one of many in a
// nursery. Owns the channel. Thread rule: belongs to one worker.
#pragma once

#include "abi/channel.h"
#include "base/budget.h"
#include "base/result.h"
#include "target/nursery.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace revisit {

struct LaunchOptions {
  std::string program;
  std::string calledAs;                                // the program's name for itself; empty: `program`
  std::vector<std::string> arguments;                  // without the program's name
  std::optional<std::vector<std::string>> environment; // "NAME=VALUE"; none: inheritedEnvironment()
  std::optional<std::string> standardInput;            // empty: the program cannot read it
  // Of processor time: a machine may be busy with something else. What neither computes nor ends is given up after ten
  // times as much wall-clock time.
  unsigned startTimeoutMs = 60000;     // for everything before main
  unsigned runTimeoutMs = 60000;       // for one run; 0: no bound
  std::size_t outputLimit = 1 << 20;   // bytes of output kept per run
  std::uint32_t recordLimit = 1 << 20; // records of one run
  bool freshRuns = false;              // every run is a fork
  Budget* budget = nullptr;            // may be null
};

// The variables that a program gets from this process, as "NAME=VALUE": all but those that the runtime uses.
std::vector<std::string> inheritedEnvironment();

class Process {
public:
  // Starts the program and waits until it has reached main. Fails with NotFound, NotInstrumented, TargetFailed,
  // Interrupted (a bound of the budget) or Killed.
  static Result<std::unique_ptr<Process>> launch(const LaunchOptions& options);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  RevisitChannel& channel() { return *m_channel; }
  // Performs the run that the channel describes; afterwards the channel holds the trace. Returns the child's wait
  // status. A run that took too long was killed with SIGKILL, and timedOut() is true. Fails with Interrupted when a
  // bound of the budget is reached, and with Killed when another process ended the program or this run. Cost: the run
  // itself, and if it is `Fresh`, or no nursery can do it, a fork and two messages.
  enum class How : std::uint8_t { Any, Fresh };
  Result<int> run(How how = How::Any);
  // Whether the last run was one of a nursery. Its errors should be confirmed by a fresh run.
  bool wasInNursery() const { return m_wasInNursery; }
  // Whether the nursery of the last run has done as many as one may.
  bool isNurseryExhausted() const { return m_nursery && m_nursery->isExhausted(); }
  // From now on every run is fresh. Whether that is a change.
  bool distrustNurseries();
  bool timedOut() const { return m_timedOut; } // of the last run
  // The memory of the program and its run, without what they share with this process.
  std::uint64_t residentBytes() const;
  std::string output() const; // of the last run

  // The content of memory before main, or of heap memory as malloc returns it. False where nothing is mapped.
  bool readMemory(std::uint64_t address, void* buffer, std::size_t bytes) const;
  // The program's memory map, as in /proc/PID/maps.
  std::string memoryMap() const;

private:
  explicit Process(const LaunchOptions& options) : m_options(options) {}
  Status makeChannel();
  void forgetTouched();
  void forgetRun();
  std::size_t channelBytes() const { return REVISIT_CHANNEL_BYTES(m_options.recordLimit); }
  Status start();
  // When something that the program was asked for has taken too long.
  class Deadline {
  public:
    using Clock = std::chrono::steady_clock;
    // The time begins now. Keeps the reference. 0: there is no bound.
    Deadline(const Process& process, unsigned timeoutMs);
    bool isOver() const;

  private:
    const Process& m_process;
    std::chrono::milliseconds m_timeout;
    Clock::time_point m_begin;
    std::chrono::nanoseconds m_used; // at the beginning
  };
  // The processor time that the program and its run have used.
  std::chrono::nanoseconds processorTime() const;
  // Fails when the time is over, or with `isBounded` when a bound of the budget is reached.
  Status requireTime(const Deadline& deadline, bool isBounded);
  // `timeoutMs` 0: wait without a timeout. `isBounded`: stop waiting also when a bound of the budget is reached.
  Result<int> awaitMessage(unsigned timeoutMs, bool isBounded = true);
  bool isBoundReached() { return m_options.budget && m_options.budget->reached() != Budget::Reached::No; }
  bool request(char what);
  Result<int> runFresh();
  Result<int> runInNursery();
  Result<int> nurseryStatus();
  Status endNursery();
  Result<int> endRun();
  Error gone();

  LaunchOptions m_options;
  RevisitChannel* m_channel = nullptr;
  int m_channelFile = -1;
  int m_outputFile = -1;
  int m_inputFile = -1;
  int m_memoryFile = -1;
  int m_socket = -1;
  int m_pid = -1;
  bool m_timedOut = false;
  bool m_wasInNursery = false;
  std::optional<Nursery> m_nursery; // none: all runs are fresh
  std::optional<Error> m_killed;    // set once another process ended the program
};

} // namespace revisit
