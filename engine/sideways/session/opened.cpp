#include "sideways/session/opened.h"

#include "check/options/witness_options.h"
#include "check/worker/launch.h"
#include "explore/findings/findings.h"
#include "explore/ledger.h"
#include "memory/make_model.h"
#include "sideways/session/sideways_session.h"
#include "target/restore_witness.h"
#include "witness/environment.h"
#include "witness/witness_plan.h"

#include <algorithm>

namespace revisit {

CheckOptions optionsOf(const Witness& witness, double timeoutSeconds) {
  CheckOptions options;
  takeOptions(witness, options);
  options.program.path = witness.program.path;
  options.program.sources = witness.program.sources;
  options.program.flags = witness.program.flags;
  options.program.environment = launchEnvironment(witness.program);
  if (options.search.algorithm == Algorithm::Portfolio || exploresStates(options.search.algorithm))
    options.search.algorithm = Algorithm::ConDpor;
  options.bounds.timeOuts = witness.options.timeOuts;
  options.bounds.recursion = witness.options.recursion;
  options.bounds.runSteps = witness.options.runSteps;
  if (witness.error.kind != ErrorKind::None)
    options.explore.errors.treat(witness.error.kind, Treatment::Error);
  options.explore.keepGoing = true;
  options.explore.unroll = options.bounds.unroll;
  options.explore.timeoutSeconds = timeoutSeconds;
  return options;
}

namespace {

Error nothingToSay() {
  return {ErrorCode::TargetFailed, "", "nothing can be said of the execution that was gone to"};
}

} // namespace

Opened::Opened(CheckOptions options)
    : m_options([&] {
        options.explore.cancelled = [this] { return m_stop && m_stop(); };
        return std::move(options);
      }()),
      m_model(makeModel(m_options.search.model)), m_worker(m_options) {}

void Opened::makeState() {
  m_state.emplace(m_worker.cache(), *m_model, m_worker.solver(), m_options.bounds.unroll);
  ExploreOptions permitted = m_options.explore;
  permitted.triesSpurious = m_options.triesSpurious();
  m_state->permit(permitted);
}

void Opened::renew() {
  const Facts facts = m_state->facts();
  makeState();
  m_state->facts() = facts;
}

Result<std::unique_ptr<Opened>> Opened::open(CheckOptions options, const Witness* witness) {
  const Result<instrument::Image> image = openInstrumented(options.program.path);
  if (!image)
    return image.error();
  if (witness)
    if (const Status status = witness->checkAgainst(image.value().buildId()); !status)
      return status.error();
  std::unique_ptr<Opened> opened(new Opened(std::move(options)));
  if (const Status launched = opened->m_worker.launch(image.value()); !launched)
    return launched.error();
  if (witness)
    if (const Status restored = restoreFrom(*witness, opened->m_worker.oracle()); !restored)
      return restored.error();
  opened->makeState();
  return opened;
}

void Opened::judge(const std::function<void(const Execution&)>& then) {
  ExplorationLedger(m_options.explore).finish(*m_state, then, nullptr);
}

Result<Witness> Opened::describe(ErrorKind preferred) {
  std::optional<Result<Witness>> witness;
  judge([&](const Execution& execution) {
    const std::vector<Bug> bugs = bugsOf(execution);
    const auto same = std::ranges::find(bugs, preferred, &Bug::kind);
    const std::optional<Bug> bug =
        bugs.empty() ? std::nullopt : std::optional(same != bugs.end() ? *same : bugs.front());
    witness = m_worker.makeWitness(execution, bug);
  });
  if (!witness)
    return nothingToSay();
  return std::move(*witness);
}

Result<Witness> Opened::describe(std::span<const EventId> order, std::size_t& first) {
  const ExecutionGraph& graph = m_state->graph();
  Goal none;
  none.prefix = GoalPrefix::of(graph, order);
  GoalFound found;
  found.moments.push_back({none.prefix.cut(graph.threadCount()), {}});
  std::optional<Result<Witness>> made;
  judge([&](const Execution& execution) { made = m_worker.makeWitness(execution, ShownGoal{none, found}); });
  if (!made)
    return nothingToSay();
  Result<Witness> witness = std::move(*made);
  if (witness) {
    first = witness->goal.moments.back().position;
    witness->goal = {};
  }
  return witness;
}

Status Opened::follow(Sideways& sideways, const Witness& witness, bool learnsPlan,
                      const std::function<void()>& onGrown) {
  constexpr unsigned mostRestarts = 20;
  const std::vector<FollowedEvent> events = followed(witness);
  for (unsigned restarts = 0; restarts < mostRestarts; restarts++) {
    if (learnsPlan) {
      const Result<Learnt> learnt = m_worker.cache().learn(planOf(witness, m_state->pool()));
      if (!learnt)
        return learnt.error();
    }
    const bool isThere = sideways.follow(events);
    if (m_state->facts().has("sections"))
      return Error{ErrorCode::Unsupported, witness.program.path,
                   "the program has atomic sections, between whose executions one cannot move"};
    if (isThere)
      return Done{};
    if (const std::optional<Error>& failure = m_state->failure())
      return Error(*failure);
    if (!m_state->needsRestart())
      break;
    learnsPlan = false;
    onGrown();
  }
  return Error{ErrorCode::TargetFailed, witness.program.path, "the program does not do what the witness says"};
}

} // namespace revisit
