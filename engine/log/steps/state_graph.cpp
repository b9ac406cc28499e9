#include "log/steps/state_graph.h"

#include "log/exploration_log.h"
#include "log/state_step_text.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <set>

namespace revisit {
namespace {

StateEdgeKind edgeKindOf(const StateStep& step) {
  if (step.kind == StateStepKind::Entered)
    return StateEdgeKind::Taken;
  if (step.kind == StateStepKind::Met)
    return step.isOpen ? StateEdgeKind::Cycle : StateEdgeKind::Known;
  return StateEdgeKind::Vain;
}

std::vector<std::uint32_t> successorsOf(const StateLog& log, const LoggedState& state) {
  std::vector<std::uint32_t> found;
  for (const std::uint64_t number : state.edges)
    for (const StateStep& step : log.steps(number, 1))
      if (step.state != noLogEntry && step.state != state.number)
        found.push_back(step.state);
  return found;
}

// The states nearest to the centre: by the steps from them, and by that which entered them.
std::vector<std::uint32_t> nearest(const StateLog& log, std::uint32_t centre, std::size_t most) {
  std::set<std::uint32_t> found;
  std::deque<std::uint32_t> open = {std::min(centre, log.stateCount() - 1)};
  for (; !open.empty() && found.size() < most; open.pop_front()) {
    if (!found.insert(open.front()).second)
      continue;
    for (const LoggedState& state : log.states(open.front(), 1)) {
      if (state.parent != noLogEntry)
        open.push_back(state.parent);
      const std::vector<std::uint32_t> next = successorsOf(log, state);
      open.insert(open.end(), next.begin(), next.end());
    }
  }
  return {found.begin(), found.end()};
}

// The last judgement of the state, or, where there was nothing to judge, its end.
std::uint64_t decisionOf(const StateLog& log, std::uint32_t state) {
  const std::uint64_t end = log.stepOf(state, ~std::uint64_t{0}), before = log.stepOf(state, end - 1);
  const std::vector<StateStepKind> kind = log.kinds(before, before == 0 ? 0 : 1);
  return !kind.empty() && kind.front() == StateStepKind::Judged ? before : end;
}

StateNode stateNodeOf(const ExplorationLog& log, const StateLog& states, const LoggedState& state) {
  StateNode node{.state = state.number, .outcome = state.outcome, .step = state.step};
  if (state.outcome != StateOutcome::Open)
    node.decided = decisionOf(states, state.number);
  for (const std::uint64_t number : state.executions)
    for (const ExecutionSummary& execution : log.executions(number, 1))
      node.hasBug |= execution.bug != nullptr;
  return node;
}

void addEdges(StateGraph& graph, const StateLog& log, const LoggedState& state, std::size_t from,
              const ThreadNames& threads) {
  std::set<const WitnessEvent*> vain; // a state that is judged again tries such a step again
  for (const std::uint64_t number : state.edges) {
    const StateStep step = log.steps(number, 1).front();
    if (step.kind == StateStepKind::Vain && !vain.insert(step.actions.front().shown.get()).second)
      continue;
    const std::size_t to = step.state == noLogEntry ? StateEdge::nowhere : graph.nodeOf(step.state);
    if (to == StateEdge::nowhere && step.state != noLogEntry) {
      graph.nodes[from].hidden++;
      continue;
    }
    graph.edges.push_back(
        {edgeKindOf(step), from, to, number, step.actions.front().thread, actionText(step.actions.front(), threads)});
  }
  for (const StateAction& next : state.next)
    if ((state.pruned() & bitOf(ThreadId(next.thread))) != 0)
      graph.edges.push_back(
          {StateEdgeKind::Pruned, from, StateEdge::nowhere, 0, next.thread, shortText(next, threads)});
}

bool joinsNodes(const StateEdge& edge) {
  return edge.to != StateEdge::nowhere && edge.to != edge.from;
}

// The distance of each node from the first one along the edges; those that it does not reach stand below their
// predecessors, and where there are none at the top.
std::vector<std::size_t> rowsOf(const StateGraph& graph, const std::vector<std::vector<std::size_t>>& after) {
  constexpr std::size_t none = ~std::size_t{0};
  std::vector<std::size_t> rows(graph.nodes.size(), none);
  std::deque<std::size_t> open;
  for (std::size_t first = 0; first < rows.size(); first++) {
    if (rows[first] != none)
      continue;
    rows[first] = 0;
    for (open.push_back(first); !open.empty(); open.pop_front())
      for (const std::size_t next : after[open.front()])
        if (rows[next] == none) {
          rows[next] = rows[open.front()] + 1;
          open.push_back(next);
        }
  }
  return rows;
}

// Sorts a row by the mean place of the neighbours in the other row.
void sortByNeighbours(std::vector<std::size_t>& row, const std::vector<std::vector<std::size_t>>& beside,
                      const std::vector<std::size_t>& rows, std::size_t other, std::vector<double>& places) {
  std::vector<std::pair<double, std::size_t>> order;
  for (const std::size_t node : row) {
    double sum = 0;
    std::size_t count = 0;
    for (const std::size_t each : beside[node])
      if (rows[each] == other) {
        sum += places[each];
        count++;
      }
    order.emplace_back(count == 0 ? places[node] : sum / static_cast<double>(count), node);
  }
  std::ranges::stable_sort(order, {}, &std::pair<double, std::size_t>::first);
  const double middle = static_cast<double>(row.size() - 1) / 2;
  for (std::size_t i = 0; i < row.size(); i++) {
    row[i] = order[i].second;
    places[row[i]] = static_cast<double>(i) - middle; // rows are centred
  }
}

} // namespace

std::size_t StateGraph::nodeOf(std::uint32_t state) const {
  const auto found = std::ranges::lower_bound(nodes, state, {}, &StateNode::state);
  return found != nodes.end() && found->state == state ? static_cast<std::size_t>(found - nodes.begin())
                                                       : StateEdge::nowhere;
}

StateGraph stateGraph(const ExplorationLog& log, std::uint32_t centre, std::size_t most) {
  StateGraph graph;
  const std::shared_ptr<const StateLog> states = log.states();
  if (!states || states->stateCount() == 0)
    return graph;
  graph.states = states->stateCount();
  std::vector<std::uint32_t> chosen(graph.states);
  std::iota(chosen.begin(), chosen.end(), 0);
  if (graph.states > most)
    chosen = nearest(*states, centre, most);
  std::vector<LoggedState> shown;
  for (const std::uint32_t number : chosen) {
    shown.push_back(states->states(number, 1).front());
    graph.nodes.push_back(stateNodeOf(log, *states, shown.back()));
  }
  const ThreadNames threads = states->threadNames();
  for (std::size_t node = 0; node < shown.size(); node++)
    addEdges(graph, *states, shown[node], node, threads);
  return graph;
}

namespace {

// A line for each edge, between nodes that have their places.
void addRoutes(const StateGraph& graph, const StateMetrics& metrics, const std::vector<std::size_t>& rows,
               StateLayout& layout) {
  std::vector<std::size_t> stubs(graph.nodes.size());
  for (const StateEdge& edge : graph.edges) {
    const LayoutRect& from = layout.nodes[edge.from];
    if (joinsNodes(edge)) {
      const LayoutRect& to = layout.nodes[edge.to];
      const bool isDown = rows[edge.to] > rows[edge.from];
      const LayoutPoint begin{from.left + from.width / 2, isDown ? from.bottom() : from.top},
          end{to.left + to.width / 2, isDown ? to.top : to.bottom()};
      layout.routes.push_back({begin, end});
      if (rows[edge.to] != rows[edge.from] + 1) { // past the nodes between
        const double bow = 12 + 0.15 * std::abs(end.y - begin.y);
        layout.routes.back().insert(layout.routes.back().begin() + 1,
                                    {std::max(begin.x, end.x) + bow, (begin.y + end.y) / 2});
      }
      continue;
    }
    // Short lines to the right, one below the other.
    const double y = from.top + 4 + 6 * static_cast<double>(stubs[edge.from]++ % 4);
    layout.routes.push_back({{from.right(), y}, {from.right() + metrics.stub, y + 6}});
  }
}

} // namespace

StateLayout layOut(const StateGraph& graph, const StateMetrics& metrics) {
  constexpr int sweeps = 8;
  StateLayout layout;
  std::vector<std::vector<std::size_t>> after(graph.nodes.size()), beside(graph.nodes.size());
  for (const StateEdge& edge : graph.edges)
    if (joinsNodes(edge)) {
      after[edge.from].push_back(edge.to);
      beside[edge.from].push_back(edge.to);
      beside[edge.to].push_back(edge.from);
    }
  const std::vector<std::size_t> rows = rowsOf(graph, after);
  std::vector<std::vector<std::size_t>> members;
  std::vector<double> places(graph.nodes.size());
  for (std::size_t node = 0; node < rows.size(); node++) {
    if (rows[node] >= members.size())
      members.resize(rows[node] + 1);
    places[node] = static_cast<double>(members[rows[node]].size());
    members[rows[node]].push_back(node);
  }
  for (int sweep = 0; sweep < sweeps; sweep++) {
    for (std::size_t row = 1; row < members.size(); row++)
      sortByNeighbours(members[row], beside, rows, row - 1, places);
    for (std::size_t row = members.size(); row-- > 1 && sweep + 1 < sweeps;)
      sortByNeighbours(members[row - 1], beside, rows, row, places);
  }
  std::size_t widest = 1;
  for (const std::vector<std::size_t>& row : members)
    widest = std::max(widest, row.size());
  const double step = metrics.nodeWidth + metrics.columnGap, middle = static_cast<double>(widest - 1) / 2;
  layout.nodes.resize(graph.nodes.size());
  for (std::size_t row = 0; row < members.size(); row++)
    for (std::size_t i = 0; i < members[row].size(); i++) {
      const double place = static_cast<double>(i) - static_cast<double>(members[row].size() - 1) / 2;
      layout.nodes[members[row][i]] = {metrics.margin + (place + middle) * step,
                                       metrics.margin +
                                           static_cast<double>(row) * (metrics.nodeHeight + metrics.rowGap),
                                       metrics.nodeWidth, metrics.nodeHeight};
    }
  addRoutes(graph, metrics, rows, layout);
  layout.bounds = {0, 0, 2 * metrics.margin + static_cast<double>(widest) * step,
                   2 * metrics.margin + static_cast<double>(members.size()) * (metrics.nodeHeight + metrics.rowGap)};
  return layout;
}

} // namespace revisit
