#include "log/state_log.h"

#include <algorithm>
#include <map>

namespace revisit {

std::uint64_t StateLog::stepCount() const {
  const std::lock_guard lock(m_mutex);
  return m_steps.size();
}

std::uint32_t StateLog::stateCount() const {
  const std::lock_guard lock(m_mutex);
  return static_cast<std::uint32_t>(m_states.size());
}

std::uint64_t StateLog::stepsLeftOut() const {
  const std::lock_guard lock(m_mutex);
  return m_stepsLeftOut;
}

std::vector<std::string> StateLog::threadNames() const {
  const std::lock_guard lock(m_mutex);
  return m_threadNames;
}

std::vector<StateStep> StateLog::steps(std::uint64_t first, std::uint64_t count) const {
  const std::lock_guard lock(m_mutex);
  std::vector<StateStep> found;
  for (std::uint64_t number = std::max<std::uint64_t>(first, 1); number <= m_steps.size() && found.size() < count;
       number++)
    found.push_back(stepAt(number));
  return found;
}

std::vector<LoggedState> StateLog::states(std::uint32_t first, std::uint32_t count) const {
  const std::lock_guard lock(m_mutex);
  std::vector<LoggedState> found;
  for (std::uint32_t number = first; number < m_states.size() && found.size() < count; number++)
    found.push_back(stateAt(number));
  return found;
}

std::vector<StateStepKind> StateLog::kinds(std::uint64_t first, std::uint64_t count) const {
  const std::lock_guard lock(m_mutex);
  std::vector<StateStepKind> found;
  for (std::uint64_t number = std::max<std::uint64_t>(first, 1); number <= m_steps.size() && found.size() < count;
       number++)
    found.push_back(m_steps[number - 1].kind);
  return found;
}

StateStep StateLog::stepAt(std::uint64_t number) const {
  const std::size_t at = number - 1;
  const StoredStep& stored = m_steps[at];
  StateStep step;
  step.number = number;
  step.kind = stored.kind;
  step.rule = stored.rule;
  step.state = stored.state;
  step.from = stored.from;
  step.depth = stored.depth;
  if (stored.thread != noThread)
    step.thread = stored.thread;
  step.isOpen = stored.isOpen;
  step.isAgain = stored.isAgain;
  step.execution = stored.execution;
  step.closed = stored.closed;
  step.sets = {stored.able, stored.safe, stored.backtrack, stored.done, stored.idle, stored.asleep, {}};
  for (std::uint32_t i = beginOf(m_steps, at, &StoredStep::currentEnd); i < stored.currentEnd; i++)
    step.sets.current.emplace_back(m_current[i].first, m_current[i].second);
  for (std::uint32_t i = beginOf(m_steps, at, &StoredStep::actionsEnd); i < stored.actionsEnd; i++)
    step.actions.push_back({m_actions[i].thread, m_shown[m_actions[i].shown]});
  for (std::uint32_t i = beginOf(m_steps, at, &StoredStep::growthsEnd); i < stored.growthsEnd; i++)
    step.growths.push_back(
        {m_growths[i].state, m_growths[i].explored, m_growths[i].thread, m_words[m_growths[i].action]});
  return step;
}

namespace {

// Whether the step tells the sets of the state that it leads from, instead of the state that it is about.
bool tellsOfSource(StateStepKind kind) {
  return kind == StateStepKind::Met || kind == StateStepKind::Vain;
}

bool tellsSets(StateStepKind kind) {
  return kind != StateStepKind::Livelock && kind != StateStepKind::Shown;
}

} // namespace

LoggedState StateLog::stateAt(std::uint32_t number) const {
  const StoredState& stored = m_states[number];
  LoggedState state;
  state.number = number;
  state.parent = stored.parent;
  state.depth = stored.depth;
  state.step = stored.step;
  state.able = stored.able;
  state.going = stored.going;
  state.outcome = stored.outcome;
  for (std::uint32_t i = beginOf(m_states, number, &StoredState::nextEnd); i < stored.nextEnd; i++)
    state.next.push_back({m_next[i].thread, m_shown[m_next[i].shown]});
  std::uint32_t newest = 0;
  for (const std::uint32_t step : stored.steps) {
    const StoredStep& each = m_steps[step - 1];
    const bool leads = isEdge(each.kind) && each.from == number;
    if (leads)
      state.edges.push_back(step);
    if (each.kind == StateStepKind::Shown)
      state.executions.push_back(each.execution);
    if (tellsSets(each.kind) && leads == tellsOfSource(each.kind))
      newest = step;
  }
  if (newest != 0)
    state.sets = stepAt(newest).sets;
  if (stored.summary != noLogEntry)
    state.summary = m_words[stored.summary];
  return state;
}

std::vector<std::uint32_t> StateLog::pathTo(std::uint32_t state) const {
  const std::lock_guard lock(m_mutex);
  std::vector<std::uint32_t> path;
  for (std::uint32_t at = state; at < m_states.size(); at = m_states[at].parent)
    path.push_back(at);
  std::ranges::reverse(path);
  return path;
}

std::uint64_t StateLog::stepOf(std::uint32_t state, std::uint64_t last) const {
  const std::lock_guard lock(m_mutex);
  if (state >= m_states.size())
    return 0;
  std::uint64_t newest = 0;
  for (const std::uint32_t step : m_states[state].steps) {
    if (step > last)
      break;
    const StoredStep& each = m_steps[step - 1];
    if (tellsSets(each.kind) && (isEdge(each.kind) && each.from == state) == tellsOfSource(each.kind))
      newest = step;
  }
  return newest;
}

std::uint64_t StateLog::stepOfExecution(std::uint64_t execution) const {
  const std::lock_guard lock(m_mutex);
  const auto found =
      std::ranges::lower_bound(m_executions, execution, {}, &std::pair<std::uint64_t, std::uint64_t>::first);
  return found != m_executions.end() && found->first == execution ? found->second : 0;
}

std::vector<SharedValue> StateLog::valuesIn(std::uint32_t state) const {
  const std::lock_guard lock(m_mutex);
  std::map<std::pair<bool, std::uint32_t>, std::uint32_t> values; // locations before objects
  for (std::uint32_t at = state; at < m_states.size(); at = m_states[at].parent)
    for (std::uint32_t i = beginOf(m_states, at, &StoredState::changesEnd); i < m_states[at].changesEnd; i++)
      values.try_emplace({m_changes[i].slot % 2 == 1, m_changes[i].slot}, m_changes[i].value);
  std::vector<SharedValue> all;
  for (const auto& [slot, value] : values)
    all.push_back({m_slots[slot.second], m_values[value]});
  return all;
}

} // namespace revisit
