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
  unsigned startTimeoutMs = 10000;          // for everything before main
  unsigned runTimeoutMs = 60000;            // wall-clock, of one run; 0: none
  std::size_t outputLimit = 1 << 20;        // bytes of output kept per run
  std::uint32_t recordLimit = 1 << 20;      // of one run
  Budget* budget = nullptr;                 // may be null
};

class Process {
public:
  // Starts the program and waits until it stands before main. Fails with NotFound, NotInstrumented or TargetFailed.
  static Result<std::unique_ptr<Process>> launch(const LaunchOptions& options);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  RevisitChannel& channel() { return *m_channel; }
  // How a run ended.
  struct Ending {
    int status = 0;          // the child's wait status
    bool timedOut = false;   // the run took longer than runTimeoutMs, and was ended
  };
  // Runs what the channel says; afterwards the channel holds the trace. Interrupted: a bound of the budget was reached, or
  // somebody else ended the program. Cost: a fork and two messages, besides the run.
  Result<Ending> run();
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
  // None: no message came in this time (-1: for ever), or before a bound was reached.
  Result<std::optional<int>> awaitMessage(int timeoutMs, bool isBounded);
  Result<int> endRun();

  LaunchOptions m_options;
  RevisitChannel* m_channel = nullptr;
  int m_channelFile = -1;
  int m_outputFile = -1;
  int m_inputFile = -1;
  int m_memoryFile = -1;
  int m_socket = -1;
  int m_pid = -1;
};

} // namespace revisit
