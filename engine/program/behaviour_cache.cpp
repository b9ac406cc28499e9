#include "program/behaviour_cache.h"

#include "program/cut.h"
#include "program/positions.h"
#include "program/step_words.h"

#include <algorithm>

#include <fmt/format.h>

#include <map>

namespace revisit {

namespace {

// Of everything that sameStep compares.
std::uint64_t hashOf(const Label& label) {
  std::uint64_t hash = 0x9E3779B97F4A7C15ull;
  const auto add = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0xC2B2AE3D27D4EB4Full;
    hash ^= hash >> 29;
  };
  const auto number = [](auto id) { return std::uint64_t{id.valid() ? id.value() + 1u : 0u}; };
  add(static_cast<std::uint64_t>(label.kind) | static_cast<std::uint64_t>(label.rmw) << 8 |
      static_cast<std::uint64_t>(label.order) << 16 | static_cast<std::uint64_t>(label.failureOrder) << 24 |
      static_cast<std::uint64_t>(label.operation) << 32 | static_cast<std::uint64_t>(label.error) << 40 |
      static_cast<std::uint64_t>(label.lifetime) << 48 | std::uint64_t{label.awaits} << 56 |
      std::uint64_t{label.awaitStart} << 57 | std::uint64_t{label.continuesSection} << 58 |
      std::uint64_t{label.inUnboundedLoop} << 59);
  add(label.lockBatch | std::uint64_t{label.offset} << 16 | std::uint64_t{label.size} << 32);
  add(number(label.location) | number(label.object) << 32);
  add(number(label.child));
  add(label.value.bits);
  add(number(label.value.expr) | number(label.expected.expr) << 32);
  add(label.expected.bits);
  add(label.argument);
  return hash;
}

// Whether a bound of the whole run ended the thread. Where that happens depends on the other threads and on the
// machine.
bool isCutByRun(const Label& label) {
  return label.kind == LabelKind::Cut && !isOfThread(static_cast<CutBy>(label.argument));
}

} // namespace

std::size_t BehaviourCache::EdgeHash::operator()(const Edge& edge) const {
  std::uint64_t hash = edge.from.value() * 0x9E3779B97F4A7C15ull;
  hash = (hash ^ edge.seen.value.bits) * 0xC2B2AE3D27D4EB4Full;
  hash ^= (static_cast<std::uint64_t>(edge.seen.value.expr.value()) << 1) ^ (edge.seen.taken ? 1u : 0u);
  hash += static_cast<std::uint64_t>(edge.seen.memory) << 40;
  return hash ^ (hash >> 29);
}

BehaviourCache::BehaviourCache(Oracle& oracle, ExpressionPool& pool, CacheOptions options)
    : m_oracle(oracle), m_pool(pool), m_options(options) {
  if (options.otherInputs)
    m_secondModel.emplace(oracle, *options.otherInputs);
  if (options.general)
    m_general.reset(new BehaviourCache(*this, oracle, pool, options));
}

BehaviourCache::BehaviourCache(BehaviourCache& values, Oracle& oracle, ExpressionPool& pool, CacheOptions options)
    : m_oracle(oracle), m_pool(pool), m_options(options), m_values(&values) {}

StateId BehaviourCache::newNode() {
  if (m_nodeCount % chunkSize == 0)
    m_nodes.push_back(std::make_unique<Node[]>(chunkSize));
  return StateId(m_nodeCount++);
}

void BehaviourCache::dropVoid() {
  if (!m_void)
    return;
  if (m_general) {
    m_general->m_void = true;
    m_general->dropVoid();
  }
  m_nodes.clear();
  m_nodeCount = 0;
  m_roots.clear();
  m_edges.clear();
  m_states.clear();
  m_standsFor.clear();
  m_merged.clear();
  if (m_secondModel)
    m_secondModel->reset();
  m_cycles.clear();
  m_loopSteps.clear();
  m_blockFacts.clear();
  m_void = false;
  m_generation++;
}

StateId BehaviourCache::initialState() {
  dropVoid();
  return root(mainThread());
}

StateId BehaviourCache::root(ThreadId thread) {
  if (thread.value() >= m_roots.size())
    m_roots.resize(thread.value() + 1);
  if (!m_roots[thread.value()].valid())
    m_roots[thread.value()] = newNode();
  return m_roots[thread.value()];
}

StateId BehaviourCache::startState(const Label& create) {
  const StateId called = advance(root(create.child), {.value = Value::concrete(create.argument)});
  return advance(called, {.value = create.value});
}

StateId BehaviourCache::canonical(StateId state) const {
  while (nodeAt(state).same.valid())
    state = nodeAt(state).same;
  return state;
}

const Label* BehaviourCache::next(StateId state) {
  const Node& node = nodeAt(canonical(state));
  return node.known ? &node.label : nullptr;
}

StateId BehaviourCache::advance(StateId state, const Observation& happened) {
  constexpr std::size_t few = 8; // edges that are searched one by one
  const StateId from = canonical(state);
  const Observation seen = observedBy(nodeAt(from).label, happened);
  std::vector<std::pair<Observation, StateId>>& edges = nodeAt(from).edges;
  for (const auto& [observation, to] : edges)
    if (observation == seen)
      return to;
  if (edges.size() < few) {
    edges.emplace_back(seen, newNode());
    return edges.back().second;
  }
  const auto [it, isNew] = m_edges.try_emplace(Edge{from, seen});
  if (isNew)
    it->second = newNode();
  return it->second;
}

void BehaviourCache::noteReached(StateId at, const RecordedStep& step, StateClassId previous) {
  Node& node = nodeAt(at);
  if (!step.loops.empty())
    node.loops = m_loopSteps.of(step.loops);
  if (!step.blocks.empty())
    node.blocks = m_blockFacts.of(step.blocks);
  if (!step.before.valid() || values().m_unmerged.contains(step.thread))
    return;
  const auto [known, isNew] = m_states.try_emplace({step.thread, step.before, hashOf(step.label)});
  if (isNew) {
    known->second = StateClassId(static_cast<std::uint32_t>(m_standsFor.size()));
    m_standsFor.emplace_back();
  }
  node.stateClass = known->second;
  if (previous.valid())
    m_cycles.add(previous, node.stateClass);
}

StateId BehaviourCache::merged(StateId at, const RecordedStep& step, StateClassId previous) {
  Node& node = nodeAt(at);
  if (node.same.valid())
    return canonical(at);
  // A node that was known and forgotten keeps its edges and its class.
  const bool isFirst = !node.known && node.edges.empty() && !node.stateClass.valid();
  if (isFirst)
    noteReached(at, step, previous);
  if (!node.stateClass.valid())
    return at;
  StateId& all = m_standsFor[node.stateClass.value()];
  if (!all.valid())
    all = at;
  if (!m_options.merge || !isFirst || all == at || !sameStep(nodeAt(all).label, step.label))
    return at;
  node.same = all;
  m_merges++;
  m_merged.insert(step.thread);
  return all;
}

StateClassId BehaviourCache::classOf(StateId state) const {
  return nodeAt(canonical(state)).stateClass;
}

bool BehaviourCache::isOnCycle(StateId state) const {
  const StateClassId found = classOf(state);
  return found.valid() && m_cycles.isOnCycle(found);
}

std::span<const LoopStep> BehaviourCache::loopSteps(LoopStepsId id) const {
  return id.valid() ? std::span<const LoopStep>(m_loopSteps[id]) : std::span<const LoopStep>();
}

const BlockFacts& BehaviourCache::blockFacts(StateId state) const {
  static const BlockFacts none;
  const BlockFactsId facts = nodeAt(canonical(state)).blocks;
  return facts.valid() ? m_blockFacts[facts] : none;
}

void addIncident(std::vector<Incident>& incidents, const Incident& incident) {
  const auto known = std::ranges::find(incidents, incident);
  if (known == incidents.end())
    incidents.push_back(incident);
  else
    known->runs += incident.runs;
}

void BehaviourCache::forget() {
  // Graphs refer to labels by address, so nodes stay where they are; only their content is dropped.
  for (std::uint32_t i = 0; i < m_nodeCount; i++)
    nodeAt(StateId(i)).known = false;
  std::ranges::fill(m_standsFor, StateId());
}

bool BehaviourCache::dropIf(bool isVoid) {
  m_void |= isVoid;
  return isVoid;
}

std::vector<Incident> BehaviourCache::incidents() const {
  std::vector<Incident> all = m_incidents;
  for (const ThreadId thread : m_unmerged) {
    Incident& unmerged = all.emplace_back();
    unmerged.kind = Incident::Kind::Unmerged;
    unmerged.warningOnly = true;
    unmerged.detail = fmt::format("the exploration began again without merging the states of {}, because two histories "
                                  "that had counted as one state went on differently; this costs more runs",
                                  threadText(names(), thread));
  }
  return all;
}

bool BehaviourCache::distrustStates(ThreadId thread) {
  if (m_values)
    return m_values->distrustStates(thread);
  if (m_merged.contains(thread)) {
    m_unmerged.insert(thread);
  } else if (!m_oracle.distrustRuns()) {
    if (m_merged.empty())
      return false;
    m_unmerged.insert(m_merged.begin(), m_merged.end()); // what it has read may come from one with wrong states
  }
  return dropIf(true);
}

Result<std::optional<Recording>> BehaviourCache::runOnce(const Plan& plan) {
  m_runs++;
  Result<Recording> recording = m_oracle.run(plan);
  if (recording) {
    std::vector<Incident>& incidents = values().m_incidents;
    for (const Incident& incident : recording->incidents)
      addIncident(incidents, incident);
    if (values().dropIf(recording->locationsChanged))
      return std::optional<Recording>();
    return std::optional(std::move(*recording));
  }
  // The plan follows from what states have told. The thread that left it may only have seen what another one did wrong.
  const std::optional<Divergence> divergence = m_oracle.divergence();
  if (!divergence)
    return recording.error();
  const std::optional<Contradiction> found = values().ingest(divergence->recording, false, plan);
  if (!distrustStates(found ? found->thread : divergence->thread))
    return recording.error();
  return std::optional<Recording>();
}

bool BehaviourCache::generalise(const Plan& plan) {
  if (!withSymbolicReads())
    return true;
  if (!m_options.keep)
    m_general->forget();
  m_isGeneralWrong = m_general->ingest(m_oracle.withReadSymbols(), false, plan).has_value();
  return !dropIf(m_isGeneralWrong);
}

Result<Learnt> BehaviourCache::learn(const Plan& plan) {
  const Result<std::optional<Recording>> recording = runOnce(plan);
  if (!recording)
    return recording.error();
  if (!recording.value())
    return Learnt::Restart;
  if (m_values)
    return m_values->generalise(plan) ? Learnt::More : Learnt::Restart;
  if (!m_options.keep)
    forget();
  if (const std::optional<Contradiction> found = ingest(*recording.value(), false, plan))
    return distrustStates(found->thread) ? Result<Learnt>(Learnt::Restart) : Result<Learnt>(found->error);
  return generalise(plan) && testInputs(plan, *recording.value()) ? Learnt::More : Learnt::Restart;
}

bool BehaviourCache::testInputs(const Plan& plan, const Recording& recording) {
  if (!m_secondModel)
    return true;
  if (const auto lost = m_secondModel->test(plan, recording, m_runs)) {
    Incident incident;
    incident.kind = Incident::Kind::LostInput;
    incident.detail =
        fmt::format("a value of {} before {} depends on an input in a way that was lost: with other inputs "
                    "along the same path it is another one",
                    threadText(names(), lost->thread), stepText(*this, lost->before));
    if (const std::vector<SourcePosition> calls =
            lost->before.position.valid() ? names().callChain(lost->before.position) : std::vector<SourcePosition>();
        const SourcePosition* const place = shownPosition(calls)) {
      incident.file = place->file;
      incident.line = place->line;
    }
    addIncident(m_incidents, incident);
  }
  return !dropIf(m_secondModel->needsRestart());
}

Result<std::optional<Recording>> BehaviourCache::runAgain(const Plan& plan) {
  Result<std::optional<Recording>> recording = runOnce(plan);
  if (!recording || !*recording)
    return recording;
  if (const std::optional<Contradiction> found = ingest(**recording, true, plan)) {
    if (!distrustStates(found->thread))
      return found->error;
    return std::optional<Recording>();
  }
  return recording;
}

Result<Learnt> BehaviourCache::confirm(const Plan& plan) {
  const Result<std::optional<Recording>> recording = runAgain(plan);
  if (!recording)
    return recording.error();
  return recording.value() ? Learnt::More : Learnt::Restart;
}

Result<Program::Leaks> BehaviourCache::leaks(const Plan& plan) {
  Plan looking = plan;
  looking.findLeaks = true;
  Result<std::optional<Recording>> recording = runAgain(looking);
  if (!recording)
    return recording.error();
  return *recording ? Leaks(std::move((*recording)->leaks)) : Leaks();
}

std::string BehaviourCache::placeOf(const Label& label) const {
  const std::vector<SourcePosition> calls =
      label.position.valid() ? names().callChain(label.position) : std::vector<SourcePosition>();
  const SourcePosition* const place = shownPosition(calls);
  return place && !place->file.empty() ? fmt::format("{}:{}", place->file, place->line) : std::string();
}

BehaviourCache::Contradiction BehaviourCache::unrepeated(ThreadId thread, const Label& known, const Label& found) {
  const auto text = [&](const Label& label) {
    const std::string place = placeOf(label);
    return stepText(*this, label) + (place.empty() ? "" : fmt::format(" at {}", place));
  };
  std::string now = text(found), before = text(known);
  if (now == before)
    now += " in another form";
  return {thread,
          {ErrorCode::Internal, placeOf(found),
           fmt::format("the program did not repeat itself: after the same observations {} went on with {}, and in an "
                       "earlier run with {}; {}",
                       threadText(names(), thread), now, before, whyRunsDiffer)}};
}

std::optional<BehaviourCache::Contradiction> BehaviourCache::ingest(const Recording& recording, bool strict,
                                                                    const Plan& plan) {
  struct Cursor {
    StateId state;
    StateId roundStart;    // the state at which the current round of a waiting loop began
    StateClassId previous; // of the last state that has one
    bool isLeft = true;    // another run followed this thread, or the thread that created it, for a different distance
  };
  std::map<ThreadId, Cursor> cursors{{mainThread(), {initialState(), {}, {}, false}}};
  std::size_t scheduled = 0;
  for (const RecordedStep& step : recording.steps) {
    Cursor& cursor = cursors[step.thread];
    if (cursor.isLeft)
      continue;
    if (step.label.kind == LabelKind::Cut && step.pending) { // the run did not follow a loop further
      cursor.isLeft = true;
      continue;
    }
    cursor.state = merged(cursor.state, step, cursor.previous);
    Node& node = nodeAt(cursor.state);
    if (node.stateClass.valid())
      cursor.previous = node.stateClass;
    const bool inPlan = scheduled < plan.steps.size();
    if (node.known && (isCutByRun(node.label) || isCutByRun(step.label))) {
      cursor.isLeft = true;
      continue;
    }
    if (node.known && !sameStep(node.label, step.label))
      return unrepeated(step.thread, node.label, step.label);
    if (strict && inPlan && !node.known && m_options.keep)
      return Contradiction{
          step.thread,
          {ErrorCode::Internal, placeOf(step.label),
           fmt::format("a re-run of an explored execution went another way: {} read other values before {}; {}",
                       threadText(names(), step.thread), stepText(*this, step.label), whyRunsDiffer)}};
    if (!node.known) {
      node.label = step.label;
      node.nextRead = step.nextRead;
      node.known = true;
    }
    if (step.pending)
      continue;
    if (step.label.kind == LabelKind::Create)
      cursors[step.label.child] = {startState(step.label), {}, {}, false};
    if (step.label.awaitStart)
      cursor.roundStart = cursor.state;
    if (isScheduled(step.label.kind))
      scheduled++;
    if (step.label.kind == LabelKind::AwaitFailed) {
      cursor.state = cursor.roundStart;
      cursor.previous = {};
    } else if (!isTerminal(step.label.kind))
      cursor.state = advance(cursor.state, step.seen);
  }
  return std::nullopt;
}

} // namespace revisit
