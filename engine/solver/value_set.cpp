// SolutionSets works from the outside of a condition inwards: preimage() asks for which values of the symbol a term has
// one of some values, and passes on to the operand which values that one has to have. Each step is exact. Where it
// could not be, or where there are too many intervals, the answer is nothing, and the solver has to be asked.
#include "solver/value_set.h"

#include "expression/bits.h"

#include <algorithm>

namespace revisit {

namespace {

constexpr std::size_t MaxIntervals = 64;
constexpr unsigned MaxDepth = 64;

// The values v with v < bound, or with bound < v, in the signed or the unsigned order.
ValueSet below(unsigned width, bool isSigned, std::uint64_t bound) {
  const std::uint64_t smallest = isSigned ? 1ull << (width - 1) : 0;
  if (bound == smallest)
    return ValueSet::none(width);
  const std::uint64_t last = (bound - 1) & maskOf(width);
  if (last >= smallest)
    return ValueSet::range(width, smallest, last);
  return ValueSet::range(width, smallest, maskOf(width)).unite(ValueSet::range(width, 0, last));
}

} // namespace

ValueSet ValueSet::all(unsigned width) {
  return range(width, 0, maskOf(width));
}

ValueSet ValueSet::range(unsigned width, std::uint64_t low, std::uint64_t high) {
  ValueSet set(width);
  set.m_intervals.push_back({low, high});
  return set;
}

bool ValueSet::contains(std::uint64_t value) const {
  return std::any_of(m_intervals.begin(), m_intervals.end(),
                     [value](const Interval& i) { return i.low <= value && value <= i.high; });
}

std::uint64_t ValueSet::countUpTo(std::uint64_t limit) const {
  std::uint64_t count = 0;
  for (const Interval& i : m_intervals) {
    if (i.high - i.low >= limit - count)
      return limit;
    count += i.high - i.low + 1;
  }
  return count;
}

void ValueSet::normalise() {
  std::sort(m_intervals.begin(), m_intervals.end(), [](const Interval& a, const Interval& b) { return a.low < b.low; });
  std::vector<Interval> merged;
  for (const Interval& i : m_intervals) {
    if (!merged.empty() && (merged.back().high == ~0ull || i.low <= merged.back().high + 1))
      merged.back().high = std::max(merged.back().high, i.high);
    else
      merged.push_back(i);
  }
  m_intervals = std::move(merged);
}

ValueSet ValueSet::complement() const {
  ValueSet result(m_width);
  std::uint64_t next = 0;
  for (const Interval& i : m_intervals) {
    if (i.low > next)
      result.m_intervals.push_back({next, i.low - 1});
    if (i.high == maskOf(m_width))
      return result;
    next = i.high + 1;
  }
  result.m_intervals.push_back({next, maskOf(m_width)});
  return result;
}

ValueSet ValueSet::intersect(const ValueSet& other) const {
  ValueSet result(m_width);
  auto a = m_intervals.begin();
  auto b = other.m_intervals.begin();
  while (a != m_intervals.end() && b != other.m_intervals.end()) {
    const std::uint64_t low = std::max(a->low, b->low);
    const std::uint64_t high = std::min(a->high, b->high);
    if (low <= high)
      result.m_intervals.push_back({low, high});
    if (a->high < b->high)
      ++a;
    else
      ++b;
  }
  return result;
}

ValueSet ValueSet::unite(const ValueSet& other) const {
  ValueSet result = *this;
  result.m_intervals.insert(result.m_intervals.end(), other.m_intervals.begin(), other.m_intervals.end());
  result.normalise();
  return result;
}

ValueSet ValueSet::extended(unsigned width, bool isSigned) const {
  ValueSet result(width);
  const std::uint64_t half = 1ull << (m_width - 1);
  const std::uint64_t sign = maskOf(width) & ~maskOf(m_width);
  for (const Interval& i : m_intervals) {
    if (!isSigned || i.high < half) {
      result.m_intervals.push_back(i);
      continue;
    }
    if (i.low < half)
      result.m_intervals.push_back({i.low, half - 1});
    result.m_intervals.push_back({std::max(i.low, half) | sign, i.high | sign});
  }
  return result;
}

// An interval that passes the largest number comes apart in two.
ValueSet ValueSet::plus(std::uint64_t offset) const {
  const std::uint64_t mask = maskOf(m_width);
  ValueSet result(m_width);
  for (const Interval& i : m_intervals) {
    const std::uint64_t low = (i.low + offset) & mask;
    const std::uint64_t high = (i.high + offset) & mask;
    if (low <= high && i.high - i.low == high - low) {
      result.m_intervals.push_back({low, high});
      continue;
    }
    result.m_intervals.push_back({low, mask});
    result.m_intervals.push_back({0, high});
  }
  result.normalise();
  return result;
}

// from - v is (-1 - v) + (from + 1), and -1 - v is the complement of v's bits, which turns the order round.
ValueSet ValueSet::subtractedFrom(std::uint64_t from) const {
  const std::uint64_t mask = maskOf(m_width);
  ValueSet mirrored(m_width); // { -1 - v }
  for (const Interval& i : m_intervals)
    mirrored.m_intervals.push_back({~i.high & mask, ~i.low & mask});
  mirrored.normalise();
  return mirrored.plus(from + 1);
}

const ValueSet* SolutionSets::solve(ExprId condition) {
  const auto known = m_known.find(condition);
  if (known != m_known.end())
    return known->second ? &*known->second : nullptr;
  const std::vector<SymbolId>& symbols = m_pool.symbolsIn(condition);
  if (symbols.size() != 1)
    return nullptr;
  m_width = m_pool.symbolInfo(symbols.front()).width;
  const std::optional<ValueSet> set = compute(condition, 0);
  const auto& stored = m_known.insert_or_assign(condition, set).first->second;
  return stored ? &*stored : nullptr;
}

std::optional<ValueSet> SolutionSets::compute(ExprId e, unsigned depth) {
  if (const auto known = m_known.find(e); known != m_known.end())
    return known->second;
  if (m_pool.isConstant(e))
    return m_pool.constantBits(e) != 0 ? ValueSet::all(m_width) : ValueSet::none(m_width);
  if (depth > MaxDepth)
    return std::nullopt;
  std::optional<ValueSet> set = condition(e, depth + 1);
  if (set && set->intervals().size() > MaxIntervals)
    set.reset();
  m_known.insert_or_assign(e, set);
  return set;
}

std::optional<ValueSet> SolutionSets::condition(ExprId e, unsigned depth) {
  const std::span<const ExprId> operands = m_pool.operands(e);
  switch (m_pool.op(e)) {
  case ExprOp::Not: {
    const auto set = compute(operands[0], depth);
    return set ? std::optional(set->complement()) : std::nullopt;
  }
  case ExprOp::And: {
    const auto a = compute(operands[0], depth);
    const auto b = a ? compute(operands[1], depth) : std::nullopt;
    return b ? std::optional(a->intersect(*b)) : std::nullopt;
  }
  case ExprOp::Ite:
    return preimageOfIte(e, ValueSet::range(1, 1, 1), depth);
  case ExprOp::Eq:
  case ExprOp::Ult:
  case ExprOp::Slt:
    return comparison(e, depth);
  default:
    return preimage(e, ValueSet::range(1, 1, 1), depth);
  }
}

std::optional<ValueSet> SolutionSets::comparison(ExprId e, unsigned depth) {
  const ExprId a = m_pool.operands(e)[0];
  const ExprId b = m_pool.operands(e)[1];
  const unsigned width = m_pool.width(a);
  if (width > 64)
    return std::nullopt;
  if (width == 1) { // only Eq exists at this width
    const auto left = compute(a, depth);
    const auto right = left ? compute(b, depth) : std::nullopt;
    if (!right)
      return std::nullopt;
    return left->intersect(*right).unite(left->complement().intersect(right->complement()));
  }
  const bool isSigned = m_pool.op(e) == ExprOp::Slt;
  if (m_pool.isConstant(b)) {
    const std::uint64_t bound = m_pool.constantBits(b);
    if (m_pool.op(e) == ExprOp::Eq)
      return preimage(a, ValueSet::range(width, bound, bound), depth);
    return preimage(a, below(width, isSigned, bound), depth);
  }
  if (m_pool.isConstant(a)) {
    const std::uint64_t bound = m_pool.constantBits(a);
    const ValueSet upTo = below(width, isSigned, bound).unite(ValueSet::range(width, bound, bound));
    return preimage(b, upTo.complement(), depth);
  }
  return std::nullopt;
}

std::optional<ValueSet> SolutionSets::preimageOfIte(ExprId term, const ValueSet& values, unsigned depth) {
  const std::span<const ExprId> operands = m_pool.operands(term);
  const auto when = compute(operands[0], depth);
  const auto whenTrue = when ? preimage(operands[1], values, depth) : std::nullopt;
  const auto whenFalse = whenTrue ? preimage(operands[2], values, depth) : std::nullopt;
  if (!whenFalse)
    return std::nullopt;
  return when->intersect(*whenTrue).unite(when->complement().intersect(*whenFalse));
}

// Of a term of one bit: a condition on the symbol.
std::optional<ValueSet> SolutionSets::preimageOfCondition(ExprId term, const ValueSet& values, unsigned depth) {
  if (m_pool.width(term) != 1)
    return std::nullopt;
  const auto whenTrue = compute(term, depth);
  if (!whenTrue)
    return std::nullopt;
  const ValueSet none = ValueSet::none(m_width);
  return (values.contains(1) ? *whenTrue : none).unite(values.contains(0) ? whenTrue->complement() : none);
}

// Of an extension. Keeps only values that are extensions; the ends of such an interval truncate to the ends of the
// result.
std::optional<ValueSet> SolutionSets::preimageOfExtension(ExprId term, const ValueSet& values, unsigned depth) {
  const ExprId operand = m_pool.operands(term)[0];
  const unsigned inner = m_pool.width(operand);
  const unsigned width = m_pool.width(term);
  const std::uint64_t half = 1ull << (inner - 1);
  ValueSet low = ValueSet::none(inner);
  const auto cut = [&](std::uint64_t from, std::uint64_t to) {
    const ValueSet part = values.intersect(ValueSet::range(width, from, to));
    for (const ValueSet::Interval& i : part.intervals())
      low = low.unite(ValueSet::range(inner, i.low & maskOf(inner), i.high & maskOf(inner)));
  };
  if (m_pool.op(term) == ExprOp::ZExt) {
    cut(0, maskOf(inner));
  } else {
    cut(0, half - 1);
    cut(maskOf(width) - (half - 1), maskOf(width));
  }
  return preimage(operand, low, depth);
}

// The values of the symbol for which the term's value is in `values`.
std::optional<ValueSet> SolutionSets::preimage(ExprId term, const ValueSet& values, unsigned depth) {
  if (depth > MaxDepth || values.intervals().size() > MaxIntervals || m_pool.width(term) > 64)
    return std::nullopt;
  const std::span<const ExprId> operands = m_pool.operands(term);
  switch (m_pool.op(term)) {
  case ExprOp::Not:
  case ExprOp::And:
  case ExprOp::Eq:
  case ExprOp::Ult:
  case ExprOp::Slt:
    return preimageOfCondition(term, values, depth + 1);
  case ExprOp::Constant:
    return values.contains(m_pool.constantBits(term)) ? ValueSet::all(m_width) : ValueSet::none(m_width);
  case ExprOp::Symbol:
    return values;
  case ExprOp::Add:
    if (!m_pool.isConstant(operands[1]))
      return std::nullopt;
    return preimage(operands[0], values.plus(0 - m_pool.constantBits(operands[1])), depth + 1);
  case ExprOp::Sub:
    if (!m_pool.isConstant(operands[0]))
      return std::nullopt;
    return preimage(operands[1], values.subtractedFrom(m_pool.constantBits(operands[0])), depth + 1);
  case ExprOp::Ite:
    return preimageOfIte(term, values, depth + 1);
  case ExprOp::ZExt:
  case ExprOp::SExt:
    return preimageOfExtension(term, values, depth + 1);
  case ExprOp::Extract: {
    const unsigned shift = m_pool.extractLow(term);
    if (shift == 0 || shift + m_pool.width(term) != m_pool.width(operands[0]) || m_pool.width(operands[0]) > 64)
      return std::nullopt;
    ValueSet scaled = ValueSet::none(m_pool.width(operands[0]));
    for (const ValueSet::Interval& i : values.intervals())
      scaled =
          scaled.unite(ValueSet::range(m_pool.width(operands[0]), i.low << shift, i.high << shift | maskOf(shift)));
    return preimage(operands[0], scaled, depth + 1);
  }
  default:
    return std::nullopt;
  }
}

} // namespace revisit
