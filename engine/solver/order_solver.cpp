// Symbols on a cycle of <= are equal. The rest is acyclic, so one pass upwards and one downwards make the bounds of all
// values exact. The smallest values then satisfy everything except possibly disequalities; for these a short search
// tries larger values.
#include "solver/order_solver.h"

#include "expression/bits.h"
#include "solver/order_facts.h"

#include <algorithm>
#include <bit>

namespace revisit {

namespace {

constexpr unsigned MaxSteps = 2000;

struct Edge { // a < b when strict, else a <= b
  unsigned a;
  unsigned b;
  bool strict;
};

class OrderProblem {
public:
  explicit OrderProblem(Orders orders) : m_orders(std::move(orders)) {}

  Sat solve();
  Assignment model(const ExpressionPool& pool) const; // after Yes

private:
  Orders m_orders;
  std::uint64_t m_reach[Orders::MaxVariables] = {};       // the variables that are at least this one
  unsigned m_leader[Orders::MaxVariables] = {};           // the representative of all symbols that equal it
  std::vector<Edge> m_edges;                              // of leaders, sources first
  std::vector<std::pair<unsigned, unsigned>> m_different; // of leaders
  std::vector<unsigned> m_order;                          // the order in which leaders receive a key
  std::uint64_t m_keys[Orders::MaxVariables] = {};
  std::uint64_t m_placed = 0; // the leaders that have a key
  unsigned m_steps = MaxSteps;

  void close();
  bool joinEquals();
  bool narrow();
  bool narrowByEdges();
  Sat place(std::size_t index);
  bool clashes(unsigned leader, std::uint64_t key) const;

  ValueSet& keys(unsigned leader) { return m_orders.variables[leader].keys; }
  std::uint64_t smallest(unsigned leader) const { return m_orders.variables[leader].keys.smallest(); }
  std::uint64_t largest(unsigned leader) const { return m_orders.variables[leader].keys.intervals().back().high; }
  int above(unsigned leader) const { return std::popcount(m_reach[leader]); }
};

void OrderProblem::close() {
  const auto count = static_cast<unsigned>(m_orders.variables.size());
  for (unsigned i = 0; i < count; ++i)
    m_reach[i] = 1ull << i;
  for (const OrderFact& f : m_orders.facts) {
    if (f.relation != OrderRelation::Differ)
      m_reach[f.a] |= 1ull << f.b;
    if (f.relation == OrderRelation::Equal)
      m_reach[f.b] |= 1ull << f.a;
  }
  for (unsigned through = 0; through < count; ++through)
    for (unsigned i = 0; i < count; ++i)
      if (m_reach[i] >> through & 1)
        m_reach[i] |= m_reach[through];
}

bool OrderProblem::joinEquals() {
  close();
  for (unsigned i = 0; i < m_orders.variables.size(); ++i) {
    m_leader[i] = i;
    for (unsigned j = 0; j < i && m_leader[i] == i; ++j)
      if ((m_reach[i] >> j & 1) && (m_reach[j] >> i & 1))
        m_leader[i] = j;
    if (m_leader[i] == i)
      m_order.push_back(i);
    else
      keys(m_leader[i]) = keys(m_leader[i]).intersect(keys(i));
  }
  for (const OrderFact& f : m_orders.facts) {
    const unsigned a = m_leader[f.a];
    const unsigned b = m_leader[f.b];
    if (a == b) {
      if (f.relation == OrderRelation::Less || f.relation == OrderRelation::Differ)
        return false;
    } else if (f.relation != OrderRelation::Differ) {
      m_edges.push_back({a, b, f.relation == OrderRelation::Less});
    } else if (m_reach[a] >> b & 1) {
      m_edges.push_back({a, b, true});
    } else if (m_reach[b] >> a & 1) {
      m_edges.push_back({b, a, true});
    } else {
      m_different.emplace_back(a, b);
    }
  }
  std::sort(m_edges.begin(), m_edges.end(), [this](const Edge& x, const Edge& y) { return above(x.a) > above(y.a); });
  return std::none_of(m_order.begin(), m_order.end(), [this](unsigned leader) { return keys(leader).empty(); });
}

bool OrderProblem::narrowByEdges() {
  for (const Edge& e : m_edges) {
    const std::uint64_t low = smallest(e.a) + e.strict;
    if (low < smallest(e.a))
      return false;
    if (smallest(e.b) < low)
      keys(e.b) = keys(e.b).intersect(ValueSet::range(64, low, ~0ull));
    if (keys(e.b).empty())
      return false;
  }
  for (auto e = m_edges.rbegin(); e != m_edges.rend(); ++e) {
    const std::uint64_t high = largest(e->b) - e->strict;
    if (high > largest(e->b))
      return false;
    if (largest(e->a) > high)
      keys(e->a) = keys(e->a).intersect(ValueSet::range(64, 0, high));
    if (keys(e->a).empty())
      return false;
  }
  return true;
}

// Each round but the last removes one leader's only value from another, which happens once per pair.
bool OrderProblem::narrow() {
  for (bool changed = true; changed;) {
    if (!narrowByEdges())
      return false;
    changed = false;
    for (const auto& [a, b] : m_different)
      for (const auto& [single, other] : {std::pair(a, b), std::pair(b, a)}) {
        const std::uint64_t only = smallest(single);
        if (only != largest(single) || !keys(other).contains(only))
          continue;
        keys(other) = keys(other).intersect(ValueSet::range(64, only, only).complement());
        if (keys(other).empty())
          return false;
        changed = true;
      }
  }
  return true;
}

bool OrderProblem::clashes(unsigned leader, std::uint64_t key) const {
  return std::any_of(m_different.begin(), m_different.end(), [&](const auto& pair) {
    const unsigned other = pair.first == leader ? pair.second : pair.first;
    return (pair.first == leader || pair.second == leader) && (m_placed >> other & 1) && m_keys[other] == key;
  });
}

Sat OrderProblem::place(std::size_t index) {
  if (index == m_order.size())
    return Sat::Yes;
  const unsigned leader = m_order[index];
  std::uint64_t low = 0;
  for (const Edge& e : m_edges)
    if (e.b == leader)
      low = std::max(low, m_keys[e.a] + e.strict);
  m_placed |= 1ull << leader;
  for (const ValueSet::Interval& i : keys(leader).intervals()) {
    if (i.high < low)
      continue;
    const std::uint64_t first = std::max(i.low, low);
    for (std::uint64_t offset = 0; offset <= i.high - first; ++offset) {
      if (m_steps-- == 0)
        return Sat::Unknown;
      if (clashes(leader, first + offset))
        continue;
      m_keys[leader] = first + offset;
      if (const Sat rest = place(index + 1); rest != Sat::No)
        return rest;
    }
  }
  m_placed &= ~(1ull << leader);
  return Sat::No;
}

Sat OrderProblem::solve() {
  if (!joinEquals() || !narrow())
    return Sat::No;
  // Leaders with the smallest upper bound choose first. The bounds respect the edges, so this puts sources before
  // targets.
  std::sort(m_order.begin(), m_order.end(), [this](unsigned x, unsigned y) {
    return largest(x) != largest(y) ? largest(x) < largest(y) : above(x) > above(y);
  });
  return place(0);
}

Assignment OrderProblem::model(const ExpressionPool& pool) const {
  Assignment model;
  for (unsigned i = 0; i < m_orders.variables.size(); ++i)
    model.set(m_orders.variables[i].symbol,
              (m_keys[m_leader[i]] - m_orders.bias) & maskOf(pool.symbolInfo(m_orders.variables[i].symbol).width));
  return model;
}

} // namespace

Sat OrderSolver::check(std::span<const ExprId> conjunction, Assignment& model) {
  std::optional<Orders> orders = readOrders(m_pool, m_sets, conjunction);
  if (!orders)
    return Sat::Unknown;
  OrderProblem problem(std::move(*orders));
  const Sat answer = problem.solve();
  if (answer != Sat::Yes)
    return answer;
  Assignment found = problem.model(m_pool);
  if (std::any_of(conjunction.begin(), conjunction.end(), [&](ExprId e) { return m_pool.evaluate(e, found) == 0; }))
    return Sat::Unknown;
  model = std::move(found);
  return Sat::Yes;
}

} // namespace revisit
