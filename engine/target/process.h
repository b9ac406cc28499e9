// One instrumented program, started once and stopped before main; each run is a fork of it. Owns the channel.
// Thread rule: belongs to one worker.
#pragma once

#include "base/budget.h"
#include "base/result.h"
#include "runtime/abi/channel.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace revisit {

struct LaunchOptions {
  std::string program;
  std::vector<std::string> arguments;       // without the program's name
  std::optional<std::string> standardInput; // none: to read it is not supported
  unsigned startTimeoutMs = 60000;          // for everything before main
  unsigned runTimeoutMs = 60000;            // wall-clock, of one run; 0: none
  std::size_t outputLimit = 1 << 20;        // bytes of output kept per run
  std::uint32_t recordLimit = 1 << 20;      // of one run
  Budget* budget = nullptr;                 // may be null
};

class Process {
public:
  // Starts the program and waits until it stands before main. Fails with NotFound, NotInstrumented, TargetFailed,
  // Interrupted (a bound of the budget) or Killed.
  static Result<std::unique_ptr<Process>> launch(const LaunchOptions& options);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  RevisitChannel& channel() { return *m_channel; }
  // Runs what the channel says; afterwards the channel holds the trace. The result is the child's wait status; that of
  // a run that took too long is SIGKILL's, and timedOut() says so. Fails with Interrupted when a bound of the budget is
  // reached, and with Killed when somebody else ended the program or this run. Cost: a fork and two messages, besides
  // the run.
  Result<int> run();
  bool timedOut() const { return m_timedOut; } // the last run
  // What the program and its run take, besides what they share with this process.
  std::uint64_t residentBytes() const;
  std::string output() const; // of the last run

  // Memory as it is before main, or of the heap's as malloc hands it out; false where nothing is mapped.
  bool readMemory(std::uint64_t address, void* buffer, std::size_t bytes) const;
  // The program's memory map, as in /proc/PID/maps.
  std::string memoryMap() const;

private:
  explicit Process(const LaunchOptions& options) : m_options(options) {}
  Status makeChannel();
  void forgetTouched();
  std::size_t channelBytes() const { return REVISIT_CHANNEL_BYTES(m_options.recordLimit); }
  Status start();
  // 0: for ever. `isBounded`: until a bound of the budget is reached, too.
  Result<int> awaitMessage(unsigned timeoutMs, bool isBounded = true);
  bool isBoundReached() { return m_options.budget && m_options.budget->reached() != Budget::Reached::No; }
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
  std::optional<Error> m_killed; // once somebody else ended the program
};

} // namespace revisit
