// Whether a run with other inputs finds values that were claimed not to depend on them, and how other inputs are found.
#include "check/worker/other_inputs.h"

#include <gtest/gtest.h>

namespace revisit {

namespace {

// A program whose claims are a function of its one input x.
class ClaimingOracle final : public Oracle {
public:
  explicit ClaimingOracle(ExpressionPool& pool) : m_pool(pool) {}

  SymbolId x() { return m_pool.symbol(ThreadId(0), 0, 32, "x"); }

  Result<Recording> run(const Plan& plan) override {
    runs++;
    const std::uint64_t input = plan.inputs.get(x());
    Recording recording;
    recording.inputs.emplace_back(x(), input);
    for (const auto& [condition, side] : conditions) {
      RecordedStep& decision = recording.steps.emplace_back();
      decision.thread = ThreadId(0);
      decision.label.kind = LabelKind::Constraint;
      decision.label.value = Value::of(condition);
      decision.seen.taken = side;
    }
    RecordedStep& end = recording.steps.emplace_back();
    end.thread = ThreadId(0);
    end.claims = losesInput ? input & lostBits : 0;
    return recording;
  }

  unsigned locationSize(LocationId) const override { return 0; }
  Value initialValue(LocationId) const override { return {}; }
  std::vector<unsigned> threadPath(ThreadId) const override { return {}; }
  std::string locationName(LocationId) const override { return {}; }
  std::string objectName(ObjectId) const override { return {}; }
  std::vector<SourcePosition> callChain(PositionId) const override { return {}; }

  std::vector<std::pair<ExprId, bool>> conditions; // of the path that every run takes
  bool losesInput = false;
  std::uint64_t lostBits = ~0ull;
  unsigned runs = 0;

private:
  ExpressionPool& m_pool;
};

class SecondModelTest : public ::testing::Test {
protected:
  ExprId constant(std::uint64_t bits) { return pool.constant(32, bits); }
  ExprId x() { return pool.symbolExpr(oracle.x()); }
  // Whether the test of the run with this input finds a difference.
  bool differs(std::uint64_t input = 0) {
    SecondModel model(oracle, inputs);
    Plan plan;
    plan.inputs.set(oracle.x(), input);
    const Result<Recording> first = oracle.run(plan);
    return model.test(plan, first.value(), 1).has_value();
  }

  ExpressionPool pool;
  std::unique_ptr<Solver> solver = makeSolver(pool);
  ClaimingOracle oracle{pool};
  SolvedInputs inputs{pool, *solver};
};

TEST_F(SecondModelTest, FindsALostInputAndNothingElse) {
  EXPECT_FALSE(differs());
  oracle.losesInput = true;
  EXPECT_TRUE(differs());
  EXPECT_TRUE(differs(7));
}

// The complement changes every bit, so that a loss is found whose result keeps one bit only.
TEST_F(SecondModelTest, EveryFreeBitDiffers) {
  oracle.losesInput = true;
  for (unsigned bit = 0; bit < 32; bit++) {
    oracle.lostBits = 1ull << bit;
    EXPECT_TRUE(differs(0x12345678)) << bit;
  }
}

TEST_F(SecondModelTest, OtherInputsSatisfyThePath) {
  oracle.losesInput = true;
  oracle.conditions = {{pool.binary(ExprOp::Ult, x(), constant(10)), true},
                       {pool.eq(pool.binary(ExprOp::URem, x(), constant(3)), constant(1)), true}};
  EXPECT_TRUE(differs(4)); // 1 or 7
  oracle.conditions = {{pool.eq(x(), constant(4)), true}};
  EXPECT_FALSE(differs(4)) << "no other input takes this path";
  EXPECT_EQ(oracle.runs, 3u) << "and none was tried";
}

// Where the path does not allow the complement, as many bits as it allows differ.
TEST_F(SecondModelTest, BitsDifferOneAfterTheOther) {
  oracle.losesInput = true;
  oracle.conditions = {{pool.binary(ExprOp::Ult, x(), constant(200)), true}};
  for (unsigned bit = 0; bit < 7; bit++) {
    oracle.lostBits = 1ull << bit;
    EXPECT_TRUE(differs(0)) << bit;
  }
}

TEST_F(SecondModelTest, TestsEachHistoryOnceAndOneRunInTen) {
  SecondModel model(oracle, inputs);
  const Plan plan;
  const Recording first = oracle.run(plan).value();
  EXPECT_FALSE(model.test(plan, first, 1));
  EXPECT_FALSE(model.test(plan, first, 100));
  EXPECT_EQ(model.runs(), 1u) << "the history is known";
  Recording other = first;
  other.steps.back().claims = 1;
  EXPECT_FALSE(model.test(plan, other, 10)) << "too few runs";
  EXPECT_TRUE(model.test(plan, other, 11)) << "the program does not claim that";
  EXPECT_EQ(model.runs(), 2u);
}

} // namespace

} // namespace revisit
