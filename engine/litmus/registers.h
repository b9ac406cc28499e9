// How the registers of a thread get from the program to whoever reads an execution. A thread returns them, because the
// value with which a thread ends is part of its execution, while memory for them would be shared with main: more
// events. What does not fit into the returned word is stored in a word of memory each, once, at the end of the thread;
// main reads it after the join. So there is one value for each in every memory model. Stateless.
#pragma once

#include "litmus/test.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace revisit::litmus {

// Where a register is in the words of its thread.
struct Slot {
  std::size_t index = 0; // of the register
  unsigned word = 0;
  unsigned shift = 0; // bits
  unsigned bits = 0;
};

// The slots of the registers that are part of the final state, in the order of the test's items.
std::vector<Slot> slotsOf(const Test& test, std::size_t thread);
unsigned wordsOf(std::span<const Slot> slots);

// The variable of a word other than the first: "P0_registers_1".
std::string wordName(std::size_t thread, unsigned word);

// The value of a register in its word.
Number valueIn(std::uint64_t word, const Slot& slot, const ValueType& type);

} // namespace revisit::litmus
