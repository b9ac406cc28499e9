// Random scripts in the form of litmus tests: few accesses to two locations, so that weak behaviours are frequent. In
// the scripts of random_script.h they are rare.
#pragma once

#include "script.h"

#include <cstdint>

namespace revisit::test {

struct RandomLitmusOptions {
  unsigned minThreads = 2, maxThreads = 3; // besides main
  unsigned maxSteps = 3;                   // accesses of a thread: 2 to 4
  bool orders = true;                      // random memory orders; otherwise seq_cst
  bool plain = false;                      // some loads and stores are not atomic
  bool fences = true;
  bool updates = true; // read-modify-writes and compare-and-swaps
  bool parts = false;  // the locations have two bytes, accessed one by one
};

Script randomLitmus(std::uint64_t seed, const RandomLitmusOptions& options = {});

} // namespace revisit::test
