// Random scripts for the fuzz tests: small enough for brute force, with all features that can interact.
#pragma once

#include "script.h"

#include <cstdint>
#include <functional>

namespace revisit::test {

struct RandomScriptOptions {
  unsigned maxThreads = 3; // besides main
  unsigned maxSteps = 4;   // instructions per thread, roughly
  bool symbols = true;
  bool objects = true;
  bool awaits = true;
  bool rounds = false;      // waiting loops of several accesses, including updates
  bool waitObjects = true;  // semaphores and condition variables besides mutexes
  bool rareObjects = false; // read-write locks, once objects, barriers, timed operations, destruction; with the others
  bool callsOnly = false;   // rare objects: only operations that correspond to one call of a C function
  bool locksTogether = false; // std::lock: both mutexes at once; with objects
  bool mixedSizes = true;
  bool sections = false;       // atomic ones
  bool lifetimes = false;      // the first location's lifetime may end
  bool blank = false;          // all locations must be stored to before they are read
  bool terminals = true;       // exits, errors, assumes in any thread
  bool attempts = true;        // try lock and sem try wait, with objects
  bool startArguments = false; // threads are created with a value that main has read before
  bool plain = false;          // half of the loads and stores are not atomic
  bool orders = false;         // atomic accesses have random memory orders
  bool fences = false;         // with random memory orders
  bool blind = false;          // half of the updates ignore the old value
  bool spurious = false;       // waits end, attempts and compare-and-swaps fail for no reason
  bool streams = false;        // streams and counters: what descriptors stand for
  bool robust = false;         // mutexes are robust, and threads end while they hold them; with objects
  bool asides = false;         // locations and a mutex on which mostly nothing depends
};

Script randomScript(std::uint64_t seed, const RandomScriptOptions& options);

// Main starts `count` threads, and thread number i, from 1, executes `instructionsOf`(i). One location of one byte,
// initially 0.
Script parallelScript(std::uint32_t count,
                      const std::function<std::vector<Instruction>(std::uint32_t)>& instructionsOf);

} // namespace revisit::test
