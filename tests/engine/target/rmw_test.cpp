// The runtime's arithmetic agrees with the engine's.
#include "program/value_ops.h"
#include "runtime/memory/rmw.h"

#include <gtest/gtest.h>

#include <random>

namespace revisit::rmw_test {
namespace {

TEST(Rmw, AgreesWithTheEngine) {
  ExpressionPool pool;
  std::mt19937_64 random(1);
  const std::uint64_t edges[] = {0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0x7fffffff, 0x80000000, ~0ull, 1ull << 63};
  for (int i = 0; i < 20000; i++) {
    const unsigned size = 1u << (random() % 4);
    const auto op = static_cast<RmwOp>(random() % static_cast<unsigned>(RmwOp::FAdd));
    const auto pick = [&] {
      const std::uint64_t value = random() % 2 ? edges[random() % std::size(edges)] : random();
      return runtime::truncate(value, size);
    };
    const std::uint64_t old = pick(), operand = pick();
    const Value engine = applyRmw(pool, op, Value::concrete(old), Value::concrete(operand), size);
    EXPECT_EQ(engine.bits, runtime::truncate(runtime::applyRmw(op, old, operand, size), size))
        << static_cast<int>(op) << ' ' << old << ' ' << operand << ' ' << size;
  }
}

} // namespace
} // namespace revisit::rmw_test
