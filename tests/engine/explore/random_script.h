// Random scripts for the fuzz tests: small enough for brute force, rich in everything that can interact.
#pragma once

#include "program/script.h"

#include <cstdint>

namespace revisit::test {

struct RandomScriptOptions {
  unsigned maxThreads = 3;   // besides main
  unsigned maxSteps = 4;     // instructions per thread, roughly
  bool symbols = true;
  bool objects = true;
  bool awaits = true;
  bool waitObjects = true; // semaphores and condition variables besides mutexes
  bool mixedSizes = true;
  bool terminals = true; // exits, errors, assumes in any thread
};

Script randomScript(std::uint64_t seed, const RandomScriptOptions& options);

} // namespace revisit::test
