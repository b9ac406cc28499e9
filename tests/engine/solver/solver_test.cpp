#include "random_expression.h"
#include "solver/solver.h"

#include <gtest/gtest.h>

namespace revisit::test {

namespace {

// All inputs of three small symbols, against every configuration of the chain.
TEST(SolverFuzz, EqualsBruteForceInEveryConfiguration) {
  for (unsigned seed = 0; seed < 120; ++seed) {
    ExpressionPool pool;
    RandomExpressions random(pool, seed, {4, 3, 2});
    SolverOptions noCache;
    noCache.cache = false;
    SolverOptions plain = noCache;
    plain.independent = false;
    SolverOptions validating;
    validating.validate = true;
    const auto cached = makeSolver(pool);
    const auto uncached = makeSolver(pool, seed % 2 == 0 ? noCache : plain);
    const auto validated = makeSolver(pool, validating);
    for (unsigned round = 0; round < 6; ++round) {
      std::vector<Term> terms;
      std::vector<ExprId> conjunction;
      for (unsigned i = 0, count = 1 + random.pick(4); i < count; ++i) {
        terms.push_back(random.condition(1 + random.pick(3)));
        conjunction.push_back(terms.back().expr);
      }
      const Term number = random.term(5, 2);
      const unsigned atLeast = random.pick(32);
      bool satisfiable = false;
      std::optional<std::uint64_t> smallest;
      for (unsigned bits = 0; bits < 512; ++bits) {
        const Inputs inputs{bits & 15, bits >> 4 & 7, bits >> 7};
        if (!std::all_of(terms.begin(), terms.end(), [&](const Term& t) { return t.value(inputs) != 0; }))
          continue;
        satisfiable = true;
        const auto value = static_cast<std::uint64_t>(number.value(inputs));
        if (value >= atLeast && (!smallest || value < *smallest))
          smallest = value;
      }
      for (Solver* solver : {cached.get(), uncached.get(), validated.get()}) {
        Assignment model;
        ASSERT_EQ(solver->check(conjunction, &model), satisfiable ? Sat::Yes : Sat::No) << "seed " << seed;
        for (ExprId e : conjunction)
          ASSERT_TRUE(!satisfiable || pool.evaluate(e, model) == 1) << "seed " << seed << ": " << pool.text(e);
      }
      const SmallestValue found = smallestValue(*cached, pool, conjunction, number.expr, atLeast);
      ASSERT_EQ(found.value, smallest) << "seed " << seed;
      ASSERT_EQ(found.sat, smallest ? Sat::Yes : Sat::No);
      const auto model = smallModel(*cached, pool, conjunction);
      ASSERT_EQ(model.has_value(), satisfiable);
      for (ExprId e : conjunction)
        ASSERT_TRUE(!satisfiable || pool.evaluate(e, *model) == 1) << "seed " << seed;
    }
  }
}

class SolverTest : public ::testing::Test {
protected:
  ExpressionPool pool;
  std::unique_ptr<Solver> solver = makeSolver(pool);
  SymbolId sx = pool.symbol(ThreadId(0), 0, 32, "x");
  SymbolId sy = pool.symbol(ThreadId(0), 1, 32, "y");
  ExprId x = pool.symbolExpr(sx);
  ExprId y = pool.symbolExpr(sy);

  ExprId number(std::uint64_t bits) { return pool.constant(32, bits); }
  ExprId op(ExprOp o, ExprId a, ExprId b) { return pool.binary(o, a, b); }
};

// Numbers that are taken apart and put together again, under bounds: the same answers with and without simplification
// as from all inputs.
TEST(SolverFuzz, PartsOfNumbersEqualBruteForce) {
  for (unsigned seed = 0; seed < 250; ++seed) {
    ExpressionPool pool;
    RandomExpressions random(pool, seed, {8, 3, 4});
    SolverOptions plain;
    plain.simplify = false;
    SolverOptions validating;
    validating.validate = true;
    const std::unique_ptr<Solver> solvers[] = {makeSolver(pool), makeSolver(pool, plain), makeSolver(pool, validating)};
    std::vector<Term> terms;
    std::vector<ExprId> conjunction;
    for (unsigned i = 0, count = 2 + random.pick(4); i < count; ++i) {
      terms.push_back(random.pick(4) == 0 ? random.condition(1) : random.comparedParts());
      conjunction.push_back(terms.back().expr);
    }
    bool satisfiable = false;
    for (unsigned bits = 0; bits < 1u << 15 && !satisfiable; ++bits) {
      const Inputs inputs{bits & 255, bits >> 8 & 7, bits >> 11};
      satisfiable = std::all_of(terms.begin(), terms.end(), [&](const Term& t) { return t.value(inputs) != 0; });
    }
    for (const auto& solver : solvers) {
      Assignment model;
      ASSERT_EQ(solver->check(conjunction, &model), satisfiable ? Sat::Yes : Sat::No) << "seed " << seed;
      for (ExprId e : conjunction)
        ASSERT_TRUE(!satisfiable || pool.evaluate(e, model) == 1) << "seed " << seed << ": " << pool.text(e);
    }
  }
}

// A number below 1000 that is printed with three digits and read again is the number, whatever was computed before.
TEST(SolverBounds, DigitsUnderABoundNeverReachZ3) {
  ExpressionPool pool;
  const auto solver = makeSolver(pool);
  const auto op = [&](ExprOp o, ExprId a, std::uint64_t c) { return pool.binary(o, a, pool.constant(32, c)); };
  const ExprId x = pool.symbolExpr(pool.symbol(ThreadId(0), 0, 32, "x"));
  const ExprId y = op(ExprOp::Add, op(ExprOp::Mul, op(ExprOp::Xor, x, 0x5bd1e995), 0x9e3779b1), 12345);
  ExprId value = pool.constant(32, 0);
  for (unsigned weight = 100; weight != 0; weight /= 10)
    value = pool.binary(ExprOp::Add, op(ExprOp::Mul, value, 10), op(ExprOp::URem, op(ExprOp::UDiv, y, weight), 10));
  const ExprId inside[] = {op(ExprOp::Ult, y, 1000), pool.bitNot(op(ExprOp::Ult, y, 100)), op(ExprOp::Eq, value, 777)};
  Assignment model;
  ASSERT_EQ(solver->check(inside, &model), Sat::Yes);
  EXPECT_EQ(pool.evaluate(y, model), 777u);
  const ExprId outside[] = {inside[0], inside[1], op(ExprOp::Eq, value, 77)};
  EXPECT_EQ(solver->check(outside), Sat::No);
  EXPECT_EQ(solver->stats().cacheHits, 2u);
}

TEST_F(SolverTest, RangesNeverReachZ3) {
  std::vector<ExprId> path;
  for (unsigned i = 0; i < 20; ++i) {
    path.push_back(pool.bitNot(pool.eq(x, number(i))));
    EXPECT_EQ(solver->check(path), Sat::Yes);
  }
  path.push_back(op(ExprOp::Ult, x, number(20)));
  EXPECT_EQ(solver->check(path), Sat::No);
  EXPECT_EQ(solver->stats().cacheHits, solver->stats().queries);
}

TEST_F(SolverTest, SmallestValueSkipsWhatIsExcluded) {
  const std::vector<ExprId> path{op(ExprOp::Ult, number(4), x), pool.bitNot(pool.eq(x, number(5)))};
  EXPECT_EQ(smallestValue(*solver, pool, path, x, 0).value, 6u);
  EXPECT_EQ(smallestValue(*solver, pool, path, x, 1000).value, 1000u);
  const std::vector<ExprId> bounded{op(ExprOp::Ult, x, number(4))};
  EXPECT_EQ(smallestValue(*solver, pool, bounded, x, 4).sat, Sat::No);
}

TEST_F(SolverTest, SmallModelPrefersNumbersNearZero) {
  const std::vector<ExprId> negative{op(ExprOp::Slt, x, number(-3)), op(ExprOp::Slt, y, x)};
  const auto model = smallModel(*solver, pool, negative);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->get(sx), 0xfffffffcu);
  EXPECT_EQ(model->get(sy), 0xfffffffbu);
  const std::vector<ExprId> tie{pool.eq(op(ExprOp::Mul, x, x), number(49))};
  EXPECT_EQ(smallModel(*solver, pool, tie)->get(sx), 7u);
  const std::vector<ExprId> minimum{pool.eq(x, number(0x80000000u))};
  EXPECT_EQ(smallModel(*solver, pool, minimum)->get(sx), 0x80000000u);
}

TEST_F(SolverTest, ConflictsAreRecognisedInsideLargerQuestions) {
  const ExprId less = op(ExprOp::Slt, op(ExprOp::Mul, x, y), number(0));
  const ExprId same = pool.eq(op(ExprOp::Mul, x, y), number(3));
  EXPECT_EQ(solver->check(std::vector<ExprId>{less, same}), Sat::No);
  const std::uint64_t hits = solver->stats().cacheHits;
  EXPECT_EQ(solver->check(std::vector<ExprId>{pool.eq(x, y), less, same}), Sat::No);
  EXPECT_EQ(solver->stats().cacheHits, hits + 1);
}

TEST_F(SolverTest, WideExpressionsReachZ3) {
  const ExprId both = pool.concat(op(ExprOp::Mul, x, y), op(ExprOp::Add, op(ExprOp::Mul, x, x), y));
  const ExprId wide = pool.binary(ExprOp::Add, pool.zext(both, 100), pool.constant(100, 1));
  const std::vector<ExprId> question{pool.binary(ExprOp::Ult, pool.constant(100, 12345678901ull), wide)};
  Assignment model;
  ASSERT_EQ(solver->check(question, &model), Sat::Yes);
  EXPECT_EQ(pool.evaluate(question[0], model), 1u);
}

TEST_F(SolverTest, GivesUpInTime) {
  SolverOptions options;
  options.timeoutMs = 50;
  const auto hasty = makeSolver(pool, options);
  const ExprId a = pool.symbolExpr(pool.symbol(ThreadId(0), 2, 64, "a"));
  const ExprId b = pool.symbolExpr(pool.symbol(ThreadId(0), 3, 64, "b"));
  const std::vector<ExprId> factoring{
      pool.eq(pool.binary(ExprOp::Mul, pool.zext(a, 128), pool.zext(b, 128)),
              pool.concat(pool.constant(64, 0x0123456789abcdefull), pool.constant(64, 0xfedcba9876543211ull))),
      pool.binary(ExprOp::Ult, pool.constant(64, 1), a), pool.binary(ExprOp::Ult, pool.constant(64, 1), b)};
  EXPECT_NE(hasty->check(factoring), Sat::No);
}

} // namespace

} // namespace revisit::test
