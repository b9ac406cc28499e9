#include "expression/bits.h"
#include "solver/order_solver.h"
#include "solver/quick_orders.h"

#include <gtest/gtest.h>
#include <random>

namespace revisit::test {

namespace {

enum class Signs { Signed, Unsigned, Mixed };

// Conjunctions of comparisons of a few narrow symbols, with the answer found by trying all values.
class RandomOrders {
public:
  RandomOrders(ExpressionPool& pool, unsigned seed, Signs signs) : m_pool(pool), m_random(seed), m_signs(signs) {
    unsigned bits = 0;
    for (unsigned i = 0, count = 2 + pick(4); i < count; ++i) {
      const unsigned width = i != 0 && pick(4) != 0 ? m_pool.symbolInfo(m_symbols.back()).width : 2 + pick(3);
      if (bits + width > 10)
        break;
      bits += width;
      m_symbols.push_back(pool.symbol(ThreadId(0), i, width, "s" + std::to_string(i)));
    }
  }

  std::vector<ExprId> conjunction() {
    std::vector<ExprId> conditions;
    for (unsigned i = 0, count = 1 + pick(8); i < count; ++i)
      if (const ExprId e = condition(); !m_pool.isConstant(e))
        conditions.push_back(e);
    return conditions;
  }

  bool satisfiable(const std::vector<ExprId>& conditions) {
    Assignment model;
    return someHolds(conditions, model, 0);
  }

private:
  ExpressionPool& m_pool;
  std::mt19937 m_random;
  const Signs m_signs;
  std::vector<SymbolId> m_symbols;

  unsigned pick(unsigned below) { return static_cast<unsigned>(m_random() % below); }

  ExprId condition() {
    const bool isSigned = m_signs == Signs::Signed || (m_signs == Signs::Mixed && pick(2) == 0);
    ExprId a = m_pool.symbolExpr(m_symbols[pick(static_cast<unsigned>(m_symbols.size()))]);
    ExprId b = m_pool.symbolExpr(m_symbols[pick(static_cast<unsigned>(m_symbols.size()))]);
    if (pick(4) == 0)
      b = m_pool.constant(m_pool.width(a), m_random() & maskOf(m_pool.width(a)));
    const unsigned width = std::max(m_pool.width(a), m_pool.width(b)) + (pick(8) == 0 ? 1 : 0);
    for (ExprId* side : {&a, &b})
      if (m_pool.width(*side) < width)
        *side =
            (m_signs == Signs::Mixed ? pick(2) == 0 : isSigned) ? m_pool.sext(*side, width) : m_pool.zext(*side, width);
    const ExprOp ops[] = {isSigned ? ExprOp::Slt : ExprOp::Ult, isSigned ? ExprOp::Sle : ExprOp::Ule, ExprOp::Eq};
    const ExprId positive = m_pool.binary(ops[pick(3)], a, b);
    return pick(2) == 0 ? m_pool.bitNot(positive) : positive;
  }

  bool someHolds(const std::vector<ExprId>& conditions, Assignment& model, std::size_t next) {
    if (next == m_symbols.size())
      return std::all_of(conditions.begin(), conditions.end(),
                         [&](ExprId e) { return m_pool.evaluate(e, model) == 1; });
    const SymbolId symbol = m_symbols[next];
    for (std::uint64_t value = 0; value <= maskOf(m_pool.symbolInfo(symbol).width); ++value) {
      model.set(symbol, value);
      if (someHolds(conditions, model, next + 1))
        return true;
    }
    return false;
  }
};

class OrderFuzz : public ::testing::TestWithParam<Signs> {};

TEST_P(OrderFuzz, EqualsBruteForce) {
  unsigned decided = 0;
  unsigned asked = 0;
  for (unsigned seed = 0; seed < 250; ++seed) {
    ExpressionPool pool;
    RandomOrders random(pool, seed, GetParam());
    SolutionSets sets(pool);
    OrderSolver orders(pool, sets);
    SolverOptions without;
    without.orders = false;
    SolverOptions only; // without any other solver before Z3
    only.cache = false;
    const std::unique_ptr<Solver> chains[] = {makeSolver(pool), makeSolver(pool, without), makeSolver(pool, only)};
    for (unsigned round = 0; round < 10; ++round) {
      const std::vector<ExprId> conditions = random.conjunction();
      const Sat expected = random.satisfiable(conditions) ? Sat::Yes : Sat::No;
      Assignment model;
      const Sat answer = orders.check(conditions, model);
      ++asked;
      decided += answer != Sat::Unknown;
      ASSERT_TRUE(answer == Sat::Unknown || answer == expected) << "seed " << seed << ", round " << round;
      for (ExprId e : conditions)
        ASSERT_TRUE(answer != Sat::Yes || pool.evaluate(e, model) == 1) << "seed " << seed << ": " << pool.text(e);
      for (std::size_t i = 0; seed % 4 == 0 && i < std::size(chains); ++i)
        ASSERT_EQ(chains[i]->check(conditions), expected) << "seed " << seed << ", round " << round;
    }
  }
  EXPECT_GT(decided, GetParam() == Signs::Mixed ? asked / 3 : asked * 9 / 10) << "of " << asked;
  RecordProperty("decided", static_cast<int>(decided));
}

// One condition after the other is asked about and, if it can be, added to the path.
TEST_P(OrderFuzz, QuickAnswersEqualBruteForce) {
  unsigned decided = 0;
  unsigned asked = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    ExpressionPool pool;
    RandomOrders random(pool, seed, GetParam());
    QuickOrders quick(pool);
    std::vector<ExprId> path;
    std::vector<SidedCondition> sided;
    for (unsigned round = 0; round < 4; ++round)
      for (const ExprId condition : random.conjunction()) {
        const bool side = seed % 2 == 0 || round % 2 == 0;
        path.push_back(side ? condition : pool.bitNot(condition));
        const bool expected = random.satisfiable(path);
        const Sat answer = quick.check(sided, {condition, side});
        ++asked;
        decided += answer != Sat::Unknown;
        ASSERT_TRUE(answer == Sat::Unknown || (answer == Sat::Yes) == expected)
            << "seed " << seed << ", round " << round << ", condition " << pool.text(condition);
        if (expected)
          sided.push_back({condition, side});
        else
          path.pop_back();
      }
  }
  EXPECT_GT(decided, GetParam() == Signs::Mixed ? asked / 3 : asked * 2 / 3) << "of " << asked;
  RecordProperty("decided", static_cast<int>(decided));
}

INSTANTIATE_TEST_SUITE_P(Signs, OrderFuzz, ::testing::Values(Signs::Signed, Signs::Unsigned, Signs::Mixed));

// The keys of a sorted list: bounded, distinct, compared with each other.
TEST(OrderSolver, SortedKeysNeverReachZ3) {
  ExpressionPool pool;
  const auto solver = makeSolver(pool);
  std::vector<ExprId> keys;
  std::vector<ExprId> path;
  const auto less = [&](ExprId a, ExprId b) { return pool.binary(ExprOp::Slt, a, b); };
  for (unsigned i = 0; i < 6; ++i) {
    keys.push_back(pool.symbolExpr(pool.symbol(ThreadId(0), i, 32, "key")));
    path.push_back(less(pool.constant(32, static_cast<std::uint32_t>(-1000)), keys[i]));
    path.push_back(less(keys[i], pool.constant(32, 1000)));
    for (unsigned j = 0; j < i; ++j)
      path.push_back(pool.bitNot(pool.eq(keys[i], keys[j])));
  }
  for (unsigned i = 1; i < 6; ++i)
    path.push_back(less(keys[i], keys[i - 1]));
  EXPECT_EQ(solver->check(path), Sat::Yes);
  path.push_back(pool.binary(ExprOp::Sle, keys[0], keys[5]));
  EXPECT_EQ(solver->check(path), Sat::No);
  EXPECT_EQ(solver->stats().seconds, 0);
  EXPECT_EQ(solver->stats().byOrder, 2u);
}

// Bounds that leave too few values between them, at both ends of the type.
TEST(OrderSolver, ChainsNeedRoom) {
  ExpressionPool pool;
  SolutionSets sets(pool);
  OrderSolver orders(pool, sets);
  for (const unsigned width : {8u, 64u})
    for (const bool isSigned : {false, true}) {
      const ExprOp op = isSigned ? ExprOp::Slt : ExprOp::Ult;
      const std::uint64_t most = isSigned ? maskOf(width) >> 1 : maskOf(width);
      std::vector<ExprId> chain;
      std::vector<ExprId> keys;
      for (unsigned i = 0; i < 4; ++i)
        keys.push_back(pool.symbolExpr(pool.symbol(ThreadId(width + isSigned), i, width, "key")));
      for (unsigned i = 1; i < 4; ++i)
        chain.push_back(pool.binary(op, keys[i - 1], keys[i]));
      Assignment model;
      EXPECT_EQ(orders.check(chain, model), Sat::Yes);
      chain.push_back(pool.binary(op, pool.constant(width, most - 4), keys[0]));
      EXPECT_EQ(orders.check(chain, model), Sat::Yes);
      chain.push_back(pool.bitNot(pool.eq(keys[3], pool.constant(width, most))));
      EXPECT_EQ(orders.check(chain, model), Sat::No);
    }
}

} // namespace

} // namespace revisit::test
