#include "explore/random.h"

#include "explore/sections.h"
#include "explore/session.h"
#include "program/objects.h"

#include <algorithm>
#include <random>

namespace revisit {

namespace {

class RandomSampler final : public Explorer {
public:
  RandomSampler(Program& program, MemoryModel& model, Solver& solver, ExploreOptions options)
      : m_visit(program, model, solver), m_graph(m_visit.graph()), m_session(options), m_random(options.seed) {}

  Result<Exploration> run() override {
    m_session.note(IncompleteReason::Kind::Sampling, "random sampling sees only some executions");
    bool more = true;
    while (more && !m_visit.failure()) {
      m_visit.reset();
      record({.kind = ActionKind::Began});
      const bool finished = walk();
      if (m_visit.needsRestart()) {
        m_session.restart();
        record({.kind = ActionKind::Restarted});
        if (m_onRestart)
          m_onRestart();
        m_session.note(IncompleteReason::Kind::Sampling, "random sampling sees only some executions");
        continue;
      }
      if (finished && !sectionsHold(m_visit, false)) {
        record({.kind = ActionKind::Abandoned, .refusal = Refusal::SectionBroken});
        continue;
      }
      more = finished && m_session.finish(m_visit, m_onExecution, m_recorder);
    }
    if (m_visit.failure())
      return *m_visit.failure();
    m_session.exploration().work.learnt = m_visit.learnt();
    m_session.stopClock();
    return m_session.exploration();
  }
  const Exploration& progress() const override { return m_session.exploration(); }
  Estimate estimate() const override { return {}; }

private:
  void record(const Action& action) {
    if (m_recorder)
      m_recorder->record(action, m_graph);
  }
  std::size_t pick(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(m_random); }

  // Runs one execution to its end; false on a limit, a failure or a restart.
  bool walk() {
    std::vector<std::pair<ThreadId, const Label*>> able;
    while (true) {
      able.clear();
      if (m_session.limitReached() || !collect(able))
        return false;
      if (able.empty())
        return true;
      const auto [thread, label] = able[pick(able.size())];
      m_session.exploration().work.eventsAdded++;
      const EventId event = m_visit.add(thread, *label, choose(thread, *label));
      record({.kind = ActionKind::Added, .thread = thread, .event = event});
    }
  }

  bool collect(std::vector<std::pair<ThreadId, const Label*>>& able) {
    for (std::uint32_t t = 0; t < m_graph.threadCount(); t++) {
      const ThreadId thread(t);
      if (!m_graph.created(thread) || m_graph.ended(thread))
        continue;
      const Label* label = m_visit.nextLabel(thread);
      if (!label)
        return false;
      if (m_visit.enabled(thread, *label) && (!label->awaitStart || roundWouldEnd(thread, *label)))
        able.emplace_back(thread, label);
    }
    // An atomic section goes on before anything else.
    if (const auto inside = std::ranges::find_if(able, [](const auto& one) { return one.second->joined; });
        inside != able.end())
      able = {*inside};
    return true;
  }

  // A thread in a waiting loop is worth scheduling when its round ends the waiting, or when that is not known yet.
  bool roundWouldEnd(ThreadId thread, const Label& label) {
    const Label* then = m_visit.afterNewest(thread, label);
    return !then || then->kind != LabelKind::AwaitFailed;
  }

  StepChoice choose(ThreadId thread, const Label& label) {
    StepChoice choice;
    ExpressionPool& pool = m_visit.pool();
    if (isMemory(label.kind))
      choice.source = choice.coAfter = m_graph.lastWrite(label.location);
    if (label.kind == LabelKind::Cas)
      choice.taken = randomSide(m_visit.storesFrom(choice.source, label));
    else if (label.kind == LabelKind::Constraint || label.kind == LabelKind::Assume)
      choice.taken = label.kind == LabelKind::Assume && m_visit.alone(thread)
                         ? m_visit.feasible(label.value.expr) == Sat::Yes
                         : randomSide(label.value.expr);
    else if (label.kind == LabelKind::Object)
      choice.outcome = static_cast<std::uint32_t>(pick(
          applyOperation(m_graph.objectState(label.object), ThreadId(0), label.operation, label.argument).outcomes));
    else if (label.kind == LabelKind::Enumerate)
      choice.number = randomNumber(pool, label.value.expr);
    return choice;
  }

  bool randomSide(ExprId condition) {
    ExpressionPool& pool = m_visit.pool();
    if (pool.isConstant(condition))
      return pool.constantBits(condition) != 0;
    const bool wish = pick(2) == 0;
    return m_visit.feasible(m_visit.side(condition, wish)) == Sat::Yes ? wish : !wish;
  }

  std::uint64_t randomNumber(ExpressionPool& pool, ExprId expr) {
    std::vector<ExprId> conditions;
    m_visit.pathCondition(conditions);
    const unsigned width = pool.width(expr);
    const std::uint64_t top = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    const std::uint64_t start = std::uniform_int_distribution<std::uint64_t>(0, top)(m_random);
    for (const std::uint64_t atLeast : {start, std::uint64_t{0}})
      if (const SmallestValue found = smallestValue(m_visit.solver(), pool, conditions, expr, atLeast);
          found.sat == Sat::Yes && found.value)
        return *found.value;
    m_visit.noteUnknown();
    return 0;
  }

  Visit m_visit;
  ExecutionGraph& m_graph;
  ExplorationSession m_session;
  std::mt19937_64 m_random;
};

} // namespace

std::unique_ptr<Explorer> makeRandomSampler(Program& program, MemoryModel& model, Solver& solver,
                                            ExploreOptions options) {
  return std::make_unique<RandomSampler>(program, model, solver, std::move(options));
}

} // namespace revisit
