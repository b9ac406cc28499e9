#include "orders/bad_graph.h"

#include "memory/consistency.h"
#include "memory/make_model.h"

#include <algorithm>
#include <ranges>

namespace revisit {

namespace {

class BadGraph {
public:
  BadGraph(const ExecutionGraph& graph, const std::vector<Bug>& bugs, ReorderedProgram& program, ModelKind model)
      : m_graph(graph), m_bugs(bugs), m_program(program), m_model(makeModel(model)) {}

  // By site: whether the graph has an event of it.
  std::vector<bool> sitesIn(std::size_t count) const {
    std::vector<bool> has(count);
    for (std::uint32_t t = 0; t < m_graph.threadCount(); t++)
      for (const EventId id : m_graph.events(ThreadId(t)))
        if (const auto site = m_program.siteOf(*m_graph.event(id).label))
          has[*site] = true;
    return has;
  }

  // Whether the graph is consistent and fails with these orders.
  bool isBadWith(const OrderAssignment& levels) {
    const Relabel relabel = [&](const Event& event) -> const Label* {
      const auto site = m_program.siteOf(*event.label);
      return site ? m_program.withLevel(*event.label, levels[*site]) : nullptr;
    };
    const RebuiltGraph copy = rebuild(m_graph, m_program, *m_model, relabel);
    return !copy.forbidden.valid() && (hasFirmBug() || races(copy));
  }

private:
  // Only two accesses that nothing orders can be ordered by stronger orders. All else consists of what the threads did.
  static bool isOfOrder(const Bug& bug) {
    return bug.otherEvent.valid() && (bug.kind == ErrorKind::Race || bug.kind == ErrorKind::UseAfterFree);
  }
  bool hasFirmBug() const { return !std::ranges::all_of(m_bugs, isOfOrder); }

  bool races(const RebuiltGraph& copy) const {
    HappensBeforeClocks clocks(m_model->synchronizing());
    clocks.fit(copy.graph);
    for (const EventId id : copy.copies) // each after all that it depends on
      if (id.valid())
        clocks.add(copy.graph, id);
    const auto isBefore = [&](EventId one, EventId other) {
      const Event& first = copy.graph.event(one);
      return first.index < clocks.clock(other)[first.thread.value()];
    };
    return std::ranges::any_of(m_bugs, [&](const Bug& bug) {
      const EventId one = copy.copies[bug.event.value()], other = copy.copies[bug.otherEvent.value()];
      return !isBefore(one, other) && !isBefore(other, one);
    });
  }

  const ExecutionGraph& m_graph;
  const std::vector<Bug>& m_bugs;
  ReorderedProgram& m_program;
  const std::unique_ptr<MemoryModel> m_model;
};

} // namespace

// Raises one site after the other. What is no more bad with a site's stronger level does not become so again when other
// sites are stronger: so one round finds orders that cannot be raised further.
OrderClause clauseOf(const Execution& execution, const std::vector<Bug>& bugs, ReorderedProgram& program,
                     const OrderSites& sites, const OrderAssignment& levels, ModelKind model) {
  BadGraph bad(execution.graph, bugs, program, model);
  OrderAssignment strong = levels;
  const std::vector<bool> has = bad.sitesIn(strong.size());
  OrderClause clause;
  for (std::size_t site = 0; site < strong.size(); site++) {
    if (!has[site])
      continue;
    const SiteKind kind = sites.all()[site].kind;
    const OrderLevel least = strong[site];
    for (const OrderLevel level : levelsOf(kind) | std::views::reverse) {
      if (level == least || !isAtMost(least, level))
        continue;
      strong[site] = level;
      if (bad.isBadWith(strong))
        break;
      strong[site] = least;
    }
    if (strong[site] != topOf(kind))
      clause.most.emplace_back(site, strong[site]);
  }
  return clause;
}

} // namespace revisit
