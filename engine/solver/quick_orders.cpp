#include "solver/quick_orders.h"

#include "expression/bits.h"

#include <algorithm>

namespace revisit {

namespace {

constexpr std::uint64_t signedOffset = 1ull << 63;

// The integers as keys: of signed ones the order is kept by a bias.
ValueSet keysOf(const ValueSet& bits, bool isSigned) {
  return isSigned ? bits.extended(64, true).plus(signedOffset) : bits.extended(64, false);
}

} // namespace

const QuickOrders::Fact& QuickOrders::factOf(const SidedCondition& one) {
  const std::size_t index = 2 * std::size_t{one.condition.value()} + (one.side ? 1 : 0);
  if (index >= m_numberOf.size())
    m_numberOf.resize(2 * m_pool.size(), 0);
  if (m_numberOf[index] == 0) {
    m_known.push_back(read(one));
    m_numberOf[index] = static_cast<std::uint32_t>(m_known.size());
  }
  return m_known[m_numberOf[index] - 1];
}

QuickOrders::Fact QuickOrders::read(const SidedCondition& one) {
  Fact fact;
  const std::vector<SymbolId>& symbols = m_pool.symbolsIn(one.condition);
  for (const SymbolId symbol : symbols)
    fact.symbols |= std::uint64_t{1} << symbol.value();
  const bool isNegated = m_pool.op(one.condition) == ExprOp::Not;
  const ExprId positive = isNegated ? m_pool.operands(one.condition)[0] : one.condition;
  if (symbols.size() == 2)
    readRelation(positive, one.side != isNegated, fact);
  else if (const ValueSet* solutions = symbols.size() == 1 ? m_sets.solve(one.condition) : nullptr)
    readBound(*solutions, one.side, fact);
  return fact;
}

void QuickOrders::readBound(const ValueSet& solutions, bool side, Fact& fact) {
  fact.form = Fact::Form::Bound;
  fact.a = static_cast<std::uint8_t>(std::countr_zero(fact.symbols));
  const ValueSet bits = side ? solutions : solutions.complement();
  m_keys.push_back(keysOf(bits, false));
  fact.keys[Unsigned] = &m_keys.back();
  m_keys.push_back(keysOf(bits, true));
  fact.keys[Signed] = &m_keys.back();
}

// An extension has the integer of what it extends, if that is read in the same way. Two symbols of the same width are
// equal however they are read.
void QuickOrders::readRelation(ExprId condition, bool side, Fact& fact) const {
  const ExprOp op = m_pool.op(condition);
  const bool isSigned = op == ExprOp::Slt || op == ExprOp::Sle;
  const bool isStrict = op == ExprOp::Slt || op == ExprOp::Ult;
  const bool isEquality = op == ExprOp::Eq;
  if (!isEquality && !isStrict && op != ExprOp::Sle && op != ExprOp::Ule)
    return;
  std::uint8_t symbols[2];
  for (unsigned i = 0; i < 2; i++) {
    ExprId operand = m_pool.operands(condition)[i];
    const ExprOp form = m_pool.op(operand);
    if (form == ExprOp::ZExt || form == ExprOp::SExt)
      operand = m_pool.operands(operand)[0];
    if (m_pool.op(operand) != ExprOp::Symbol)
      return;
    symbols[i] = static_cast<std::uint8_t>(m_pool.symbolOf(operand).value());
    fact.asUnsigned |= form == ExprOp::ZExt || (!isEquality && !isSigned);
    fact.asSigned |= form == ExprOp::SExt || (form == ExprOp::Symbol && isSigned);
  }
  fact.form = Fact::Form::Relation;
  if (isEquality)
    fact.relation = side ? OrderRelation::Equal : OrderRelation::Differ;
  else
    fact.relation = isStrict == side ? OrderRelation::Less : OrderRelation::AtMost;
  const bool isReversed = !isEquality && !side;
  fact.a = symbols[isReversed ? 1 : 0];
  fact.b = symbols[isReversed ? 0 : 1];
}

Sat QuickOrders::check(std::span<const SidedCondition> path, const SidedCondition& asked) {
  if (m_pool.symbolCount() > OrderClosure::MaxNumbers || !connect(path, factOf(asked)) || !chooseKey())
    return Sat::Unknown;
  return addFacts() ? place() : Sat::No;
}

// Those that share a symbol with the question, directly or through others. False: some of them is no order.
bool QuickOrders::connect(std::span<const SidedCondition> path, const Fact& asked) {
  m_symbols = asked.symbols;
  m_facts.assign(1, &asked);
  m_rest.clear();
  const auto take = [&](const Fact* fact) {
    if ((fact->symbols & m_symbols) == 0)
      return false;
    m_symbols |= fact->symbols;
    m_facts.push_back(fact);
    return true;
  };
  for (const SidedCondition& one : path)
    if (const Fact* fact = &factOf(one); !take(fact))
      m_rest.push_back(fact);
  while (std::erase_if(m_rest, take) != 0)
    ;
  return std::ranges::none_of(m_facts, [](const Fact* fact) { return fact->form == Fact::Form::Other; });
}

bool QuickOrders::chooseKey() {
  bool asSigned = false, asUnsigned = false;
  for (const Fact* fact : m_facts) {
    asSigned |= fact->asSigned;
    asUnsigned |= fact->asUnsigned;
  }
  m_key = asSigned ? Signed : Unsigned;
  return !asSigned || !asUnsigned;
}

// False: they contradict each other.
bool QuickOrders::addFacts() {
  m_order.reset(m_symbols);
  m_holed.clear();
  forEachBit(m_symbols, [&](unsigned symbol) {
    const unsigned width = m_pool.symbolInfo(SymbolId(symbol)).width;
    const std::uint64_t half = std::uint64_t{1} << (width - 1);
    m_low[symbol] = m_key == Signed ? signedOffset - half : 0;
    m_high[symbol] = m_key == Signed ? signedOffset + half - 1 : maskOf(width);
    m_different[symbol] = 0;
  });
  bool isPossible = true, anyDiffer = false;
  for (const Fact* fact : m_facts) {
    if (fact->form == Fact::Form::Bound) {
      const std::vector<ValueSet::Interval>& intervals = fact->keys[m_key]->intervals();
      if (intervals.empty())
        return false;
      m_low[fact->a] = std::max(m_low[fact->a], intervals.front().low);
      m_high[fact->a] = std::min(m_high[fact->a], intervals.back().high);
      if (intervals.size() > 1)
        m_holed.push_back(fact);
    } else if (fact->relation == OrderRelation::Differ) {
      m_different[fact->a] |= std::uint64_t{1} << fact->b;
      m_different[fact->b] |= std::uint64_t{1} << fact->a;
      anyDiffer = true;
    } else {
      isPossible = isPossible && m_order.add(fact->a, fact->b, fact->relation == OrderRelation::Less);
      if (fact->relation == OrderRelation::Equal)
        isPossible = isPossible && m_order.add(fact->b, fact->a, false);
    }
  }
  if (anyDiffer)
    forEachBit(m_symbols, [&](unsigned symbol) {
      forEachBit(m_different[symbol], [&](unsigned other) {
        isPossible = isPossible && (other < symbol || m_order.separate(symbol, other));
      });
    });
  return isPossible;
}

// Gives each symbol the smallest key that fits those that were placed before it. No is proven by the bounds alone:
// m_low becomes the smallest number that the bounds and the order leave to a symbol.
Sat QuickOrders::place() {
  m_placed = 0;
  while (m_placed != m_symbols) {
    const unsigned next = nextToPlace();
    const std::uint64_t equal = m_order.equalTo(next);
    std::uint64_t low = 0, high = ~std::uint64_t{0}, key = 0;
    forEachBit(equal, [&](unsigned symbol) {
      low = std::max(low, m_low[symbol]);
      high = std::min(high, m_high[symbol]);
    });
    bool isFull = false, isKeyFull = false; // there is no greater number
    forEachBit(m_order.atMost(next) & ~equal, [&](unsigned smaller) {
      const std::uint64_t step = m_order.isLess(smaller, next) ? 1 : 0;
      isFull |= m_low[smaller] + step < step;
      isKeyFull |= m_keyOf[smaller] + step < step;
      low = std::max(low, m_low[smaller] + step);
      key = std::max(key, m_keyOf[smaller] + step);
    });
    if (low > high || isFull)
      return Sat::No;
    key = std::max(key, low);
    if (isKeyFull || !findKey(equal, high, key))
      return Sat::Unknown;
    forEachBit(equal, [&](unsigned symbol) {
      m_low[symbol] = low;
      m_keyOf[symbol] = key;
    });
    m_placed |= equal;
  }
  return Sat::Yes;
}

// A symbol that is not placed yet, while all smaller ones are.
unsigned QuickOrders::nextToPlace() const {
  std::uint64_t left = m_symbols & ~m_placed;
  while (true) {
    const auto symbol = static_cast<unsigned>(std::countr_zero(left));
    if ((m_order.atMost(symbol) & ~m_order.equalTo(symbol) & ~m_placed) == 0)
      return symbol;
    left &= left - 1;
  }
}

// Raises the key of these equal symbols until their bounds allow it and no placed symbol that differs from them has it.
bool QuickOrders::findKey(std::uint64_t symbols, std::uint64_t high, std::uint64_t& key) const {
  std::uint64_t different = 0;
  forEachBit(symbols, [&](unsigned symbol) { different |= m_different[symbol]; });
  different &= m_placed;
  while (key <= high) {
    const std::uint64_t before = key;
    forEachBit(different, [&](unsigned other) { key += m_keyOf[other] == key ? 1 : 0; });
    if (key < before || !skipHoles(symbols, key))
      return false;
    if (key == before)
      return true;
  }
  return false;
}

// Raises the key to the next one that the bounds of the symbols allow, one after the other.
bool QuickOrders::skipHoles(std::uint64_t symbols, std::uint64_t& key) const {
  for (const Fact* fact : m_holed)
    if ((symbols >> fact->a & 1) != 0) {
      const std::vector<ValueSet::Interval>& intervals = fact->keys[m_key]->intervals();
      const auto here = std::ranges::find_if(intervals, [&](const auto& one) { return one.high >= key; });
      if (here == intervals.end())
        return false;
      key = std::max(key, here->low);
    }
  return true;
}

} // namespace revisit
