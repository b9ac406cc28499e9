// Small programs for the tests of weak memory: threads of a few accesses to x, y and z.
#pragma once

#include "random_script.h"
#include "weak_oracle.h"

#include <gtest/gtest.h>

namespace revisit::test::litmus {

using Op = Instruction::Op;
using Code = std::vector<Instruction>;
using Counts = std::vector<std::size_t>;

constexpr std::uint32_t x = 0, y = 1, z = 2;

inline Instruction load(std::uint32_t location, MemoryOrder order, std::uint32_t to = 0) {
  return {.op = Op::Load, .to = to, .order = order, .location = location};
}
inline Instruction store(std::uint32_t location, std::uint64_t value, MemoryOrder order) {
  return {.op = Op::Store, .a = Operand::constant(value), .order = order, .location = location};
}
inline Instruction add(std::uint32_t location, MemoryOrder order, std::uint64_t value = 1) {
  return {.op = Op::Rmw, .to = 1, .a = Operand::constant(value), .order = order, .location = location};
}
inline Instruction cas(std::uint32_t location, std::uint64_t expected, std::uint64_t value, MemoryOrder order,
                       MemoryOrder failureOrder) {
  return {.op = Op::Cas,
          .to = 1,
          .a = Operand::constant(expected),
          .b = Operand::constant(value),
          .order = order,
          .failureOrder = failureOrder,
          .location = location};
}
inline Instruction await(std::uint32_t location, std::uint64_t value, MemoryOrder order) {
  return {.op = Op::Await, .to = 0, .a = Operand::constant(value), .order = order, .location = location};
}
inline Instruction fence(MemoryOrder order) {
  return {.op = Op::Fence, .order = order};
}
inline Instruction operation(ObjectOp what, std::uint32_t object, std::uint32_t to = 5) {
  return {.op = Op::Object, .to = to, .operation = what, .object = object};
}
inline Instruction part(Instruction access, std::uint16_t offset) {
  access.offset = offset;
  access.size = 1;
  return access;
}

// Main creates the threads; locations of `size` bytes.
inline Script threadsOf(const std::vector<Code>& threads, unsigned size = 1) {
  Script script =
      parallelScript(static_cast<std::uint32_t>(threads.size()), [&](std::uint32_t t) { return threads[t - 1]; });
  script.locationSizes = {size, size, size};
  script.initialValues = {0, 0, 0};
  return script;
}

inline WeakOracleResult judged(const Script& script, WeakModel model) {
  WeakOracleResult result = weakOracle(script, model, 200000);
  EXPECT_FALSE(result.exceeded);
  return result;
}

// The number of executions under sc, tso, pso, sra, ra and rc11.
inline Counts countsOf(const Script& script) {
  Counts result;
  for (const WeakModel model : allWeakModels)
    result.push_back(judged(script, model).executions.size());
  return result;
}
inline Counts counts(const std::vector<Code>& threads) {
  return countsOf(threadsOf(threads));
}

} // namespace revisit::test::litmus
