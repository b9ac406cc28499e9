#include "solver/order_facts.h"

#include "expression/bits.h"

#include <algorithm>

namespace revisit {

namespace {

constexpr std::uint64_t SignedBias = 1ull << 63;

enum class Reading : std::uint8_t { Open, Signed, Unsigned };

struct Variable {
  SymbolId symbol;
  ValueSet values;          // as bits
  bool nonNegative = false; // the signed and the unsigned reading agree
  Reading reading = Reading::Open;
};

struct Side {
  unsigned variable;
  ExprOp form; // Symbol, or an extension of one
};

class OrderReader {
public:
  OrderReader(ExpressionPool& pool, SolutionSets& sets) : m_pool(pool), m_sets(sets) {}

  bool read(std::span<const ExprId> conjunction);
  Orders take() { return std::move(m_orders); }

private:
  ExpressionPool& m_pool;
  SolutionSets& m_sets;
  Orders m_orders;
  std::vector<Variable> m_variables;
  std::vector<std::pair<unsigned, unsigned>> m_alike; // pairs of variables that need the same reading

  unsigned variableOf(SymbolId symbol);
  bool readFact(ExprId condition);
  std::optional<Side> side(ExprId e);
  bool demand(unsigned variable, Reading reading);
  bool readComparison(bool isSigned, const Side& a, const Side& b);
  bool readEquality(const Side& a, const Side& b);
  bool settleReadings();
  bool makeKeys(const Variable& variable);
};

unsigned OrderReader::variableOf(SymbolId symbol) {
  const auto it =
      std::find_if(m_variables.begin(), m_variables.end(), [symbol](const Variable& v) { return v.symbol == symbol; });
  if (it == m_variables.end())
    m_variables.push_back({symbol, ValueSet::all(m_pool.symbolInfo(symbol).width)});
  return static_cast<unsigned>(it - m_variables.begin());
}

bool OrderReader::read(std::span<const ExprId> conjunction) {
  std::vector<ExprId> relations;
  for (ExprId condition : conjunction) {
    const std::vector<SymbolId>& symbols = m_pool.symbolsIn(condition);
    if (symbols.size() > 2)
      return false;
    for (SymbolId symbol : symbols)
      variableOf(symbol);
    if (m_variables.size() > Orders::MaxVariables)
      return false;
    if (symbols.size() == 2) {
      relations.push_back(condition);
      continue;
    }
    const ValueSet* solutions = m_sets.solve(condition);
    if (!solutions)
      return false;
    ValueSet& known = m_variables[variableOf(symbols.front())].values;
    known = known.intersect(*solutions);
  }
  for (Variable& v : m_variables)
    v.nonNegative = v.values.empty() || v.values.intervals().back().high <= maskOf(v.values.width()) >> 1;
  return std::all_of(relations.begin(), relations.end(), [this](ExprId e) { return readFact(e); }) && settleReadings();
}

bool OrderReader::readFact(ExprId condition) {
  const bool negated = m_pool.op(condition) == ExprOp::Not;
  const ExprId positive = negated ? m_pool.operands(condition)[0] : condition;
  const ExprOp op = m_pool.op(positive);
  const bool isSigned = op == ExprOp::Slt || op == ExprOp::Sle;
  const bool strict = op == ExprOp::Slt || op == ExprOp::Ult;
  if (op != ExprOp::Eq && !strict && op != ExprOp::Sle && op != ExprOp::Ule)
    return false;
  const std::optional<Side> a = side(m_pool.operands(positive)[0]);
  const std::optional<Side> b = side(m_pool.operands(positive)[1]);
  if (!a || !b)
    return false;
  if (op == ExprOp::Eq) {
    m_orders.facts.push_back({negated ? OrderRelation::Differ : OrderRelation::Equal, a->variable, b->variable});
    return readEquality(*a, *b);
  }
  const OrderRelation relation = strict != negated ? OrderRelation::Less : OrderRelation::AtMost;
  m_orders.facts.push_back(negated ? OrderFact{relation, b->variable, a->variable}
                                   : OrderFact{relation, a->variable, b->variable});
  return readComparison(isSigned, *a, *b);
}

std::optional<Side> OrderReader::side(ExprId e) {
  ExprOp form = m_pool.op(e);
  if (form == ExprOp::ZExt || form == ExprOp::SExt)
    e = m_pool.operands(e)[0];
  if (m_pool.op(e) != ExprOp::Symbol)
    return std::nullopt;
  const unsigned variable = variableOf(m_pool.symbolOf(e));
  if (form == ExprOp::SExt && m_variables[variable].nonNegative)
    form = ExprOp::ZExt;
  return Side{variable, form};
}

bool OrderReader::demand(unsigned variable, Reading reading) {
  Variable& v = m_variables[variable];
  if (v.reading == Reading::Open && !v.nonNegative)
    v.reading = reading;
  return v.nonNegative || v.reading == reading;
}

bool OrderReader::readComparison(bool isSigned, const Side& a, const Side& b) {
  for (const Side& s : {a, b}) {
    if (s.form == ExprOp::SExt && !isSigned)
      return false;
    const bool asUnsigned = s.form == ExprOp::ZExt || !isSigned;
    if (!demand(s.variable, asUnsigned ? Reading::Unsigned : Reading::Signed))
      return false;
  }
  return true;
}

// For two symbols, equal bits mean equal integers if both have the same reading; for extensions, if each has its own.
bool OrderReader::readEquality(const Side& a, const Side& b) {
  if (a.form == ExprOp::Symbol && b.form == ExprOp::Symbol) {
    m_alike.emplace_back(a.variable, b.variable);
    return true;
  }
  for (const auto& [s, other] : {std::pair(a, b), std::pair(b, a)}) {
    if (s.form == ExprOp::ZExt && !demand(s.variable, Reading::Unsigned))
      return false;
    const bool asSigned = s.form == ExprOp::SExt || (s.form == ExprOp::Symbol && other.form == ExprOp::SExt);
    if (asSigned && !demand(s.variable, Reading::Signed))
      return false;
  }
  return true;
}

bool OrderReader::settleReadings() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [a, b] : m_alike)
      for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)})
        if (m_variables[from].reading != Reading::Open && m_variables[to].reading == Reading::Open &&
            !m_variables[to].nonNegative) {
          m_variables[to].reading = m_variables[from].reading;
          changed = true;
        }
  }
  for (const auto& [a, b] : m_alike)
    if (m_variables[a].reading != m_variables[b].reading && !m_variables[a].nonNegative && !m_variables[b].nonNegative)
      return false;
  const bool anySigned = std::any_of(m_variables.begin(), m_variables.end(),
                                     [](const Variable& v) { return v.reading == Reading::Signed; });
  m_orders.bias = anySigned ? SignedBias : 0;
  return std::all_of(m_variables.begin(), m_variables.end(), [this](const Variable& v) { return makeKeys(v); });
}

bool OrderReader::makeKeys(const Variable& variable) {
  const bool isSigned = variable.reading == Reading::Signed;
  const ValueSet integers = variable.values.extended(64, isSigned);
  if (m_orders.bias != 0 && !isSigned && !integers.empty() && integers.intervals().back().high >= SignedBias)
    return false;
  m_orders.variables.push_back({variable.symbol, integers.plus(m_orders.bias)});
  return true;
}

} // namespace

std::optional<Orders> readOrders(ExpressionPool& pool, SolutionSets& sets, std::span<const ExprId> conjunction) {
  OrderReader reader(pool, sets);
  return reader.read(conjunction) ? std::optional(reader.take()) : std::nullopt;
}

} // namespace revisit
