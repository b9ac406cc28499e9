#include "weak_oracle.h"

#include "brute_endings.h"
#include "weak_state.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>

#include <fmt/format.h>

namespace revisit::test {

namespace {

using Op = Instruction::Op;

// Whether a store becomes visible to all other threads at once.
bool isMultiCopyAtomic(WeakModel model) {
  return model == WeakModel::Sc || model == WeakModel::Tso || model == WeakModel::Pso;
}

class WeakEnumerator {
public:
  WeakEnumerator(const Script& script, WeakModel model, std::size_t limit, const WeakOracleOptions& options,
                 const std::set<std::uint32_t>& ordered, WeakOracleResult& result)
      : m_script(script), m_model(model), m_limit(limit), m_checksEarly(!options.checkOnlyAtEnd),
        m_silentStores(options.silentStores || !isMultiCopyAtomic(model)), m_steps(script, false, ordered),
        m_result(result) {}

  // Barriers whose arrivals turned out to need an order in the texts.
  const std::set<std::uint32_t>& crowded() const { return m_crowded; }

  void runAll() {
    for (std::size_t t = 0; t < m_script.threads.size(); t++) {
      int index = 0;
      for (const Instruction& now : m_script.threads[t])
        if (now.op == Op::Input)
          m_inputs.push_back({static_cast<int>(t), index++, now.bits});
    }
    chooseInputs(0);
  }

private:
  struct Input {
    int thread, index;
    unsigned bits;
  };

  void chooseInputs(std::size_t at);
  void explore(const WeakState& state);
  bool isNew(const WeakState& state);
  bool canStep(const WeakState& state, std::size_t t) const;
  // Whether some execution with one more event of the thread was consistent, or shows nothing.
  bool extend(const WeakState& state, std::size_t t);
  bool check(const WeakState& state);
  void finish(WeakState state);

  const Script& m_script;
  WeakModel m_model;
  std::size_t m_limit;
  bool m_checksEarly, m_silentStores;
  BruteSteps m_steps;
  WeakOracleResult& m_result;
  std::set<std::uint32_t> m_crowded;
  std::vector<Input> m_inputs;
  std::unordered_set<std::string> m_seen;
};

void WeakEnumerator::chooseInputs(std::size_t at) {
  if (at < m_inputs.size()) {
    for (std::uint64_t v = 0; v < (1u << m_inputs[at].bits); v++) {
      m_steps.setInput(m_inputs[at].thread, m_inputs[at].index, v);
      chooseInputs(at + 1);
    }
    return;
  }
  m_seen.clear();
  WeakState state(m_script, m_silentStores);
  if (state.begin(m_steps))
    explore(state);
}

void WeakEnumerator::explore(const WeakState& state) {
  if (!isNew(state))
    return;
  bool moved = false;
  for (std::size_t t = 0; t < m_script.threads.size(); t++) {
    if (!canStep(state, t))
      continue;
    moved = true;
    if (!extend(state, t) && !m_result.exceeded)
      throw std::logic_error(fmt::format("no consistent step of thread {}: {}", t, state.world().text()));
  }
  if (!moved)
    finish(state);
}

bool WeakEnumerator::isNew(const WeakState& state) {
  if (m_result.exceeded || !m_seen.insert(state.key()).second)
    return false;
  m_result.exceeded = ++m_result.states > m_limit;
  return !m_result.exceeded;
}

// A thread that waits for memory can step: it may read something that does not end its waiting loop.
bool WeakEnumerator::canStep(const WeakState& state, std::size_t t) const {
  return isGoing(state.world().threads[t]) && !state.waitsInVain(t) && state.choices(m_steps, t) > 0;
}

bool WeakEnumerator::extend(const WeakState& state, std::size_t t) {
  bool some = false;
  for (int choice = 0; choice < state.choices(m_steps, t); choice++) {
    WeakState next = state;
    const WeakState::Step step = next.step(m_steps, t, choice);
    some |= step == WeakState::Step::Dropped;
    if (step != WeakState::Step::Taken || (m_checksEarly && !check(next)))
      continue;
    some = true;
    explore(next);
  }
  return some;
}

bool WeakEnumerator::check(const WeakState& state) {
  const WeakGraph graph(state.history());
  if (!isConsistent(graph, m_model))
    return false;
  m_result.races |= hasRace(graph, m_model);
  m_result.lifetimeRaces |= hasLifetimeRace(graph, m_model);
  return true;
}

void WeakEnumerator::finish(WeakState state) {
  if (state.someRoundIsStale() || !check(state))
    return;
  state.showNewest();
  const World& world = state.world();
  m_crowded.merge(world.objects.crowded());
  const std::string text = world.text();
  m_result.executions[text] = endingOf(world, m_steps);
  m_result.outcomes[text] = outcomeOf(world, m_steps);
  m_result.endStates.insert(endStateOf(world, m_steps, m_script));
}

} // namespace

WeakOracleResult weakOracle(const Script& script, WeakModel model, std::size_t limit,
                            const WeakOracleOptions& options) {
  if (const std::optional<std::string> what = weakOracleRefuses(script, model))
    throw std::invalid_argument("the weak oracle does not judge: " + *what);
  std::set<std::uint32_t> ordered;
  while (true) {
    WeakOracleResult result;
    WeakEnumerator enumerator(script, model, limit, options, ordered, result);
    enumerator.runAll();
    if (result.exceeded || std::ranges::includes(ordered, enumerator.crowded()))
      return result;
    ordered = enumerator.crowded();
  }
}

std::optional<std::string> weakOracleRefuses(const Script& script, WeakModel model) {
  bool hasInput = false, updatesInRound = false;
  for (const std::vector<Instruction>& thread : script.threads) {
    bool inRound = false;
    for (const Instruction& now : thread) {
      inRound = now.op == Op::Round || (inRound && now.op != Op::Again);
      if (now.op == Op::AtomicBegin)
        return "atomic sections";
      hasInput |= now.op == Op::Input;
      updatesInRound |= inRound && now.op == Op::Rmw;
      if (isAccess(now) && (now.size > 1 || (now.size == 0 && script.locationSizes[now.location] > 1)))
        return "accesses of more than a byte";
    }
  }
  if (model != WeakModel::Sc && hasInput && updatesInRound)
    return "updates in waiting loops together with inputs";
  return std::nullopt;
}

} // namespace revisit::test
