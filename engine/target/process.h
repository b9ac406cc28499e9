// One instrumented program, started once and stopped before main; each run is a fork of it. Owns the channel.
// Thread rule: belongs to one worker.
#pragma once

#include "base/result.h"
#include "runtime/abi/channel.h"

#include <functional>
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
  unsigned runTimeoutMs = 60000;            // wall-clock, of one run
  std::function<bool()> cancelled;          // polled while a run is waited for; true breaks it off
  std::size_t outputLimit = 1 << 20;        // bytes of output kept per run
};

class Process {
public:
  // Starts the program and waits until it stands before main. Fails with NotFound, NotInstrumented or TargetFailed.
  static Result<std::unique_ptr<Process>> launch(const LaunchOptions& options);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  RevisitChannel& channel() { return *m_channel; }
  // Runs what the channel says; afterwards the channel holds the trace. The result is the child's wait status; that of
  // a run that took too long is SIGKILL's, and timedOut() says so. Fails with Interrupted when it was cancelled.
  // Cost: a fork and two messages, besides the run.
  Result<int> run();
  bool timedOut() const { return m_timedOut; } // the last run
  // Somebody else ended the program, or its last run: who, for people. Empty: nobody did.
  const std::string& killedBy() const { return m_killedBy; }
  std::string output() const; // of the last run

  // Memory as it is before main, or of the heap's as malloc hands it out; false where nothing is mapped.
  bool readMemory(std::uint64_t address, void* buffer, std::size_t bytes) const;
  // The program's memory map, as in /proc/PID/maps.
  std::string memoryMap() const;

private:
  explicit Process(const LaunchOptions& options) : m_options(options) {}
  Status makeChannel();
  Status start();
  Result<int> awaitMessage(unsigned timeoutMs, bool canBeCancelled = true);
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
  std::string m_killedBy;
};

} // namespace revisit
