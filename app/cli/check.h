// Exploring one built program and telling what came out: the engine's parts put together.
// Thread rule: one check at a time per process (an interrupt cancels it).
#pragma once

#include "build_program.h"
#include "report.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace revisit::cli {

struct CheckOptions {
  std::vector<std::string> programArguments;
  std::string model = "sc";
  std::string algorithm = "condpor";
  bool keepGoing = false;
  bool checkDuplicates = false;
  bool allAccesses = false;
  unsigned unroll = 32;
  std::uint64_t maxExecutions = 0; // 0: no bound
  double timeoutSeconds = 0;       // 0: no bound
  std::uint64_t seed = 1;
  std::uint64_t confirmEvery = 0;
  std::string only;                // an execution's id, or its beginning
  std::string witnessFolder;       // made when the first witness is written
};

using OnProgress = std::function<void(const Exploration& soFar, const Estimate& estimate)>;

// Explores, writes witnesses and keeps the program when there are any. `cancelled` and `progress` are polled often and
// may be empty.
Result<CheckReport> runCheck(BuiltProgram& program, const CheckOptions& options, const std::function<bool()>& cancelled,
                             const OnProgress& progress);

} // namespace revisit::cli
