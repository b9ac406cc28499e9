#include "solver/bounded_terms.h"

#include "expression/bits.h"

#include <algorithm>

namespace revisit {

namespace {

constexpr int MaxPasses = 4;

} // namespace

std::vector<ExprId> BoundedTerms::simplified(std::span<const ExprId> conjunction) {
  std::vector<ExprId> now(conjunction.begin(), conjunction.end());
  for (int i = 0; i < MaxPasses; ++i) {
    std::vector<ExprId> next;
    if (!pass(now, next))
      return {m_pool.boolean(false)};
    std::ranges::reverse(next); // what came later may simplify what came before
    std::vector<ExprId> before = now;
    std::ranges::sort(before);
    now = next;
    std::ranges::sort(next);
    if (next == before)
      break;
  }
  return now;
}

// False: the conditions exclude each other.
bool BoundedTerms::pass(std::span<const ExprId> from, std::vector<ExprId>& to) {
  m_bounds.clear();
  m_toStandIns.reset();
  return std::ranges::all_of(from, [&](ExprId condition) { return add(rewritten(condition), to); });
}

bool BoundedTerms::add(ExprId condition, std::vector<ExprId>& to) {
  if (m_pool.isConstant(condition))
    return m_pool.constantBits(condition) != 0;
  if (m_pool.op(condition) == ExprOp::And) {
    const ExprId second = m_pool.operands(condition)[1]; // the span may move
    return add(m_pool.operands(condition)[0], to) && add(second, to);
  }
  if (std::ranges::find(to, condition) != to.end())
    return true;
  to.push_back(condition);
  return learn(condition);
}

BoundedTerms::Bounds BoundedTerms::boundsOf(ExprId term) const {
  if (const auto known = m_bounds.find(term); known != m_bounds.end())
    return known->second;
  const auto [low, high] = m_pool.bounds(term);
  return {low, high};
}

// False: the term has no value then.
bool BoundedTerms::limit(ExprId term, std::uint64_t low, std::uint64_t high) {
  if (m_pool.isConstant(term) || m_pool.width(term) > 64)
    return true;
  const Bounds before = boundsOf(term);
  const Bounds now{std::max(before.low, low), std::min(before.high, high)};
  if (now.low > now.high)
    return false;
  if (now.low != before.low || now.high != before.high) {
    m_bounds.insert_or_assign(term, now);
    m_toStandIns.reset();
  }
  return true;
}

// False: the condition cannot hold with what is known.
bool BoundedTerms::learn(ExprId condition) {
  const bool isNegated = m_pool.op(condition) == ExprOp::Not;
  if (!limit(isNegated ? m_pool.operands(condition)[0] : condition, isNegated ? 0 : 1, isNegated ? 0 : 1))
    return false;
  if (!isNegated)
    return learnComparison(condition);
  const ExprId equality = m_pool.operands(condition)[0];
  if (m_pool.op(equality) != ExprOp::Eq || !m_pool.isConstant(m_pool.operands(equality)[1]))
    return true;
  const ExprId term = m_pool.operands(equality)[0];
  if (m_pool.width(term) > 64)
    return true;
  const std::uint64_t value = m_pool.constantBits(m_pool.operands(equality)[1]);
  const Bounds known = boundsOf(term);
  if (known.low == known.high)
    return known.low != value;
  return limit(term, known.low + (value == known.low), known.high - (value == known.high));
}

bool BoundedTerms::learnComparison(ExprId condition) {
  const ExprOp op = m_pool.op(condition);
  if (op != ExprOp::Eq && op != ExprOp::Ult && op != ExprOp::Slt)
    return true;
  const ExprId a = m_pool.operands(condition)[0];
  const ExprId b = m_pool.operands(condition)[1];
  const unsigned width = m_pool.width(a);
  if (width > 64 || m_pool.isConstant(a) == m_pool.isConstant(b))
    return true;
  const bool isBelow = m_pool.isConstant(b);
  const ExprId term = isBelow ? a : b;
  const std::uint64_t value = m_pool.constantBits(isBelow ? b : a);
  if (op == ExprOp::Eq)
    return limit(term, value, value);
  const std::uint64_t half = 1ull << (width - 1);
  const Bounds known = boundsOf(term);
  std::uint64_t least = 0;
  std::uint64_t most = maskOf(width);
  if (op == ExprOp::Slt) { // among the negative or the other numbers, if it is known which, or follows
    const bool isNegative = isBelow ? value == 0 || value >= half || known.low >= half : known.low >= half;
    const bool isOther = isBelow ? known.high < half : value < half || value == most || known.high < half;
    if (!isNegative && !isOther)
      return true;
    least = isNegative ? half : 0;
    most = isNegative ? maskOf(width) : half - 1;
  }
  const auto isInside = [&](std::uint64_t bound) { return least <= bound && bound <= most; };
  if (isBelow && isInside(value - 1))
    most = value - 1;
  if (!isBelow && isInside(value + 1))
    least = value + 1;
  if (!limit(term, least, most))
    return false;
  // t + k < c: also the bounds of t, if they do not wrap around.
  if (op != ExprOp::Ult || !isBelow || m_pool.op(term) != ExprOp::Add || !m_pool.isConstant(m_pool.operands(term)[1]))
    return true;
  const std::uint64_t first = (0 - m_pool.constantBits(m_pool.operands(term)[1])) & maskOf(width);
  return first > maskOf(width) - (value - 1) || limit(m_pool.operands(term)[0], first, first + (value - 1));
}

ExprId BoundedTerms::rewritten(ExprId condition) {
  if (!m_toStandIns) {
    m_toStandIns.emplace(m_pool);
    m_back.emplace(m_pool);
    for (const auto& [term, bounds] : m_bounds) {
      const ExprId standIn = m_pool.standIn(term, bounds.low, bounds.high);
      m_toStandIns->replaceTerm(term, standIn);
      if (!m_pool.isConstant(standIn))
        m_back->replace(m_pool.symbolOf(standIn), term);
    }
  }
  return m_back->of(m_toStandIns->of(condition));
}

} // namespace revisit
