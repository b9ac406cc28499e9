#include "wrong_policies.h"

#include "explore/states/backtrack_sets.h"
#include "explore/states/race_sources.h"

namespace revisit::test {

namespace {

// Source sets that are wrong in what all kinds of them have in common.
template <class Right> class Printed : public Right {
public:
  template <class... Parts>
  explicit Printed(WrongSources kind, Parts&&... parts) : Right(std::forward<Parts>(parts)...), m_kind(kind) {}

  SourceSet judge(Frame& frame, ThreadId explored) override {
    return is(WrongSources::OwnThread) ? SourceSets::updateBack(frame, frame.current[explored.value()])
                                       : Right::judge(frame, explored);
  }

protected:
  ThreadBits waiting(const Frame& frame) const override {
    return is(WrongSources::WithoutPending) ? 0 : Right::waiting(frame);
  }
  bool is(WrongSources kind) const { return m_kind == kind || m_kind == WrongSources::AsPrinted; }

private:
  WrongSources m_kind;
};

class PrintedEager : public Printed<EagerSources> {
public:
  using Printed::Printed;

protected:
  void tell(ActionId action) override {
    for (std::size_t depth = action.valid() ? m_stack.depth() : 0; depth-- > 0;)
      if (EagerSources::tell(m_stack[depth], action) && is(WrongSources::LastDependent))
        break;
  }
};

class PrintedBacktracking : public BacktrackSets {
public:
  PrintedBacktracking(WrongSources kind, SearchContext& context, SleepSets& sleep)
      : BacktrackSets(context, sleep, context.options.sleepSets && kind != WrongSources::OneReversal), m_kind(kind) {}

protected:
  bool isOrdered(const StackClocks::Clock& before, ThreadId owner, std::size_t depth) const override {
    return BacktrackSets::isOrdered(before, owner, depth) != (m_kind == WrongSources::WrongRaces);
  }
  bool exploreToo(Frame& frame, ThreadId thread) const override {
    const ThreadBits before = frame.backtrack;
    const bool canMove = BacktrackSets::exploreToo(frame, thread);
    if (!canMove && m_kind == WrongSources::OnlyEnabled)
      frame.backtrack = before;
    return canMove;
  }

private:
  WrongSources m_kind;
};

struct WithWrongSources : SearchPolicies {
  explicit WithWrongSources(WrongSources wrong) : kind(wrong) {}
  std::unique_ptr<SourcePolicy> sources(SearchContext& context, SleepSets& sleep) const override {
    switch (context.options.sources) {
    case StateSearchOptions::Sources::Eager:
      return std::make_unique<PrintedEager>(kind, context);
    case StateSearchOptions::Sources::Lazy:
      return std::make_unique<Printed<LazySources>>(kind, context, sleep);
    case StateSearchOptions::Sources::Races:
      return std::make_unique<Printed<RaceSources>>(kind, context);
    default:
      return std::make_unique<PrintedBacktracking>(kind, context, sleep);
    }
  }
  WrongSources kind;
};

struct WithoutClosing : SearchPolicies {
  struct Never : CycleClosing {
    using CycleClosing::CycleClosing;
    void met(Frame&) override {}
  };
  std::unique_ptr<CycleClosing> cycles(SearchContext& context, StateWalk& walk) const override {
    return std::make_unique<Never>(context, walk);
  }
};

struct NeverWaking : SearchPolicies {
  struct Sleepers : SleepSets {
    using SleepSets::SleepSets;
    bool wakes(const Sleeping&, ActionId) const override { return false; }
  };
  std::unique_ptr<SleepSets> sleepSets(SearchContext& context) const override {
    return std::make_unique<Sleepers>(context.actions, context.stack, context.options.sleepSets);
  }
};

class UnsafeSummaries : public Summaries {
public:
  UnsafeSummaries(WrongSummary kind, SearchContext& context)
      : Summaries(context.program, context.product, context.control, context.conditions),
        m_pool(context.program.pool()), m_kind(kind) {}

  PredicateId before(std::span<const PassedStep> steps, PredicateId after) override {
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
      after = beforeOne(*step, after);
    return after;
  }
  PredicateId onlyWithValues(PredicateId predicate) override {
    return m_kind == WrongSummary::AnyHistory ? predicate : Summaries::onlyWithValues(predicate);
  }
  std::optional<Known> find(VisibleActions& actions, ThreadBits asleep) override {
    std::optional<Known> known = Summaries::find(actions, m_kind == WrongSummary::AnySleep ? ~ThreadBits{0} : asleep);
    if (known && m_kind == WrongSummary::WithoutLater)
      known->later = 0;
    return known;
  }

protected:
  ProductState::Name valuesControl() override {
    ProductState::Name control = Summaries::valuesControl();
    if (m_kind == WrongSummary::WithoutObjects)
      control.memory = 0;
    return control;
  }

private:
  PredicateId beforeOne(PassedStep step, PredicateId after) {
    if (m_kind == WrongSummary::WithoutDecisions)
      step.conditions.clear();
    const PredicateId right = Summaries::before(std::span(&step, 1), after);
    const bool decides = step.label->kind == LabelKind::Constraint || step.label->kind == LabelKind::Assume;
    if (m_kind != WrongSummary::UnseenSidesHold || !decides)
      return right;
    const ExprId value = step.label->value.expr;
    return predicates().either(right,
                               predicates().both(predicates().always(), step.way.taken ? m_pool.bitNot(value) : value));
  }

  ExpressionPool& m_pool;
  WrongSummary m_kind;
};

struct WithWrongSummaries : SearchPolicies {
  struct EndsHold : StateSummaries {
    using StateSummaries::StateSummaries;
    PredicateId holdsAtEnd() override { return m_predicates.always(); }
  };
  explicit WithWrongSummaries(WrongSummary wrong) : kind(wrong) {}
  std::unique_ptr<Summaries> summaries(SearchContext& context) const override {
    return std::make_unique<UnsafeSummaries>(kind, context);
  }
  std::unique_ptr<StateSummaries> pruning(SearchContext& context, SleepSets& sleep) const override {
    if (kind == WrongSummary::EndsHold)
      return std::make_unique<EndsHold>(context, sleep, summaries(context));
    return SearchPolicies::pruning(context, sleep);
  }
  WrongSummary kind;
};

class CarelessSlice : public Slice {
public:
  CarelessSlice(WrongSlice kind, Program& program, ProductState& product, bool judgesRaces)
      : Slice(program, product, judgesRaces && kind != WrongSlice::AnyRace), m_kind(kind) {}

  bool mayUseOmitted(const Label& step) const override {
    const bool decides =
        step.kind == LabelKind::Constraint || step.kind == LabelKind::Assume || step.kind == LabelKind::Enumerate;
    return Slice::mayUseOmitted(step) || (m_kind == WrongSlice::AnyStore && isMemory(step.kind)) ||
           (m_kind == WrongSlice::AnyDecision && decides);
  }
  void settled() override {
    if (m_kind != WrongSlice::AnyWait)
      Slice::settled();
  }
  std::uint32_t noteOf(StateId state, std::uint64_t omittedReads) override {
    return m_kind == WrongSlice::AnyOrigin ? 0 : Slice::noteOf(state, omittedReads);
  }

protected:
  void leaveSections(ThreadId thread, const Label& step) override {
    if (m_kind != WrongSlice::AnyWait)
      Slice::leaveSections(thread, step);
  }

private:
  WrongSlice m_kind;
};

struct WithWrongSlice : SearchPolicies {
  struct AnyFuture : StateSummaries {
    using StateSummaries::StateSummaries;
    bool mayRace(const std::vector<Futures::Future>&) const override { return false; }
  };
  explicit WithWrongSlice(WrongSlice wrong) : kind(wrong) {}
  std::unique_ptr<Slice> slice(Program& program, ProductState& product, bool judgesRaces) const override {
    return std::make_unique<CarelessSlice>(kind, program, product, judgesRaces);
  }
  std::unique_ptr<StateSummaries> pruning(SearchContext& context, SleepSets& sleep) const override {
    if (kind == WrongSlice::AnyFuture)
      return std::make_unique<AnyFuture>(context, sleep, summaries(context));
    return SearchPolicies::pruning(context, sleep);
  }
  WrongSlice kind;
};

} // namespace

Policies wrongSources(WrongSources kind) {
  return std::make_shared<WithWrongSources>(kind);
}

Policies withoutClosing() {
  return std::make_shared<WithoutClosing>();
}

Policies neverWaking() {
  return std::make_shared<NeverWaking>();
}

Policies wrongSummaries(WrongSummary kind) {
  return std::make_shared<WithWrongSummaries>(kind);
}

Policies wrongSlice(WrongSlice kind) {
  return std::make_shared<WithWrongSlice>(kind);
}

} // namespace revisit::test
