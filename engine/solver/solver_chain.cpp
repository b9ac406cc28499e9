// The solver chain: fold, split into independent groups, look up, use sets of values and orders of symbols, simplify by
// bounds, and finally ask Z3.
#include "solver/answer_cache.h"
#include "solver/bounded_terms.h"
#include "solver/order_solver.h"
#include "solver/solver.h"
#include "solver/value_set.h"
#include "solver/z3_backend.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace revisit {

namespace {

using Group = std::vector<ExprId>; // sorted, no duplicates: the key of the caches

constexpr std::uint64_t MaxEnumerated = 256;
constexpr std::size_t NoOwner = ~std::size_t{0};

class SolverChain final : public Solver {
public:
  SolverChain(ExpressionPool& pool, const SolverOptions& options)
      : m_pool(pool), m_options(options), m_sets(pool), m_orders(pool, m_sets), m_bounds(pool),
        m_z3(pool, options.memoryMiB) {}

  Sat check(std::span<const ExprId> conjunction, Assignment* model) override;
  SolverStats stats() const override { return m_stats; }

private:
  ExpressionPool& m_pool;
  const SolverOptions m_options;
  SolverStats m_stats;
  SolutionSets m_sets;
  OrderSolver m_orders;
  BoundedTerms m_bounds;
  AnswerCache m_cache;
  Z3Backend m_z3;
  bool m_askedZ3 = false;
  bool m_isSimplified = false;       // the question is what another one was simplified to
  std::vector<std::size_t> m_owners; // scratch space of independentGroups, by symbol: all NoOwner between its calls

  bool flatten(std::span<const ExprId> conjunction, Group& flat);
  std::vector<Group> independentGroups(Group flat);
  Sat checkAll(Group flat, Assignment& model);
  const AnswerCache::Answer* recall(const Group& group);
  Sat checkGroup(const Group& group, Assignment& model);
  Sat solveGroup(const Group& group, Assignment& model, Group& core);
  bool recallModel(const Group& group, Assignment& model) const;
  Sat checkBySets(const Group& group, Assignment& model);
  Sat enumerate(const Group& rest, const std::vector<std::pair<SymbolId, ValueSet>>& domains, Assignment& model);
  Sat askSimplified(const Group& group, Assignment& model, Group& core);
  Sat askZ3(const Group& group, Assignment& model, Group& core);
  bool holds(const Group& group, const Assignment& model) const;
  void validate(const Group& group, Sat answer, const Assignment& model);
  bool bounded() const { return m_options.budget && m_options.budget->reached() != Budget::Reached::No; }
  unsigned timeout() const;
};

// Splits conjunctions and drops true parts. False when a part is false, or when two parts contradict each other.
bool SolverChain::flatten(std::span<const ExprId> conjunction, Group& flat) {
  std::vector<ExprId> pending(conjunction.begin(), conjunction.end());
  while (!pending.empty()) {
    const ExprId e = pending.back();
    pending.pop_back();
    if (m_pool.isConstant(e)) {
      if (m_pool.constantBits(e) == 0)
        return false;
    } else if (m_pool.op(e) == ExprOp::And) {
      pending.insert(pending.end(), m_pool.operands(e).begin(), m_pool.operands(e).end());
    } else {
      flat.push_back(e);
    }
  }
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  return std::none_of(flat.begin(), flat.end(), [&](ExprId e) {
    return m_pool.op(e) == ExprOp::Not && std::binary_search(flat.begin(), flat.end(), m_pool.operands(e)[0]);
  });
}

std::vector<Group> SolverChain::independentGroups(Group flat) {
  std::vector<Group> groups;
  std::size_t distinct = flat.size();
  // Union-find over the conditions; each symbol stores the first condition that contains it.
  std::vector<std::size_t> parent(m_options.independent ? flat.size() : 0);
  const auto find = [&parent](std::size_t i) {
    while (parent[i] != i)
      i = parent[i] = parent[parent[i]];
    return i;
  };
  m_owners.resize(m_pool.symbolCount(), NoOwner);
  for (std::size_t i = 0; i < parent.size(); ++i) {
    parent[i] = i;
    for (SymbolId symbol : m_pool.symbolsIn(flat[i])) {
      std::size_t& owner = m_owners[symbol.value()];
      if (owner == NoOwner) {
        owner = i;
      } else if (const std::size_t a = find(i), b = find(owner); a != b) {
        parent[a] = b;
        --distinct;
      }
    }
  }
  for (ExprId e : flat)
    for (SymbolId symbol : m_pool.symbolsIn(e))
      m_owners[symbol.value()] = NoOwner;
  if (!m_options.independent || distinct == 1) {
    groups.push_back(std::move(flat));
    return groups;
  }
  std::vector<std::size_t> groupOf(flat.size(), flat.size());
  for (std::size_t i = 0; i < flat.size(); ++i) {
    std::size_t& index = groupOf[find(i)];
    if (index == flat.size()) {
      index = groups.size();
      groups.emplace_back();
    }
    groups[index].push_back(flat[i]);
  }
  return groups;
}

Sat SolverChain::check(std::span<const ExprId> conjunction, Assignment* model) {
  ++m_stats.queries;
  m_askedZ3 = false;
  Group flat;
  Assignment whole;
  Sat result = Sat::Yes;
  if (!flatten(conjunction, flat))
    result = Sat::No;
  else if (!flat.empty())
    result = checkAll(std::move(flat), whole);
  if (!m_askedZ3)
    ++m_stats.cacheHits;
  if (result == Sat::Yes && model)
    *model = std::move(whole);
  return result;
}

Sat SolverChain::checkAll(Group flat, Assignment& model) {
  if (const AnswerCache::Answer* known = recall(flat)) { // most questions were asked before; this avoids the split
    model = known->model;
    return known->sat;
  }
  Sat result = Sat::Yes;
  for (const Group& group : independentGroups(std::move(flat))) {
    Assignment part;
    const Sat answer = checkGroup(group, part);
    for (const auto& [symbol, value] : part.entries())
      model.set(symbol, value);
    if (answer == Sat::No) // one unsatisfiable group decides, even if others are unknown
      return Sat::No;
    if (answer == Sat::Unknown)
      result = Sat::Unknown;
  }
  return result;
}

const AnswerCache::Answer* SolverChain::recall(const Group& group) {
  const AnswerCache::Answer* known = m_options.cache ? m_cache.find(group) : nullptr;
  if (known && m_options.validate)
    validate(group, known->sat, known->model);
  return known;
}

Sat SolverChain::checkGroup(const Group& group, Assignment& model) {
  if (const AnswerCache::Answer* known = recall(group)) {
    model = known->model;
    return known->sat;
  }
  if (m_options.cache && m_cache.hasUnsatisfiableSubset(group))
    return Sat::No;
  Group core;
  const Sat answer = solveGroup(group, model, core);
  if (m_options.validate)
    validate(group, answer, model);
  if (m_options.cache)
    m_cache.store(group, {answer, model}, core);
  return answer;
}

Sat SolverChain::solveGroup(const Group& group, Assignment& model, Group& core) {
  if (m_options.cache)
    if (const Sat answer = checkBySets(group, model); answer != Sat::Unknown)
      return answer;
  if (m_options.orders)
    if (const Sat answer = m_orders.check(group, model); answer != Sat::Unknown) {
      ++m_stats.byOrder;
      return answer;
    }
  return m_options.cache && recallModel(group, model) ? Sat::Yes : askSimplified(group, model, core);
}

// Divisions are hard for Z3, and most of them can be simplified with the bounds of their operands.
Sat SolverChain::askSimplified(const Group& group, Assignment& model, Group& core) {
  if (m_isSimplified || !m_options.simplify ||
      std::ranges::none_of(group, [this](ExprId e) { return m_pool.divides(e); }))
    return askZ3(group, model, core);
  Group simpler;
  if (!flatten(m_bounds.simplified(group), simpler)) {
    core = group;
    return Sat::No;
  }
  if (simpler == group)
    return askZ3(group, model, core);
  Assignment found;
  m_isSimplified = true;
  const Sat answer = simpler.empty() ? Sat::Yes : checkAll(std::move(simpler), found);
  m_isSimplified = false;
  core = answer == Sat::No ? group : Group();
  model = Assignment();
  for (ExprId e : group)
    for (SymbolId symbol : m_pool.symbolsIn(e))
      model.set(symbol, found.get(symbol)); // any value satisfies what does not mention the symbol any more
  return answer;
}

// Whether a recent model for another question satisfies this one too.
bool SolverChain::recallModel(const Group& group, Assignment& model) const {
  const SymbolId first = m_pool.symbolsIn(group.front()).front();
  for (const Assignment& recent : m_cache.recentModels(first))
    if (holds(group, recent)) {
      model = Assignment();
      for (ExprId e : group)
        for (SymbolId symbol : m_pool.symbolsIn(e))
          model.set(symbol, recent.get(symbol));
      return true;
    }
  return false;
}

// Conditions on one symbol reduce its domain. If there are no other conditions, or few combinations remain, that
// decides the question; otherwise Unknown.
Sat SolverChain::checkBySets(const Group& group, Assignment& model) {
  std::vector<std::pair<SymbolId, ValueSet>> domains;
  Group rest;
  for (ExprId e : group) {
    const std::vector<SymbolId>& symbols = m_pool.symbolsIn(e);
    for (SymbolId symbol : symbols)
      if (std::none_of(domains.begin(), domains.end(), [symbol](const auto& d) { return d.first == symbol; }))
        domains.emplace_back(symbol, ValueSet::all(m_pool.symbolInfo(symbol).width));
    const ValueSet* solutions = symbols.size() == 1 ? m_sets.solve(e) : nullptr;
    if (!solutions) {
      rest.push_back(e);
      continue;
    }
    auto& domain = *std::find_if(domains.begin(), domains.end(), [&](const auto& d) { return d.first == symbols[0]; });
    domain.second = domain.second.intersect(*solutions);
    if (domain.second.empty())
      return Sat::No;
  }
  for (const auto& [symbol, domain] : domains)
    model.set(symbol, domain.smallest());
  if (holds(rest, model))
    return Sat::Yes;
  std::uint64_t combinations = 1;
  for (const auto& [symbol, domain] : domains) {
    combinations *= domain.countUpTo(MaxEnumerated + 1);
    if (combinations > MaxEnumerated)
      return Sat::Unknown;
  }
  return enumerate(rest, domains, model);
}

Sat SolverChain::enumerate(const Group& rest, const std::vector<std::pair<SymbolId, ValueSet>>& domains,
                           Assignment& model) {
  // Enumerates the combinations of the domains' members like an odometer; the model holds the current one.
  std::vector<std::size_t> interval(domains.size(), 0);
  for (std::size_t digit = 0; digit < domains.size();) {
    digit = 0;
    if (holds(rest, model))
      return Sat::Yes;
    for (; digit < domains.size(); ++digit) {
      const auto& [symbol, domain] = domains[digit];
      const auto& intervals = domain.intervals();
      const std::uint64_t value = model.get(symbol);
      if (value < intervals[interval[digit]].high) {
        model.set(symbol, value + 1);
        break;
      }
      if (++interval[digit] < intervals.size()) {
        model.set(symbol, intervals[interval[digit]].low);
        break;
      }
      interval[digit] = 0;
      model.set(symbol, domain.smallest());
    }
  }
  return Sat::No;
}

Sat SolverChain::askZ3(const Group& group, Assignment& model, Group& core) {
  m_askedZ3 = true;
  model = Assignment();
  core.clear();
  const auto start = std::chrono::steady_clock::now();
  const Sat answer = bounded() ? Sat::Unknown : m_z3.check(group, model, core, timeout());
  m_stats.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (answer == Sat::No && core.empty())
    core = group;
  return answer;
}

unsigned SolverChain::timeout() const {
  const double left = m_options.budget ? m_options.budget->remainingSeconds() * 1000 + 1 : m_options.timeoutMs;
  return left < m_options.timeoutMs ? static_cast<unsigned>(std::max(left, 1.0)) : m_options.timeoutMs;
}

bool SolverChain::holds(const Group& group, const Assignment& model) const {
  return std::all_of(group.begin(), group.end(), [&](ExprId e) { return m_pool.evaluate(e, model) != 0; });
}

// For tests: a wrong answer ends the process, naming the question.
void SolverChain::validate(const Group& group, Sat answer, const Assignment& model) {
  bool right = answer != Sat::Yes || holds(group, model);
  Assignment ignored;
  Group core;
  const Sat byZ3 = m_z3.check(group, ignored, core, m_options.timeoutMs);
  right = right && (byZ3 == Sat::Unknown || answer == Sat::Unknown || byZ3 == answer);
  if (right)
    return;
  std::fprintf(stderr, "solver: wrong answer %d to:\n", static_cast<int>(answer));
  for (ExprId e : group)
    std::fprintf(stderr, "  %s\n", m_pool.text(e).c_str());
  std::abort();
}

} // namespace

std::unique_ptr<Solver> makeSolver(ExpressionPool& pool, const SolverOptions& options) {
  return std::make_unique<SolverChain>(pool, options);
}

} // namespace revisit
