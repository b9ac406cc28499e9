// Which values of the inputs keep the path of an execution.
#include "explore/steps/ways.h"
#include "query/timeline/path_condition.h"
#include "sideways/session/opened.h"
#include "sideways/session/sideways_session.h"

#include <algorithm>

namespace revisit {

namespace {

// The order of the input's type as an order of unsigned numbers, upwards or downwards.
class InputOrder {
public:
  InputOrder(ExpressionPool& pool, const WitnessInput& input, bool isUp) : m_pool(pool), m_input(input), m_isUp(isUp) {}

  ExprId key(ExprId value) const {
    const ExprId shifted =
        isSigned() ? m_pool.binary(ExprOp::Xor, value, m_pool.constant(m_input.width, sign())) : value;
    return m_isUp ? shifted : m_pool.bitNot(shifted);
  }
  // Its own inverse.
  std::uint64_t key(std::uint64_t value) const {
    const std::uint64_t shifted = isSigned() ? value ^ sign() : value;
    return (m_isUp ? shifted : ~shifted) & largest();
  }
  std::uint64_t valueOf(std::uint64_t key) const {
    const std::uint64_t shifted = (m_isUp ? key : ~key) & largest();
    return isSigned() ? shifted ^ sign() : shifted;
  }
  std::uint64_t largest() const {
    return m_input.width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << m_input.width) - 1;
  }

private:
  bool isSigned() const { return m_input.type == InputType::Signed; }
  std::uint64_t sign() const { return std::uint64_t{1} << (m_input.width - 1); }

  ExpressionPool& m_pool;
  const WitnessInput& m_input;
  bool m_isUp;
};

} // namespace

Result<std::vector<InputRange>> SidewaysSession::ranges(const std::vector<std::size_t>* wanted) {
  if (const Status there = returnToWitness(); !there)
    return there.error();
  Opened& parts = *m_opened;
  ExpressionPool& pool = parts.state().pool();
  const auto symbolOf = [&](const WitnessInput& input) {
    return pool.symbolExpr(pool.symbol(ThreadId(input.thread), input.index, input.width, input.name, input.type));
  };
  ExprId path = pool.boolean(true);
  for (const ThreadId thread : parts.state().graph().threads())
    for (const PathConstraint& one : parts.state().graph().constraints(thread))
      path = pool.binary(ExprOp::And, path, one.side ? one.condition : pool.bitNot(one.condition));
  const std::vector<std::string> names = inputLabels(m_witness.inputs);
  std::vector<InputRange> ranges;
  for (std::size_t i = 0; i < m_witness.inputs.size(); i++) {
    if (wanted && std::ranges::find(*wanted, i) == wanted->end())
      continue;
    const WitnessInput& input = m_witness.inputs[i];
    std::vector<ExprId> conditions = {pool.bitNot(path)};
    for (const WitnessInput& other : m_witness.inputs)
      if (&other != &input)
        conditions.push_back(pool.eq(symbolOf(other), pool.constant(other.width, other.value)));
    InputRange range{input, names[i], input.value, input.value};
    for (const bool isUp : {true, false}) {
      const InputOrder order(pool, input, isUp);
      const std::uint64_t here = order.key(input.value);
      std::uint64_t& limit = isUp ? range.high : range.low;
      std::optional<std::uint64_t>& beyond = isUp ? range.above : range.below;
      if (here == order.largest())
        continue;
      const SmallestValue other =
          smallestValue(parts.worker().solver(), pool, conditions, order.key(symbolOf(input)), here + 1);
      if (other.sat == Sat::Unknown)
        range.isExact = false;
      else if (other.sat == Sat::Yes && other.value)
        beyond = order.valueOf(*other.value);
      if (other.sat != Sat::Unknown)
        limit = order.valueOf(other.sat == Sat::Yes && other.value ? *other.value - 1 : order.largest());
    }
    ranges.push_back(range);
  }
  return ranges;
}

} // namespace revisit
