#include "explore/condpor/maximality.h"

namespace revisit {

namespace {

class Judge {
public:
  Judge(ExplorationState& state, std::span<const std::uint32_t> kept)
      : m_state(state), m_graph(state.graph()), m_kept(kept) {}

  Refusal structural(EventId id) const {
    const Event& event = m_graph.event(id);
    if (event.label->kind == LabelKind::Object) {
      if (event.displaced)
        return Refusal::OperationDisplaced;
      return event.outcome != 0 ? Refusal::OtherOutcome : Refusal::None;
    }
    if (event.free) // a store or an update that no order concerns
      return Refusal::None;
    if (event.outcome != 0 && m_state.pool().isConstant(couldStore(event)))
      return Refusal::OtherOutcome;
    if (event.reads) {
      if (!previous(event.rf, event))
        return Refusal::ReadsRevisitor;
      if (laterWrite(event.rf, id, event))
        return Refusal::OldRead;
    }
    if (event.writes) {
      if (laterWrite(id, id, event))
        return Refusal::WriteNotLatest;
      for (EventId r = event.firstReader; r.valid(); r = m_graph.event(r).nextReader)
        if (previous(r, event))
          return Refusal::WriteIsRead;
    }
    return Refusal::None;
  }

  // What only the solver knows: whether the event could have been otherwise, and what it is then.
  struct Question {
    ExprId extra;
    Refusal refusal;
  };
  std::optional<Question> question(EventId id) const {
    const Event& event = m_graph.event(id);
    switch (differsIn(*event.label)) {
    case Differs::Number:
      return couldBeSmaller(event);
    case Differs::Side:
      if (event.outcome != 0) // a compare-and-swap that failed for no reason
        return Question{couldStore(event), Refusal::OtherOutcome};
      if (!event.condition.valid() || event.side)
        return std::nullopt;
      return Question{event.condition, Refusal::FalseSide};
    case Differs::Outcome: // structural() looks at it
    case Differs::Never:
      break;
    }
    return std::nullopt;
  }

  Refusal answer(EventId id, const Question& question) const {
    const Event& event = m_graph.event(id);
    const Sat sat = m_state.planner().feasible(question.extra, true, [&](ThreadId thread, const PathConstraint& other) {
      return other.event != id && (other.stamp < event.stamp || other.index < m_kept[thread.value()]);
    });
    switch (sat) {
    case Sat::Yes:
      return question.refusal;
    case Sat::No:
      return Refusal::None;
    case Sat::Unknown:
      break;
    }
    return Refusal::SolverUnknown;
  }

private:
  // Of a weak compare-and-swap that failed for no reason: whether it could have stored.
  ExprId couldStore(const Event& event) const { return m_state.steps().storesFrom(event.rf, *event.label); }

  // Whether x is visible when `event` is judged.
  bool previous(EventId x, const Event& event) const {
    return m_graph.event(x).stamp <= event.stamp || m_graph.within(x, m_kept);
  }

  // Whether a visible write other than `self` comes after `from` in coherence.
  bool laterWrite(EventId from, EventId self, const Event& event) const {
    for (EventId w = m_graph.event(from).next; w.valid(); w = m_graph.event(w).next)
      if (w != self && previous(w, event))
        return true;
    return false;
  }

  std::optional<Question> couldBeSmaller(const Event& event) const {
    ExpressionPool& pool = m_state.pool();
    const std::uint64_t number = event.seen.value.bits;
    if (number == 0)
      return std::nullopt;
    const ExprId expr = event.label->value.expr;
    return Question{pool.binary(ExprOp::Ult, expr, pool.constant(pool.width(expr), number)), Refusal::LargerNumber};
  }

  ExplorationState& m_state;
  const ExecutionGraph& m_graph;
  std::span<const std::uint32_t> m_kept;
};

} // namespace

Verdict judgeDeleted(ExplorationState& state, std::span<const EventId> deleted, std::span<const std::uint32_t> kept,
                     std::vector<std::optional<Refusal>>* each) {
  const Judge judge(state, kept);
  Verdict verdict;
  const auto note = [&](std::size_t i, Refusal refusal) {
    if (each)
      (*each)[i] = refusal;
    if (refusal != Refusal::None && verdict.refusal == Refusal::None)
      verdict = {refusal, deleted[i]};
  };
  if (each)
    each->assign(deleted.size(), std::nullopt);
  for (std::size_t i = 0; i < deleted.size() && (each || verdict.refusal == Refusal::None); i++)
    if (const Refusal refusal = judge.structural(deleted[i]); refusal != Refusal::None)
      note(i, refusal);
    else if (each && !judge.question(deleted[i]))
      note(i, Refusal::None);
  for (std::size_t i = 0; i < deleted.size() && verdict.refusal == Refusal::None; i++)
    if (const auto question = judge.question(deleted[i]))
      note(i, judge.answer(deleted[i], *question));
  return verdict;
}

} // namespace revisit
