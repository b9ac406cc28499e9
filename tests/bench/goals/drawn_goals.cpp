#include "drawn_goals.h"

#include "base/names.h"
#include "explore/exploration_state.h"
#include "explore/sequential_order.h"
#include "program/objects/object_operations.h"
#include "program/positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace revisit::bench {

namespace {

std::string placeOf(const ProgramNames& names, PositionId position) {
  if (position.valid())
    for (const SourcePosition& place : names.callChain(position))
      if (place.line != 0 && !isSystemFile(place.file))
        return fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
  return {};
}

std::string quoted(const std::string& name) {
  return name.find_first_of(" ()'") == std::string::npos ? name : "'" + name + "'";
}

struct Operation {
  std::string thread, text;
  EventId event;
};

void note(std::map<std::string, std::vector<std::uint32_t>>& shown, const std::string& goal, std::uint32_t execution) {
  std::vector<std::uint32_t>& all = shown[goal];
  if (all.empty() || all.back() != execution)
    all.push_back(execution);
}

std::string readGoal(const std::string& reader, const std::string& name, const std::string& source) {
  return fmt::format("{} reads {} from {}", reader, name, source);
}

} // namespace

void GoalSurvey::began(const std::shared_ptr<const ExplorationLog>&) {
  *this = GoalSurvey();
}

void GoalSurvey::finished(const ObservedExecution& observed) {
  m_executions++;
  const ExecutionGraph& graph = observed.execution().graph;
  ExplorationState& state = observed.execution().state;
  const ProgramNames& names = state.program().names();
  std::map<std::string, std::vector<Operation>> operations; // by object
  for (const EventId id : graph.events()) {
    const Event& event = graph.event(id);
    const std::string place = placeOf(names, event.label->position);
    if (place.empty())
      continue;
    const std::string thread = fmt::format("T{}", event.thread.value());
    m_threads.insert(thread);
    m_lines.insert(place);
    note(m_shown[Line], place, m_executions);
    note(m_shown[Line], fmt::format("{} at {}", thread, place), m_executions);
    if (isMemory(event.label->kind)) {
      const std::string name = quoted(names.accessName(*event.label)), reader = fmt::format("{} in {}", place, thread);
      if (event.writes)
        m_sources[name].insert(place);
      if (!event.reads || !event.rf.valid())
        continue;
      const Event& source = graph.event(event.rf);
      const std::string from = source.thread.valid() ? placeOf(names, source.label->position) : "start";
      m_readers[name].insert(reader);
      if (!from.empty())
        note(m_shown[ReadsFrom], readGoal(reader, name, from), m_executions);
    } else if (event.label->kind == LabelKind::Object && event.label->object.valid()) {
      const std::string name = quoted(names.objectName(event.label->object));
      operations[name].push_back(
          {thread, fmt::format("{} {} in {} at {}", rowOf(event.label->operation).words, name, thread, place), id});
    }
  }
  const SequentialOrder order(graph, state.model());
  for (const auto& [name, all] : operations)
    for (const Operation& one : all)
      for (const Operation& other : all)
        if (one.thread != other.thread && order.atOrBefore(one.event, other.event))
          note(m_orders[name], one.text + " before " + other.text, m_executions);
}

// One goal of each kind in turn.
std::vector<DrawnGoal> GoalSurvey::draw(std::mt19937_64& random, std::size_t count, Pools pools) {
  std::vector<DrawnGoal> drawn;
  for (std::size_t kind = 0; drawn.size() < count; kind = (kind + 1) % kinds) {
    if (std::ranges::all_of(pools, [](const std::vector<DrawnGoal>& pool) { return pool.empty(); }))
      break;
    std::vector<DrawnGoal>& pool = pools[kind];
    if (pool.empty())
      continue;
    const auto chosen = pool.begin() + static_cast<std::ptrdiff_t>(random() % pool.size());
    drawn.push_back(std::move(*chosen));
    pool.erase(chosen);
  }
  return drawn;
}

// Orders of operations on one object, and several of them at once: the operations of an object have one order in an
// execution, so an execution shows all of these if it shows each of them.
void GoalSurvey::addOrders(std::mt19937_64& random, double share, std::vector<DrawnGoal>& pool) const {
  constexpr std::size_t tries = 200, most = 4;
  if (m_orders.empty())
    return;
  for (std::size_t i = 0; i < tries; i++) {
    const Shown& pairs = std::next(m_orders.begin(), static_cast<std::ptrdiff_t>(random() % m_orders.size()))->second;
    std::string text;
    Executions shows;
    for (std::size_t joined = 0; joined < most; joined++) {
      const auto& [pair, executions] = *std::next(pairs.begin(), static_cast<std::ptrdiff_t>(random() % pairs.size()));
      Executions both;
      std::ranges::set_intersection(shows, executions, std::back_inserter(both));
      if (joined > 0 && both.empty())
        continue;
      text += (joined == 0 ? "" : " and ") + pair;
      shows = joined == 0 ? executions : both;
      if (static_cast<double>(shows.size()) <= share * m_executions)
        break;
    }
    if (static_cast<double>(shows.size()) <= share * m_executions &&
        std::ranges::find(pool, text, &DrawnGoal::text) == pool.end())
      pool.push_back({text, shows.size()});
  }
}

std::vector<DrawnGoal> GoalSurvey::rare(std::mt19937_64& random, std::size_t count, double share) const {
  Pools pools;
  for (const Kind kind : {Line, ReadsFrom})
    for (const auto& [text, executions] : m_shown[kind])
      if (static_cast<double>(executions.size()) <= share * m_executions)
        pools[kind].push_back({text, executions.size()});
  addOrders(random, share, pools[Order]);
  return draw(random, count, std::move(pools));
}

std::vector<DrawnGoal> GoalSurvey::unreachable(std::mt19937_64& random, std::size_t count) const {
  Pools pools;
  const auto add = [&](Kind kind, const Shown& shown, const std::string& text) {
    if (!shown.contains(text))
      pools[kind].push_back({text, 0});
  };
  for (const std::string& thread : m_threads)
    for (const std::string& line : m_lines)
      add(Line, m_shown[Line], fmt::format("{} at {}", thread, line));
  for (const auto& [name, readers] : m_readers)
    if (const auto sources = m_sources.find(name); sources != m_sources.end())
      for (const std::string& reader : readers)
        for (const std::string& source : sources->second)
          add(ReadsFrom, m_shown[ReadsFrom], readGoal(reader, name, source));
  for (const auto& [name, pairs] : m_orders)
    for (const auto& [pair, executions] : pairs) {
      const std::size_t middle = pair.find(" before ");
      add(Order, pairs, pair.substr(middle + 8) + " before " + pair.substr(0, middle));
    }
  return draw(random, count, std::move(pools));
}

} // namespace revisit::bench
