#include "explore/states/livelocks.h"

#include <algorithm>
#include <unordered_map>

namespace revisit {

namespace {

// A cycle of states: where it begins, and the steps of one turn.
struct Lasso {
  StateIndex start;
  std::vector<ExploredEdge> steps;
  ThreadBits movers = 0;
};

class Livelocks {
public:
  Livelocks(SearchContext& context, StateWalk& walk, StateFindings& findings)
      : m_context(context), m_walk(walk), m_product(context.product), m_findings(findings) {}

  // In a component that the program never leaves, and in which nothing changes, all threads wait for each other. In any
  // other one, looks for a lasso.
  bool judge(const ExploredGraph& graph) {
    for (std::uint32_t c = 0; c < graph.members.size(); c++) {
      if (!graph.isCycle[c])
        continue;
      const std::vector<StateIndex>& members = graph.members[c];
      const auto isInside = [&](const ExploredEdge& edge) { return graph.component[edge.to.value()] == c; };
      const bool isLeft = std::ranges::any_of(
          members, [&](StateIndex state) { return !std::ranges::all_of(graph.from(state), isInside); });
      const bool changes = std::ranges::any_of(members, [&](StateIndex state) {
        return m_context.states[state].name.memory != m_context.states[members.front()].name.memory;
      });
      if (isLeft || changes) {
        if (const std::optional<Lasso> lasso = lassoIn(graph, members); lasso && !showLasso(*lasso))
          return false;
        continue;
      }
      tell(members.back());
      if (!m_walk.goTo(members.back()) || !goRound() || !m_findings.judgeEnd(~ThreadBits{0}))
        return false;
    }
    return true;
  }

private:
  // Lets each thread in turn end its round, which fails. The path leads here through rounds that began when memory was
  // different: in the execution that is shown, the last round of each thread sees memory as it stays.
  bool goRound() {
    std::vector<Way> ways;
    for (ThreadBits left = m_product.able(); left != 0; left &= left - 1) {
      const ThreadId thread = firstOf(left);
      std::set<VectorTable::Id> passed;
      while (passed.insert(m_product.name().threads).second) {
        m_product.ways(thread, ways);
        if (ways.empty() || m_walk.take(thread, ways.front()) != Arrival::State)
          return false;
        if (m_walk.path().back().failsRound)
          break;
      }
    }
    return true;
  }

  // The threads that can take a step here, without those whose step is a round of a loop that has an exit and leads
  // back to this state.
  ThreadBits notIdleAt(StateIndex state) {
    ThreadBits idle = 0;
    m_walk.lookAhead(state, ~ThreadBits{0}, [&](const ExploredEdge& edge, bool) {
      if (edge.to == state && edge.moves.progress == 0)
        idle |= bitOf(edge.thread);
    });
    return m_product.able() & ~idle;
  }

  // A fair cycle of these states without progress.
  std::optional<Lasso> lassoIn(const ExploredGraph& graph, const std::vector<StateIndex>& states) {
    std::unordered_map<std::uint32_t, std::uint32_t> place;
    for (const StateIndex state : states)
      place.emplace(state.value(), static_cast<std::uint32_t>(place.size()));
    ExploredGraph part;
    for (const StateIndex state : states) {
      part.first.push_back(part.edges.size());
      for (const ExploredEdge& edge : graph.from(state))
        if (const auto to = place.find(edge.to.value()); to != place.end() && edge.moves.progress == 0) {
          part.edges.push_back(edge);
          part.edges.back().to = StateIndex(to->second);
        }
    }
    part.first.push_back(part.edges.size());
    part.findComponents();
    for (std::uint32_t c = 0; c < part.members.size(); c++) {
      if (!part.isCycle[c])
        continue;
      Moves all;
      ThreadBits able = 0;
      std::vector<ThreadBits> canMove;
      for (const StateIndex member : part.members[c]) {
        for (const ExploredEdge& edge : part.from(member))
          if (part.component[edge.to.value()] == c) {
            all.moved |= edge.moves.moved;
            all.rounds |= edge.moves.rounds;
          }
        canMove.push_back(notIdleAt(states[member.value()]));
        able |= canMove.back();
      }
      const ThreadBits left = able & ~(all.moved & all.rounds);
      if (left == 0)
        return lassoOf(part, states, c, all.moved);
      std::vector<StateIndex> fair;
      for (std::size_t i = 0; i < canMove.size(); i++)
        if ((canMove[i] & left) == 0)
          fair.push_back(states[part.members[c][i].value()]);
      if (std::optional<Lasso> lasso = lassoIn(graph, fair))
        return lasso;
    }
    return std::nullopt;
  }

  // A turn through the component in which each of these threads moves.
  Lasso lassoOf(const ExploredGraph& part, const std::vector<StateIndex>& states, std::uint32_t component,
                ThreadBits movers) {
    const StateIndex start = part.members[component].front();
    Lasso lasso{.start = states[start.value()], .steps = {}, .movers = movers};
    StateIndex at = start;
    // Appends the shortest way to the end of an edge that is wanted.
    const auto walk = [&](auto&& isWanted) {
      std::unordered_map<std::uint32_t, std::pair<StateIndex, const ExploredEdge*>> cameBy; // from where, and how
      std::vector<StateIndex> reached{at};
      for (std::size_t next = 0; next < reached.size(); next++)
        for (const ExploredEdge& edge : part.from(reached[next])) {
          if (part.component[edge.to.value()] != component)
            continue;
          if (isWanted(edge)) {
            std::vector<ExploredEdge> way{edge};
            for (StateIndex state = reached[next]; state != at;) {
              const auto& [from, step] = cameBy.at(state.value());
              way.push_back(*step);
              state = from;
            }
            lasso.steps.insert(lasso.steps.end(), way.rbegin(), way.rend());
            at = edge.to;
            return;
          }
          if (edge.to != at && cameBy.try_emplace(edge.to.value(), reached[next], &edge).second)
            reached.push_back(edge.to);
        }
    };
    for (ThreadBits missing = movers; missing != 0;) {
      walk([&](const ExploredEdge& edge) { return (edge.moves.moved & missing) != 0; });
      missing &= ~lasso.steps.back().moves.moved;
    }
    if (at != start)
      walk([&](const ExploredEdge& edge) { return edge.to == start; });
    return lasso;
  }

  bool showLasso(const Lasso& lasso) {
    m_product.load(m_context.states[lasso.start].name);
    ThreadBits returned = 0, exited = 0;
    for (const ThreadId thread : m_product.createdThreads())
      switch (endingOf(m_product.label(thread).kind)) {
      case Ending::Error: // the process has ended
      case Ending::Blocked:
      case Ending::Cut:
      case Ending::Unsupported:
        return true;
      case Ending::Exit:
        exited |= bitOf(thread);
        break;
      case Ending::Returned:
        returned |= bitOf(thread);
        break;
      case Ending::None:
      case Ending::AwaitFailed:
        break;
      }
    if (!m_context.noteShown(signOf(Shown::Lasso, lasso.movers, returned, exited)))
      return true;
    tell(lasso.start);
    m_context.space().ends++;
    if (!m_walk.goTo(lasso.start))
      return false;
    const std::size_t before = m_walk.path().size();
    std::vector<Way> ways;
    for (const ExploredEdge& step : lasso.steps) {
      m_product.ways(step.thread, ways);
      if (m_walk.take(step.thread, ways[step.way]) != Arrival::State)
        return false;
    }
    const std::vector<std::size_t> events =
        m_context.graph.eventsAfter(std::span(m_walk.path()).first(before), m_walk.path());
    return m_findings.showWith([&] { return m_context.graph.endJointly(events); });
  }

  void tell(StateIndex state) {
    if (m_context.observer)
      m_context.observer->record({.kind = SearchStepKind::Livelock, .state = state}, m_product);
  }

  SearchContext& m_context;
  StateWalk& m_walk;
  ProductState& m_product;
  StateFindings& m_findings;
};

} // namespace

bool judgeLivelocks(SearchContext& context, StateWalk& walk, StateFindings& findings, const ExploredGraph& graph) {
  return Livelocks(context, walk, findings).judge(graph);
}

} // namespace revisit
