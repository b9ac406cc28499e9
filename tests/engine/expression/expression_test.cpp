#include "random_expression.h"

#include <gtest/gtest.h>

#include <random>

namespace revisit::test {

namespace {

class ExpressionTest : public ::testing::Test {
protected:
  ExpressionPool pool;
  ExprId x = pool.symbolExpr(pool.symbol(ThreadId(0), 0, 32, "x"));
  ExprId y = pool.symbolExpr(pool.symbol(ThreadId(0), 1, 32, "y"));
  ExprId b = pool.symbolExpr(pool.symbol(ThreadId(1), 0, 8, "b"));

  ExprId number(std::uint64_t bits, unsigned width = 32) { return pool.constant(width, bits); }
  ExprId notZero(ExprId e) { return pool.bitNot(pool.eq(e, pool.constant(pool.width(e), 0))); }
};

TEST_F(ExpressionTest, SymbolsAreInterned) {
  EXPECT_EQ(pool.symbol(ThreadId(0), 0, 32, "x"), pool.symbolOf(x));
  EXPECT_NE(pool.symbol(ThreadId(0), 0, 16, "x"), pool.symbolOf(x));
  EXPECT_EQ(pool.symbolInfo(pool.symbolOf(b)).thread, ThreadId(1));
}

TEST_F(ExpressionTest, BooleansOfUnoptimisedCodeFoldBack) {
  const ExprId equal = pool.eq(x, y);
  EXPECT_EQ(notZero(pool.zext(equal, 32)), equal);
  EXPECT_EQ(notZero(notZero(pool.zext(equal, 8)) == equal ? pool.zext(equal, 32) : x), equal);
  EXPECT_EQ(pool.extract(pool.zext(equal, 8), 0, 1), equal);
  EXPECT_EQ(pool.bitNot(notZero(x)), pool.eq(x, number(0)));
  EXPECT_EQ(pool.binary(ExprOp::Xor, equal, pool.boolean(true)), pool.bitNot(equal));
  EXPECT_EQ(notZero(pool.zext(pool.bitNot(pool.eq(pool.zext(equal, 32), number(0))), 32)), equal);
}

TEST_F(ExpressionTest, EqualConditionsHaveEqualIds) {
  const auto ule = [&](ExprId a, ExprId c) { return pool.binary(ExprOp::Ule, a, c); };
  const auto ult = [&](ExprId a, ExprId c) { return pool.binary(ExprOp::Ult, a, c); };
  const auto slt = [&](ExprId a, ExprId c) { return pool.binary(ExprOp::Slt, a, c); };
  EXPECT_EQ(pool.eq(x, y), pool.eq(y, x));
  EXPECT_EQ(pool.bitNot(ult(x, y)), ule(y, x));
  EXPECT_EQ(ule(x, number(9)), ult(x, number(10)));
  EXPECT_EQ(pool.bitNot(ult(x, number(10))), ule(number(10), x));
  EXPECT_EQ(ult(x, number(1)), pool.eq(x, number(0)));
  EXPECT_EQ(pool.eq(pool.binary(ExprOp::Add, x, number(3)), number(5)), pool.eq(x, number(2)));
  EXPECT_EQ(pool.eq(pool.binary(ExprOp::Sub, x, y), number(0)), pool.eq(x, y));
  EXPECT_EQ(pool.eq(pool.binary(ExprOp::Add, x, number(3)), y), pool.eq(x, pool.binary(ExprOp::Sub, y, number(3))));
  EXPECT_EQ(slt(pool.sext(b, 32), number(5)), slt(b, number(5, 8)));
  EXPECT_EQ(slt(pool.zext(b, 32), number(5)), ult(b, number(5, 8)));
  EXPECT_EQ(slt(pool.zext(b, 32), number(300)), pool.boolean(true));
  EXPECT_EQ(pool.eq(pool.zext(b, 32), number(300)), pool.boolean(false));
  const ExprId p = pool.eq(x, number(1));
  const ExprId q = pool.eq(y, number(1));
  EXPECT_EQ(pool.bitNot(pool.binary(ExprOp::And, p, q)), pool.binary(ExprOp::Or, pool.bitNot(p), pool.bitNot(q)));
  EXPECT_EQ(pool.ite(p, q, pool.boolean(false)), pool.binary(ExprOp::And, q, p));
}

TEST_F(ExpressionTest, ChoiceBetweenConstantsComparesAsItsCondition) {
  const ExprId p = pool.eq(x, number(7));
  const ExprId q = pool.eq(x, number(9));
  const ExprId index = pool.ite(p, number(0), pool.ite(q, number(1), number(2)));
  EXPECT_EQ(pool.eq(index, number(0)), p);
  EXPECT_EQ(pool.eq(pool.ite(p, number(3), number(4)), number(4)), pool.bitNot(p));
}

TEST_F(ExpressionTest, BytesReassemble) {
  for (ExprId whole : {x, pool.binary(ExprOp::Add, x, y), pool.sext(b, 32), pool.zext(b, 32)}) {
    ExprId upward = pool.extract(whole, 0, 8);
    ExprId downward = pool.extract(whole, 24, 8);
    ExprId ored = pool.zext(pool.extract(whole, 0, 8), 32);
    for (unsigned byte = 1; byte < 4; ++byte) {
      const ExprId part = pool.extract(whole, 8 * byte, 8);
      upward = pool.concat(part, upward);
      downward = pool.concat(downward, pool.extract(whole, 24 - 8 * byte, 8));
      ored = pool.binary(ExprOp::Or, ored, pool.binary(ExprOp::Shl, pool.zext(part, 32), number(8 * byte)));
    }
    EXPECT_EQ(upward, whole) << pool.text(upward);
    EXPECT_EQ(downward, whole) << pool.text(downward);
    EXPECT_TRUE(ored == whole || whole == pool.sext(b, 32)) << pool.text(ored);
  }
}

TEST_F(ExpressionTest, PromotedArithmeticIsDoneAtItsOwnWidth) {
  const ExprId sum = pool.binary(ExprOp::Add, pool.sext(b, 32), number(1));
  EXPECT_EQ(pool.extract(sum, 0, 8), pool.binary(ExprOp::Add, b, number(1, 8)));
}

TEST_F(ExpressionTest, TextReadsLikeC) {
  EXPECT_EQ(pool.text(pool.eq(x, number(5))), "x == 5");
  EXPECT_EQ(pool.text(notZero(x)), "x != 0");
  EXPECT_EQ(pool.text(pool.binary(ExprOp::Slt, number(3), x)), "x > 3");
  EXPECT_EQ(pool.text(pool.binary(ExprOp::Sub, x, number(1))), "x - 1");
  // Bounds as one writes them; a compiler only keeps the first of "x > -51" and "x >= -50".
  const auto above = [&](std::uint64_t bound) { return pool.binary(ExprOp::Slt, number(bound), x); };
  EXPECT_EQ(pool.text(above(static_cast<std::uint64_t>(-51))), "x >= -50");
  EXPECT_EQ(pool.text(above(static_cast<std::uint64_t>(-1))), "x >= 0");
  EXPECT_EQ(pool.text(above(99)), "x >= 100");
  EXPECT_EQ(pool.text(above(100)), "x > 100");
  EXPECT_EQ(pool.text(above(0x7ffffffe)), "x == 2147483647");
  EXPECT_EQ(pool.text(pool.bitNot(above(static_cast<std::uint64_t>(-51)))), "x < -50");
  EXPECT_EQ(pool.text(pool.binary(ExprOp::Slt, x, number(1))), "x <= 0");
  EXPECT_EQ(pool.text(pool.binary(ExprOp::Ult, x, number(256))), "x <u 256");
  EXPECT_EQ(pool.text(pool.binary(ExprOp::Ult, x, number(1001))), "x <=u 1000");
  EXPECT_EQ(pool.text(pool.binary(ExprOp::Shl, x, number(1))), "x * 2");
  EXPECT_EQ(pool.text(pool.binary(ExprOp::Shl, x, number(8))), "x << 8");
}

TEST_F(ExpressionTest, DeepExpressionsNeedNoStack) {
  ExprId sum = x;
  for (unsigned i = 0; i < 200000; ++i)
    sum = pool.binary(ExprOp::Xor, pool.binary(ExprOp::Mul, sum, y), x);
  Assignment model;
  model.set(pool.symbolOf(x), 3);
  model.set(pool.symbolOf(y), 5);
  std::uint32_t expected = 3;
  for (unsigned i = 0; i < 200000; ++i)
    expected = expected * 5 ^ 3;
  EXPECT_EQ(pool.evaluate(sum, model), expected);
  EXPECT_FALSE(pool.text(sum).empty());
}

// Memory that is written in some pieces and read in others has one value: whole bytes, put together in any grouping.
TEST(ExpressionFuzz, OneFormForAllGroupingsOfBytes) {
  ExpressionPool pool;
  const ExprId x = pool.symbolExpr(pool.symbol(ThreadId(0), 0, 32, "x"));
  const ExprId y = pool.symbolExpr(pool.symbol(ThreadId(0), 1, 8, "y"));
  std::mt19937 random(7);
  const auto pick = [&](unsigned count) { return random() % count; };
  for (unsigned round = 0; round < 2000; ++round) {
    std::vector<ExprId> bytes; // lowest first
    while (bytes.size() < 8)
      switch (pick(4)) {
      case 0:
        for (unsigned byte = 0; byte < 4 && bytes.size() < 8; ++byte)
          bytes.push_back(pool.extract(x, 8 * byte, 8));
        break;
      case 1:
        bytes.push_back(y);
        break;
      default:
        bytes.push_back(pool.constant(8, pick(2) == 0 ? 0 : pick(256)));
      }
    const auto joined = [&](auto& self, std::size_t begin, std::size_t end) -> ExprId {
      if (end - begin == 1)
        return bytes[begin];
      const std::size_t middle = begin + 1 + pick(static_cast<unsigned>(end - begin - 1));
      const ExprId low = self(self, begin, middle);
      return pool.concat(self(self, middle, end), low);
    };
    const ExprId one = joined(joined, 0, 8), other = joined(joined, 0, 8);
    ASSERT_EQ(one, other) << pool.text(one) << " and " << pool.text(other);
  }
}

// Every simplification preserves the meaning, at every width.
TEST(ExpressionFuzz, EqualsIndependentEvaluator) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    ExpressionPool pool;
    RandomExpressions random(pool, seed, {8, 3, 1, 16});
    for (unsigned round = 0; round < 6; ++round) {
      static constexpr unsigned Widths[] = {1, 4, 8, 16, 32, 64, 100, 128};
      const Term term = random.term(Widths[random.pick(8)], 2 + random.pick(4));
      ASSERT_EQ(pool.width(term.expr), term.width);
      for (unsigned trial = 0; trial < 8; ++trial) {
        Inputs inputs{random.random()() & 0xff, random.random()() & 7, random.random()() & 1,
                      random.random()() & 0xffff};
        if (trial == 0)
          inputs = {0, 0, 0, 0};
        if (trial == 1)
          inputs = {0x80, 4, 1, 0x8000};
        Assignment model;
        for (unsigned i = 0; i < inputs.size(); ++i)
          model.set(random.symbols()[i], static_cast<std::uint64_t>(inputs[i]));
        const Wide expected = term.value(inputs);
        ASSERT_EQ(pool.evaluate(term.expr, model), static_cast<std::uint64_t>(expected))
            << "seed " << seed << ": " << pool.text(term.expr);
        if (term.width > 64) {
          const ExprId high = pool.extract(term.expr, 64, term.width - 64);
          ASSERT_EQ(pool.evaluate(high, model), static_cast<std::uint64_t>(expected >> 64)) << "seed " << seed;
        }
      }
    }
  }
}

// What is taken apart by division and put together again keeps its value, for all numbers of 8 bits and some more.
TEST(ExpressionFuzz, TakenApartAndPutTogether) {
  for (unsigned seed = 0; seed < 6000; ++seed) {
    ExpressionPool pool;
    RandomExpressions random(pool, seed, {8, 3, 16});
    const Term term = random.pick(3) == 0 ? random.comparedParts() : random.takenApart();
    for (unsigned value = 0; value < 256; ++value) {
      const Inputs inputs{value, random.random()() & 7, value % 3 == 0 ? value : random.random()() & 0xffff};
      Assignment model;
      for (unsigned i = 0; i < inputs.size(); ++i)
        model.set(random.symbols()[i], static_cast<std::uint64_t>(inputs[i]));
      ASSERT_EQ(pool.evaluate(term.expr, model), static_cast<std::uint64_t>(term.value(inputs)))
          << "seed " << seed << ", value " << value << ": " << pool.text(term.expr);
    }
  }
}

// No value is outside of the bounds of its expression.
TEST(ExpressionFuzz, BoundsHold) {
  for (unsigned seed = 0; seed < 4000; ++seed) {
    ExpressionPool pool;
    RandomExpressions random(pool, seed, {6, 2, 3});
    const Term term = random.pick(2) == 0 ? random.takenApart() : random.term(1 + random.pick(20), 3);
    const auto [low, high] = pool.bounds(term.expr);
    for (unsigned bits = 0; bits < 2048; bits += 1 + random.pick(8)) {
      const auto value = static_cast<std::uint64_t>(term.value({bits & 63, bits >> 6 & 3, bits >> 8}));
      ASSERT_LE(low, value) << "seed " << seed << ": " << pool.text(term.expr);
      ASSERT_LE(value, high) << "seed " << seed << ": " << pool.text(term.expr);
    }
  }
}

TEST_F(ExpressionTest, DigitsOfANumberAreTheNumber) {
  const auto op = [&](ExprOp o, ExprId a, std::uint64_t c) { return pool.binary(o, a, number(c, pool.width(a))); };
  ExprId value = number(0, 64);
  for (std::uint64_t weight = 1000000000; weight != 0; weight /= 10) { // as printf and strtoul do it
    const ExprId digit = op(ExprOp::URem, op(ExprOp::UDiv, pool.zext(x, 64), weight), 10);
    const ExprId letter = op(ExprOp::Add, pool.extract(digit, 0, 8), '0');
    EXPECT_EQ(op(ExprOp::Ult, pool.sext(letter, 32), '0'), pool.boolean(false));
    EXPECT_EQ(op(ExprOp::Slt, pool.sext(letter, 32), '9' + 1), pool.boolean(true));
    const ExprId read = op(ExprOp::Sub, pool.sext(letter, 32), '0');
    value = pool.binary(ExprOp::Add, op(ExprOp::Mul, value, 10), pool.sext(read, 64));
  }
  EXPECT_EQ(value, pool.zext(x, 64));
  const ExprId quotient = op(ExprOp::UDiv, x, 1009);
  EXPECT_EQ(pool.binary(ExprOp::Add, op(ExprOp::URem, x, 1009), op(ExprOp::Mul, quotient, 1009)), x);
  EXPECT_EQ(pool.binary(ExprOp::Sub, x, op(ExprOp::Mul, quotient, 1009)), op(ExprOp::URem, x, 1009));
  const ExprId half = op(ExprOp::SDiv, x, 37);
  EXPECT_EQ(pool.binary(ExprOp::Add, op(ExprOp::Mul, half, 37), op(ExprOp::SRem, x, 37)), x);
  const ExprId product = op(ExprOp::Add, op(ExprOp::Mul, pool.zext(x, 64), 1000), 21);
  EXPECT_EQ(op(ExprOp::UDiv, product, 1000), pool.zext(x, 64));
  EXPECT_EQ(op(ExprOp::URem, product, 1000), number(21, 64));
  EXPECT_EQ(op(ExprOp::Eq, quotient, 5), op(ExprOp::Ult, op(ExprOp::Sub, x, 5045), 1009));
}

} // namespace

} // namespace revisit::test
