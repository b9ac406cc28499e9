// Every refusal that an explorer reports is correct, and everything that it did was allowed: derived again from the
// rules of the design, without the explorer's clocks, its maximality check or its solver.
#include "lab.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace revisit::test {

namespace {

// The rules, applied to the graph on which an alternative was tried.
class Rules {
public:
  Rules(const ExecutionGraph& graph, ExpressionPool& pool) : m_graph(graph), m_pool(pool) {
    for (std::uint32_t t = 0; t < graph.threadCount(); t++)
      for (const EventId id : graph.events(ThreadId(t)))
        m_all.push_back(id);
  }

  const std::vector<EventId>& all() const { return m_all; }
  const Event& event(EventId id) const { return m_graph.event(id); }

  // Rule 1: the causal prefix of the thread's next event, which may read from `source`.
  std::set<EventId> causes(ThreadId thread, EventId source) const {
    return closure({m_graph.tail(thread), source}, [&](EventId id, auto&& add) { addCauses(id, add); });
  }
  // Everything that comes before the thread's next event in every sequentially consistent order.
  std::set<EventId> past(ThreadId thread) const { return pastOf(m_graph.tail(thread)); }
  // The same of an event, with the event itself.
  std::set<EventId> pastOf(EventId last) const {
    return closure({last}, [&](EventId id, auto&& add) {
      addCauses(id, add);
      const Event& e = event(id);
      if (!e.writes)
        return;
      add(e.previous);
      for (const EventId reader : m_all)
        if (reader != id && event(reader).rf == e.previous)
          add(reader);
    });
  }

  // What a revisit or displacement of `target` deletes, given the prefix that is kept.
  std::set<EventId> deletedBy(EventId target, const std::set<EventId>& kept) const {
    std::set<EventId> deleted;
    for (const EventId id : m_all)
      if (event(id).stamp >= event(target).stamp && !kept.contains(id))
        deleted.insert(id);
    return deleted;
  }

  // Rule 2: why the deleted event is not the one that the default exploration would have added.
  std::set<Refusal> faults(EventId id, const std::set<EventId>& kept) const {
    const Event& e = event(id);
    const auto sees = [&](EventId x) { return m_graph.isInitial(x) || event(x).stamp <= e.stamp || kept.contains(x); };
    const auto seesLater = [&](EventId from) {
      for (EventId w = event(from).next; w.valid(); w = event(w).next)
        if (w != id && sees(w))
          return true;
      return false;
    };
    std::set<Refusal> found;
    if (e.displaced)
      found.insert(Refusal::OperationDisplaced);
    if (e.outcome != 0)
      found.insert(Refusal::OtherOutcome);
    if (e.reads && !sees(e.rf))
      found.insert(Refusal::ReadsRevisitor);
    if (e.reads && seesLater(e.rf))
      found.insert(Refusal::OldRead);
    if (e.writes && seesLater(id))
      found.insert(Refusal::WriteNotLatest);
    if (e.writes && std::ranges::any_of(m_all, [&](EventId r) { return event(r).rf == id && sees(r); }))
      found.insert(Refusal::WriteIsRead);
    if (!e.condition.valid())
      return found;
    const std::vector<ExprId> before =
        conditions([&](EventId x) { return x != id && (event(x).stamp < e.stamp || kept.contains(x)); });
    if (e.label->kind == LabelKind::Enumerate) {
      if (satisfiable(before, [&](const Assignment& inputs) {
            return m_pool.evaluate(e.label->value.expr, inputs) < e.seen.value.bits;
          }))
        found.insert(Refusal::LargerNumber);
    } else if (!e.seen.taken && satisfiable(before, [&](const Assignment& inputs) {
                 return m_pool.evaluate(e.condition, inputs) != 0;
               })) {
      found.insert(Refusal::FalseSide);
    }
    return found;
  }

  std::vector<ExprId> conditions(const std::function<bool(EventId)>& filter) const {
    std::vector<ExprId> found;
    for (const EventId id : m_all)
      if (const Event& e = event(id); e.condition.valid() && filter(id))
        found.push_back(e.label->kind == LabelKind::Enumerate || e.seen.taken ? e.condition
                                                                              : m_pool.bitNot(e.condition));
    return found;
  }

  // Tries every value of every input.
  bool satisfiable(const std::vector<ExprId>& all, const std::function<bool(const Assignment&)>& also) const {
    unsigned bits = 0;
    for (std::uint32_t s = 0; s < m_pool.symbolCount(); s++)
      bits += m_pool.symbolInfo(SymbolId(s)).width;
    EXPECT_LE(bits, 16u);
    for (std::uint64_t code = 0; code < std::uint64_t{1} << bits; code++) {
      Assignment inputs;
      std::uint64_t rest = code;
      for (std::uint32_t s = 0; s < m_pool.symbolCount(); s++) {
        const unsigned width = m_pool.symbolInfo(SymbolId(s)).width;
        inputs.set(SymbolId(s), rest & ((std::uint64_t{1} << width) - 1));
        rest >>= width;
      }
      if (std::ranges::all_of(all, [&](ExprId e) { return m_pool.evaluate(e, inputs) != 0; }) && also(inputs))
        return true;
    }
    return false;
  }

  EventId poPredecessor(EventId id) const {
    const Event& e = event(id);
    return e.index == 0 ? m_graph.creator(e.thread) : m_graph.events(e.thread)[e.index - 1];
  }

  bool coherenceAfter(EventId later, EventId earlier) const {
    for (EventId w = event(earlier).next; w.valid(); w = event(w).next)
      if (w == later)
        return true;
    return false;
  }

private:
  template <class Add> void addCauses(EventId id, Add&& add) const {
    const Event& e = event(id);
    add(poPredecessor(id));
    add(e.rf);
    if (e.label->kind == LabelKind::Object)
      add(e.previous);
    if (e.label->kind == LabelKind::Join)
      add(m_graph.events(e.label->child).back());
  }

  template <class Expand> std::set<EventId> closure(std::vector<EventId> open, Expand&& expand) const {
    std::set<EventId> found;
    const auto add = [&](EventId id) {
      if (id.valid() && !m_graph.isInitial(id) && found.insert(id).second)
        open.push_back(id);
    };
    const std::vector<EventId> start = std::exchange(open, {});
    for (const EventId id : start)
      add(id);
    while (!open.empty()) {
      const EventId id = open.back();
      open.pop_back();
      expand(id, add);
    }
    return found;
  }

  const ExecutionGraph& m_graph;
  ExpressionPool& m_pool;
  std::vector<EventId> m_all;
};

class Verifier final : public Recorder {
public:
  explicit Verifier(Program& program) : m_program(program), m_pool(program.pool()) {}
  std::map<Refusal, unsigned> refused, rejected; // of actions, of candidates
  unsigned allowed = 0, sides = 0;
  mutable unsigned unjudged = 0;

  void consider(const Candidate& candidate, const ExecutionGraph& graph) override {
    if (candidate.refusal == Refusal::None)
      return;
    rejected[candidate.refusal]++;
    const Rules rules(graph, m_pool);
    switch (candidate.refusal) {
    case Refusal::Inconsistent: {
      const std::set<EventId> past = rules.past(candidate.thread);
      EXPECT_TRUE(graph.isInitial(candidate.culprit) || past.contains(candidate.culprit));
      EXPECT_TRUE(rules.coherenceAfter(candidate.culprit, candidate.other));
      break;
    }
    case Refusal::ComesBefore:
      EXPECT_TRUE(rules.causes(candidate.thread, candidate.source).contains(candidate.other));
      break;
    case Refusal::AlreadyUpdated:
      EXPECT_TRUE(rules.event(candidate.culprit).isAtomicUpdate());
      EXPECT_EQ(rules.event(candidate.culprit).rf, candidate.other);
      break;
    case Refusal::ShowsNothing:
      for (std::uint32_t t = 1; t < graph.threadCount(); t++)
        EXPECT_FALSE(graph.created(ThreadId(t)));
      break;
    default:
      EXPECT_EQ(candidate.refusal, Refusal::Infeasible);
      if (candidate.kind == AlternativeKind::Side)
        verifyInfeasible(graph, candidate.thread, candidate.way.taken);
      break;
    }
  }

  void record(const Action& action, const ExecutionGraph& graph) override {
    switch (action.kind) {
    case ActionKind::BackedUp:
      m_before.emplace(graph);
      break;
    case ActionKind::RevisitRefused:
    case ActionKind::DisplaceRefused:
      refused[action.refusal]++;
      verifyRefused(action);
      break;
    case ActionKind::RevisitAllowed:
    case ActionKind::Displaced:
      allowed++;
      verifyAllowed(action);
      break;
    case ActionKind::Abandoned:
      refused[action.refusal]++;
      EXPECT_EQ(action.refusal, Refusal::StaleRound);
      verifyStale(action, graph);
      break;
    case ActionKind::SkippedChoice:
      refused[action.refusal]++;
      EXPECT_EQ(action.refusal, Refusal::Infeasible);
      if (action.alternative == AlternativeKind::Side)
        verifyInfeasible(graph, action.thread, false);
      break;
    default:
      break;
    }
  }

private:
  // Rule 4: a displacement keeps the prefix of the events before the operation in its thread.
  std::set<EventId> keptBy(const Rules& rules, const Action& action) const {
    return rules.causes(action.thread, action.source);
  }

  void verifyDeleted(const Rules& rules, const Action& action) const {
    const std::set<EventId> kept = keptBy(rules, action);
    EXPECT_FALSE(kept.contains(action.other));
    EXPECT_EQ(std::set<EventId>(action.deleted.begin(), action.deleted.end()), rules.deletedBy(action.other, kept));
    ASSERT_EQ(action.verdicts.size(), action.deleted.size());
    for (std::size_t i = 0; i < action.deleted.size(); i++)
      verifyVerdict(rules, rules.faults(action.deleted[i], kept), action.deleted[i], action.verdicts[i]);
    const bool isMaximal =
        std::ranges::all_of(action.verdicts, [](const auto& verdict) { return verdict == Refusal::None; });
    EXPECT_EQ(isMaximal, action.refusal == Refusal::None || action.refusal == Refusal::AlreadyUpdated ||
                             action.refusal == Refusal::Inconsistent);
  }

  // Only what takes the solver may stay without a verdict.
  void verifyVerdict(const Rules& rules, const std::set<Refusal>& faults, EventId id,
                     const std::optional<Refusal>& verdict) const {
    if (!verdict) {
      unjudged++;
      EXPECT_TRUE(rules.event(id).condition.valid());
    } else if (*verdict == Refusal::None) {
      EXPECT_TRUE(faults.empty());
    } else {
      EXPECT_TRUE(faults.contains(*verdict)) << static_cast<int>(*verdict);
    }
  }

  void verifyRefused(const Action& action) const {
    const Rules rules(*m_before, m_pool);
    if (action.refusal == Refusal::NotEnabled)
      return verifyWaits(action);
    verifyDeleted(rules, action);
    if (action.refusal == Refusal::AlreadyUpdated) {
      EXPECT_TRUE(rules.event(action.culprit).isAtomicUpdate());
      EXPECT_EQ(rules.event(action.culprit).rf, action.source);
      EXPECT_EQ(std::ranges::count(action.deleted, action.culprit), 0);
      return;
    }
    if (action.refusal == Refusal::Inconsistent)
      return verifyInconsistent(rules, action);
    EXPECT_EQ(std::ranges::count(action.deleted, action.culprit), 1);
    const std::set<Refusal> faults = rules.faults(action.culprit, keptBy(rules, action));
    EXPECT_TRUE(faults.contains(action.refusal)) << static_cast<int>(action.refusal);
  }

  // The update would be directly after its source, but the reader, or the update itself, already comes after a newer
  // write.
  void verifyInconsistent(const Rules& rules, const Action& action) const {
    EXPECT_EQ(std::ranges::count(action.deleted, action.culprit), 0);
    EXPECT_TRUE(rules.coherenceAfter(action.culprit, action.source));
    std::set<EventId> past = rules.pastOf(rules.poPredecessor(action.other));
    past.merge(rules.past(action.thread));
    EXPECT_TRUE(past.contains(action.culprit));
  }

  void verifyAllowed(const Action& action) const {
    const Rules rules(*m_before, m_pool);
    verifyDeleted(rules, action);
    for (const EventId id : action.deleted)
      EXPECT_TRUE(rules.faults(id, keptBy(rules, action)).empty());
  }

  // The operation would have to wait in that place: its mutex is held, its semaphore is 0, or no operation has woken
  // it.
  void verifyWaits(const Action& action) const {
    const EventId before = m_before->event(action.other).previous;
    const ObjectState state = before.valid() ? m_before->event(before).object : ObjectState{};
    const bool isHeld = state.owner != 0;
    const bool isEmpty = state.count == 0;
    const bool isAsleep = (state.woken >> action.thread.value() & 1) == 0;
    EXPECT_TRUE(isHeld || isEmpty || isAsleep);
  }

  void verifyInfeasible(const ExecutionGraph& graph, ThreadId thread, bool side) {
    sides++;
    const ExprId condition = m_program.next(graph.state(thread))->value.expr;
    const Rules rules(graph, m_pool);
    EXPECT_FALSE(rules.satisfiable(rules.conditions([](EventId) { return true; }), [&](const Assignment& inputs) {
      return (m_pool.evaluate(condition, inputs) != 0) == side;
    }));
  }

  void verifyStale(const Action& action, const ExecutionGraph& graph) const {
    bool isStale = false;
    const auto events = graph.events(action.thread);
    for (std::size_t i = events.size() - 1; i-- > 0;) {
      const Event& read = graph.event(events[i]);
      for (EventId w = read.rf.valid() ? graph.event(read.rf).next : EventId(); w.valid(); w = graph.event(w).next)
        isStale |= read.label->awaits && graph.event(w).stamp < read.stamp;
      if (read.label->awaitStart)
        break;
    }
    EXPECT_TRUE(isStale);
  }

  Program& m_program;
  ExpressionPool& m_pool;
  std::optional<ExecutionGraph> m_before; // where the alternative is tried
};

} // namespace

TEST(Refusals, AreTrue) {
  std::map<Refusal, unsigned> refused, rejected;
  unsigned allowed = 0, sides = 0, unjudged = 0;
  for (std::uint64_t seed = 1; seed <= 8000 && !HasFailure(); seed++) {
    SCOPED_TRACE(seed);
    Lab lab(randomScript(seed, optionsOf(seed)));
    lab.options.maxExecutions = 60;
    Verifier verifier(lab.program);
    lab.explore(&verifier);
    for (const auto& [refusal, count] : verifier.refused)
      refused[refusal] += count;
    for (const auto& [refusal, count] : verifier.rejected)
      rejected[refusal] += count;
    allowed += verifier.allowed;
    sides += verifier.sides;
    unjudged += verifier.unjudged;
  }
  EXPECT_GT(allowed, 1000u);
  for (const Refusal refusal :
       {Refusal::OldRead, Refusal::ReadsRevisitor, Refusal::WriteNotLatest, Refusal::WriteIsRead,
        Refusal::OperationDisplaced, Refusal::OtherOutcome, Refusal::FalseSide, Refusal::LargerNumber,
        Refusal::NotEnabled, Refusal::Infeasible, Refusal::StaleRound})
    EXPECT_GT(refused[refusal], 0u) << static_cast<int>(refusal);
  for (const Refusal refusal : {Refusal::Inconsistent, Refusal::ComesBefore, Refusal::AlreadyUpdated,
                                Refusal::Infeasible, Refusal::ShowsNothing})
    EXPECT_GT(rejected[refusal], 0u) << static_cast<int>(refusal);
  EXPECT_GT(sides, 100u);
  EXPECT_GT(unjudged, 0u);
}

} // namespace revisit::test
