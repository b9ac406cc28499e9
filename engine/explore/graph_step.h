// The next step of a thread of a graph, as its ways depend on the graph. Thread rule: as ExplorationState.
#pragma once

#include "explore/exploration_state.h"
#include "explore/steps/ways.h"

namespace revisit {

class GraphStep final : public StepContext {
public:
  // Who waits for a read-write lock. An attempt to lock it for reading may fail because of a waiting writer: either
  // that is judged when the execution is whole (readWithoutWriter), or by where the threads stand now.
  enum class Writers : std::uint8_t { JudgedLater, Stand };

  // `source`: what the step reads from, if it reads. The label has to outlive this object.
  GraphStep(ExplorationState& state, ThreadId thread, const Label& label, EventId source = {},
            Writers writers = Writers::JudgedLater)
      : m_state(state), m_thread(thread), m_label(label), m_source(source), m_writers(writers) {}

  const ExpressionPool& pool() const override { return m_state.program().pool(); }
  Sat canBe(ExprId condition, bool side) override { return m_state.planner().canBe(condition, side); }
  SmallestValue smallest(ExprId expression, std::uint64_t least) override {
    return m_state.planner().smallest(expression, least);
  }
  // Also runs the program, as ExplorationState::canStore and outcomes.
  Sat canStore(bool stores) override { return m_state.canStore(m_thread, m_label, m_source, stores); }
  unsigned outcomes() override;
  // Inside an atomic section nothing is shown either: the section then never happened, and the other threads' steps
  // also occur before the section, where the condition holds.
  bool dropsFalseAssumption() override { return m_label.continuesSection || m_state.alone(m_thread); }

private:
  ExplorationState& m_state;
  ThreadId m_thread;
  const Label& m_label;
  EventId m_source;
  Writers m_writers;
  std::optional<unsigned> m_outcomes; // once they are known
};

} // namespace revisit
