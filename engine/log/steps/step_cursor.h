// A position among the steps of an exploration's log, and the moves from it. The log may grow at the same time. No move
// reads the log from its beginning: each step's kind is read once, after the log has grown. The steps of a search over
// states are those of its StateLog. Thread rule: belongs to one thread; another thread may write the log.
#pragma once

#include "log/exploration_log.h"

#include <array>
#include <optional>
#include <vector>

namespace revisit {

enum class StateStepKind : std::uint8_t;

enum class StepMove : std::uint8_t {
  First,
  PreviousExecution, // to the step that finished or showed it
  PreviousRevisit,   // or displacement: allowed, done or refused; of states: what is to be explored was judged
  PreviousAction,
  NextAction,
  NextRevisit,
  NextExecution,
  Last
};

inline constexpr std::array allStepMoves = {
    StepMove::First,      StepMove::PreviousExecution, StepMove::PreviousRevisit, StepMove::PreviousAction,
    StepMove::NextAction, StepMove::NextRevisit,       StepMove::NextExecution,   StepMove::Last};

using LogPointer = std::shared_ptr<const ExplorationLog>;
using StatesPointer = std::shared_ptr<const StateLog>;

// Whether the step says what is to be explored from a state.
bool isJudgement(StateStepKind kind);

class StepCursor {
public:
  // Sets the position. Null, or step 0: no position. O(1) in the same log.
  void stand(LogPointer log, std::uint64_t step);

  const LogPointer& log() const { return m_log; }
  // Of a search over states; null for other explorations. Then the steps are its steps.
  const StatesPointer& states() const { return m_states; }
  std::uint64_t step() const { return m_step; } // 0: nowhere
  bool isSomewhere() const { return m_log && m_step != 0; }
  // Of the present log; 0 without a log.
  std::uint64_t stepCount() const;

  // The step to which the move leads; nothing when there is none (yet). O(log n), and O(new steps) for the first call
  // after the log has grown.
  std::optional<std::uint64_t> target(StepMove move);
  // The execution to which the step leads; 0 when that is not finished, or was left out.
  std::uint64_t execution() const;

private:
  // The first execution that was finished at the step or later; the number of executions plus one when there is none.
  std::uint64_t executionFrom(std::uint64_t step) const;
  std::optional<std::uint64_t> finishOf(std::uint64_t execution) const;
  std::uint64_t stepOf(std::uint64_t execution) const;
  void readOn();
  template <class Kinds, class Wanted> void readOn(Kinds&& kinds, Wanted&& isWanted);

  LogPointer m_log;
  StatesPointer m_states;
  std::uint64_t m_step = 0;
  std::uint64_t m_read = 0;              // the number of steps in the index
  std::vector<std::uint64_t> m_revisits; // ascending
};

} // namespace revisit
