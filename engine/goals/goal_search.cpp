#include "goals/goal_search.h"

#include "explore/exploration_state.h"
#include "explore/sequential_order.h"
#include "program/objects/objects.h"

#include <algorithm>

namespace revisit {

using Kind = GoalAtom::Kind;

namespace {

// One search: a choice for each atom of a path, one after another.
class GoalSearch {
public:
  GoalSearch(const Goal& goal, GoalNames& names, const GoalMeanings& meanings, ExplorationState& state)
      : m_goal(goal), m_names(names), m_meanings(meanings), m_state(state), m_graph(state.graph()),
        m_pool(state.pool()), m_isSequential(state.model().isSequential()) {}

  GoalAnswer run() {
    if (std::ranges::none_of(m_goal.paths, [&](const Goal::Path& path) { return m_meanings.canHold(path); }))
      return {};
    if (m_isSequential)
      m_order.emplace(m_graph, m_state.model());
    if (!m_goal.prefix.isBeginOf(m_graph, m_order ? &*m_order : nullptr))
      return {};
    for (const Goal::Path& path : m_goal.paths) {
      m_path = &path;
      m_cuts.assign(path.size(), Cut{m_goal.prefix.cut(m_graph.threadCount()), {}, {}, {}});
      m_conditions.clear();
      m_pairs.clear();
      if (m_meanings.canHold(path) && choose(0, 0))
        return {found(), {}};
    }
    return {std::nullopt, m_undecided};
  }

private:
  // What a cut contains, and what it must not contain.
  struct Cut {
    std::vector<std::uint32_t> done;
    std::vector<std::pair<GoalPlace, bool>> standing;   // and whether the goal names the thread
    std::vector<std::pair<LocationId, EventId>> newest; // of a location; invalid: the initial value
    std::vector<EventId> excluded;
    std::vector<GoalSight> sights{};
  };

  std::span<const std::uint32_t> prefix(EventId event) const {
    return m_order ? m_order->prefix(event) : m_graph.clock(event);
  }

  static bool contains(const Cut& cut, EventId id, const ExecutionGraph& graph) {
    const Event& event = graph.event(id);
    return !event.thread.valid() ||
           (event.thread.value() < cut.done.size() && event.index < cut.done[event.thread.value()]);
  }

  void require(Cut& cut, EventId event) const {
    if (!event.valid() || m_graph.isInitial(event))
      return;
    const std::span<const std::uint32_t> before = prefix(event);
    for (std::size_t t = 0; t < cut.done.size() && t < before.size(); t++)
      cut.done[t] = std::max(cut.done[t], before[t]);
  }

  // The first events of the thread, and that it was created.
  void requireFirst(Cut& cut, const GoalPlace& place) const {
    require(cut, place.index == 0 ? m_graph.creator(place.thread) : m_graph.events(place.thread)[place.index - 1]);
  }

  bool isConsistent(const Cut& cut) const {
    for (const auto& [place, isNamed] : cut.standing)
      if (cut.done[place.thread.value()] > place.index)
        return false;
    return std::ranges::none_of(cut.excluded, [&](EventId id) { return contains(cut, id, m_graph); });
  }

  // Chooses for the atoms from this one on. True: all are chosen, and m_cuts says how.
  bool choose(std::size_t moment, std::size_t number) {
    if (moment == m_path->size())
      return isFeasible();
    const Goal::Moment& atoms = (*m_path)[moment];
    if (number == atoms.size()) {
      if (moment + 1 < m_path->size()) {
        Cut& next = m_cuts[moment + 1];
        next = Cut{m_cuts[moment].done, {}, {}, {}};
      }
      return choose(moment + 1, 0);
    }
    const std::size_t atom = atoms[number];
    const auto goOn = [&] { return choose(moment, number + 1); };
    switch (m_goal.atoms[atom].kind) {
    case Kind::Stands:
      return std::ranges::any_of(m_meanings.places(atom),
                                 [&](const GoalPlace& place) { return stand(moment, atom, place, goOn); });
    case Kind::Waits:
      return std::ranges::any_of(m_meanings.places(atom), [&](const GoalPlace& place) {
        return stand(moment, atom, place, [&] { return wait(moment, place, goOn); });
      });
    case Kind::WaitsForEver:
      return std::ranges::any_of(m_meanings.places(atom),
                                 [&](const GoalPlace& place) { return end(moment, atom, place, goOn); });
    case Kind::Holds:
      return hold(moment, atom, 0, goOn);
    case Kind::Reads:
    case Kind::Happened:
      return std::ranges::any_of(m_meanings.events(atom), [&](EventId id) { return happen(moment, atom, id, goOn); });
    case Kind::First:
      return std::ranges::any_of(m_meanings.events(atom), [&](EventId first) {
        return std::ranges::any_of(m_meanings.seconds(atom),
                                   [&](EventId second) { return comeFirst(moment, atom, first, second, goOn); });
      });
    case Kind::Second: {
      const auto pair = std::ranges::find(m_pairs, m_goal.atoms[atom].first, &Pair::atom);
      return pair != m_pairs.end() && happen(moment, atom, pair->second, goOn);
    }
    }
    return false;
  }

  // Tries a change of the moment's cut, and takes it back if nothing follows.
  template <class Change, class GoOn> bool attempt(std::size_t moment, Change&& change, GoOn&& goOn) {
    Cut before = m_cuts[moment];
    change(m_cuts[moment]);
    if (isConsistent(m_cuts[moment]) && goOn())
      return true;
    m_cuts[moment] = std::move(before);
    return false;
  }

  template <class GoOn> bool stand(std::size_t moment, std::size_t atom, const GoalPlace& place, GoOn&& goOn) {
    const bool isNamed = m_goal.atoms[atom].thread.number.has_value();
    for (const auto& [other, isOtherNamed] : m_cuts[moment].standing)
      if (other.thread == place.thread && !(isNamed && isOtherNamed))
        return false;
    return attempt(
        moment,
        [&](Cut& cut) {
          requireFirst(cut, place);
          cut.standing.emplace_back(place, isNamed);
          cut.sights.push_back({atom, place.thread, place.index, true});
        },
        goOn);
  }

  template <class GoOn> bool end(std::size_t moment, std::size_t atom, const GoalPlace& place, GoOn&& goOn) {
    return attempt(
        moment,
        [&](Cut& cut) {
          for (const ThreadId thread : m_graph.createdThreads())
            cut.done[thread.value()] = static_cast<std::uint32_t>(m_graph.events(thread).size());
          cut.sights.push_back({atom, place.thread, place.index, true});
        },
        goOn);
  }

  const Label& labelAt(const GoalPlace& place) {
    const std::span<const EventId> events = m_graph.events(place.thread);
    return place.index < events.size() ? *m_graph.event(events[place.index]).label
                                       : *m_state.program().next(m_graph.state(place.thread));
  }

  // The thread, which stands there, cannot take its step.
  template <class GoOn> bool wait(std::size_t moment, const GoalPlace& place, GoOn&& goOn) {
    const Label& label = labelAt(place);
    if (label.kind == LabelKind::AwaitFailed)
      return goOn();
    if (label.kind == LabelKind::Join) {
      const EventId last = m_graph.created(label.child) ? m_graph.tail(label.child) : EventId();
      const bool hasEnded =
          last.valid() && m_graph.ended(label.child) && m_graph.event(last).label->kind == LabelKind::End;
      return attempt(
          moment,
          [&](Cut& cut) {
            if (hasEnded)
              cut.excluded.push_back(last);
          },
          goOn);
    }
    std::vector<EventId> chain; // the newest first
    for (EventId id = m_graph.lastOperation(label.object); id.valid(); id = m_graph.event(id).previous)
      chain.push_back(id);
    for (std::size_t i = 0; i <= chain.size(); i++) { // at last before all of them
      const bool isFirst = i == chain.size();
      const ObjectState state = isFirst ? ObjectState() : m_graph.objectAfter(chain[i]);
      if (!isFirst && m_graph.event(chain[i]).thread == place.thread && m_graph.event(chain[i]).index >= place.index)
        continue;
      if (applyOperation(state, place.thread, label.operation, label.argument).enabled)
        continue;
      const auto isNewest = [&](Cut& cut) {
        if (!isFirst)
          require(cut, chain[i]);
        if (i > 0)
          cut.excluded.push_back(chain[i - 1]);
      };
      if (attempt(moment, isNewest, goOn))
        return true;
    }
    return false;
  }

  template <class GoOn> bool happen(std::size_t moment, std::size_t atom, EventId id, GoOn&& goOn) {
    return attempt(
        moment,
        [&](Cut& cut) {
          require(cut, id);
          cut.sights.push_back({atom, m_graph.event(id).thread, m_graph.event(id).index, false});
        },
        goOn);
  }

  template <class GoOn>
  bool comeFirst(std::size_t moment, std::size_t atom, EventId first, EventId second, GoOn&& goOn) {
    const Event& next = m_graph.event(second);
    m_pairs.push_back({atom, second});
    const bool isFound = first != second && attempt(
                                                moment,
                                                [&](Cut& cut) {
                                                  require(cut, first);
                                                  requireFirst(cut, {next.thread, next.index});
                                                  cut.excluded.push_back(second);
                                                  cut.sights.push_back({atom, m_graph.event(first).thread,
                                                                        m_graph.event(first).index, false});
                                                },
                                                goOn);
    if (!isFound)
      m_pairs.pop_back();
    return isFound;
  }

  // The condition's variables from number `name` on, and then the condition.
  template <class GoOn> bool hold(std::size_t moment, std::size_t atom, std::size_t name, GoOn&& goOn) {
    const GoalCondition& condition = m_goal.atoms[atom].condition;
    if (name == condition.names().size())
      return isTrue(moment, atom, goOn);
    const GoalNames::Variable* variable = m_names.variable(condition.names()[name]);
    if (!variable || watched(moment, atom, condition.names()[name]).valid())
      return hold(moment, atom, name + 1, goOn);
    const LocationId location = variable->access.location;
    const auto& known = m_cuts[moment].newest;
    if (std::ranges::find(known, location, &std::pair<LocationId, EventId>::first) != known.end())
      return hold(moment, atom, name + 1, goOn);
    EventId next; // coherence-later than the one that is tried
    for (EventId write = newestWrite(location);; write = m_graph.event(write).previous) {
      const auto isNewest = [&](Cut& cut) {
        require(cut, write);
        if (next.valid())
          cut.excluded.push_back(next);
        cut.newest.emplace_back(location, write);
        if (!m_isSequential)
          for (EventId later = next; later.valid(); later = m_graph.event(later).next)
            cut.excluded.push_back(later);
      };
      if (attempt(moment, isNewest, [&] { return hold(moment, atom, name + 1, goOn); }))
        return true;
      if (!write.valid() || m_graph.isInitial(write))
        return false;
      next = write;
    }
  }

  // Of a location to which the graph has no access: invalid.
  EventId newestWrite(LocationId location) const {
    for (const EventId id : m_graph.events())
      if (m_graph.event(id).location == location && isMemory(m_graph.event(id).label->kind))
        return m_graph.latestWrite(location);
    return {};
  }

  // Where a thread has just come to the condition's line: the read of the local variable that the line's mark has added
  // there (-frevisit-mark). Invalid: no thread has, or the line tells nothing of the variable.
  EventId watched(std::size_t moment, std::size_t atom, const std::string& name) {
    const std::optional<std::size_t> at = m_goal.atoms[atom].at;
    const bool isWhole = name.find("::") != std::string::npos && m_names.variable(name) != nullptr;
    if (!at || !m_goal.atoms[*at].line || isWhole)
      return {};
    for (const GoalSight& sight : m_cuts[moment].sights) {
      if (sight.atom != *at || labelAt({sight.thread, sight.index}).kind != LabelKind::Fence)
        continue;
      const std::span<const EventId> events = m_graph.events(sight.thread);
      for (std::size_t i = sight.index; i-- > 0;) {
        const Label& label = *m_graph.event(events[i]).label;
        if (label.kind != LabelKind::Read || !m_names.isAt(label.position, *m_goal.atoms[*at].line))
          break;
        if (m_names.isLocalNamed(label, name))
          return events[i];
      }
    }
    return {};
  }

  // Whether the condition speaks of a local variable, and no thread has just come to the condition's line. Then it does
  // not hold, rather than being undecided.
  bool isElsewhere(std::size_t moment, std::size_t atom, const std::string& name) {
    return m_goal.atoms[atom].at && m_names.wasLocal(name) && !watched(moment, atom, name).valid();
  }

  template <class GoOn> bool isTrue(std::size_t moment, std::size_t atom, GoOn&& goOn) {
    const GoalCondition& condition = m_goal.atoms[atom].condition;
    std::string unknown;
    const ExprId truth = condition.truth(m_pool, [&](std::size_t name) {
      const GoalCondition::Operand value = valueOf(moment, atom, condition.names()[name]);
      if (!value.value.valid())
        unknown = condition.names()[name];
      return value;
    });
    if (!truth.valid()) {
      if (unknown.empty() || !isElsewhere(moment, atom, unknown))
        m_undecided = unknown;
      return false;
    }
    if (m_pool.isConstant(truth))
      return m_pool.constantBits(truth) != 0 && goOn();
    m_conditions.push_back(truth);
    if (goOn())
      return true;
    m_conditions.pop_back();
    return false;
  }

  // What an access sees, as a term.
  GoalCondition::Operand operandOf(const Value& value, const Label& access, bool isSigned) {
    const unsigned bytes = access.size != 0 ? access.size : m_state.program().locationSize(access.location);
    return {value.isExpr() ? value.expr : m_pool.constant(8 * bytes, value.bits), isSigned};
  }

  GoalCondition::Operand valueOf(std::size_t moment, std::size_t atom, const std::string& name) {
    if (const EventId read = watched(moment, atom, name); read.valid()) {
      const Event& event = m_graph.event(read);
      const GoalNames::Variable* const variable = m_names.variable(*event.label);
      return variable && variable->isNumber ? operandOf(event.seen.value, *event.label, variable->isSigned)
                                            : GoalCondition::Operand();
    }
    if (const GoalNames::Variable* variable = m_names.variable(name)) {
      if (!variable->isNumber)
        return {};
      const auto& known = m_cuts[moment].newest;
      const EventId write =
          std::ranges::find(known, variable->access.location, &std::pair<LocationId, EventId>::first)->second;
      const unsigned bytes = m_state.program().locationSize(variable->access.location);
      const Value value = write.valid()
                              ? m_state.steps().valueFrom(write, variable->access)
                              : valueSeen(m_pool, {m_state.program().initialValue(variable->access.location), {}},
                                          bytes, variable->access);
      return operandOf(value, variable->access, variable->isSigned);
    }
    for (const SymbolId symbol : m_names.inputs(name))
      if (isMentioned(symbol))
        return {m_pool.symbolExpr(symbol),
                m_pool.symbolInfo(symbol).type != InputType::Unsigned && m_pool.symbolInfo(symbol).width > 1};
    return {};
  }

  // Whether some event depends on the input: then the execution has asked for it.
  bool isMentioned(SymbolId symbol) {
    const auto mentions = [&](ExprId expr) {
      return expr.valid() && std::ranges::binary_search(m_pool.symbolsIn(expr), symbol);
    };
    return std::ranges::any_of(m_graph.events(), [&](EventId id) {
      const Event& event = m_graph.event(id);
      return mentions(event.condition) || mentions(event.label->value.expr) || mentions(event.label->expected.expr) ||
             mentions(event.seen.value.expr) || mentions(event.written.expr);
    });
  }

  // Whether some schedule goes through the cuts and keeps atomic sections together, and the path condition allows all
  // that the goal asks of the inputs.
  bool isFeasible() {
    if (m_state.facts().has("sections")) {
      std::vector<EventCut> cuts;
      for (const Cut& cut : m_cuts)
        cuts.push_back(cut.done);
      if (!linearizeThrough(m_graph, cuts, OrderKept::Sequential)) {
        m_undecided = "atomic sections";
        return false;
      }
    }
    if (m_conditions.empty())
      return true;
    ExprId all = m_conditions.front();
    for (std::size_t i = 1; i < m_conditions.size(); i++)
      all = m_pool.binary(ExprOp::And, all, m_conditions[i]);
    return m_state.planner().canBe(all, true) == Sat::Yes;
  }

  GoalFound found() {
    GoalFound result;
    for (Cut& cut : m_cuts)
      result.moments.push_back({std::move(cut.done), std::move(cut.sights)});
    result.conditions = m_conditions;
    return result;
  }

  struct Pair {
    std::size_t atom;
    EventId second;
  };

  const Goal& m_goal;
  GoalNames& m_names;
  const GoalMeanings& m_meanings;
  ExplorationState& m_state;
  const ExecutionGraph& m_graph;
  ExpressionPool& m_pool;
  const bool m_isSequential;
  std::optional<SequentialOrder> m_order;
  const Goal::Path* m_path = nullptr;
  // What is chosen.
  std::vector<Cut> m_cuts; // by moment
  std::vector<ExprId> m_conditions;
  std::vector<Pair> m_pairs;
  std::string m_undecided;
};

} // namespace

GoalAnswer searchGoal(const Goal& goal, GoalNames& names, const GoalMeanings& meanings, ExplorationState& state) {
  return GoalSearch(goal, names, meanings, state).run();
}

} // namespace revisit
