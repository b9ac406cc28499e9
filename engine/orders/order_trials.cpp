#include "orders/order_trials.h"

#include "check/options/race_rules.h"
#include "check/report/check_notes.h"
#include "explore/exploration_state.h"
#include "orders/bad_graph.h"

#include <algorithm>

namespace revisit {

namespace {

// Whether no further trial can be made.
bool endsAll(const IncompleteReason& reason) {
  using Kind = IncompleteReason::Kind;
  return reason.kind == Kind::Timeout || reason.kind == Kind::Cancelled || reason.kind == Kind::Memory;
}

} // namespace

OrderTrials::OrderTrials(CheckOptions& options, const instrument::Image& image, const ProgressMeter::Tell& tell)
    : m_options(options), m_image(image), m_tell(tell), m_timeout(options.explore.timeoutSeconds), m_worker(options) {}

// Behaviours under stronger orders are among those under weaker ones: they pass if the weaker ones do, and fail if
// stronger ones do.
const OrderTrial* OrderTrials::known(const OrderAssignment& levels) const {
  const OrderAssignment now = m_sites.now();
  for (const auto& [done, trial] : m_done) {
    if (trial->outcome == OrderTrial::Outcome::Passes && isAtLeast(levels, done, now))
      return trial.get();
    if (trial->outcome == OrderTrial::Outcome::Fails && !satisfies(levels, trial->clause))
      return trial.get();
    if (trial->outcome == OrderTrial::Outcome::Unknown && (trial->mustStop || levels == done))
      return trial.get();
  }
  return nullptr;
}

OrderAssignment OrderTrials::completed(const OrderAssignment& levels) const {
  OrderAssignment whole = m_sites.now();
  std::ranges::copy(levels, whole.begin());
  return whole;
}

const OrderTrial& OrderTrials::run(const OrderAssignment& levels) {
  const OrderAssignment whole = completed(levels);
  if (const OrderTrial* const done = known(whole))
    return *done;
  auto trial = std::make_unique<OrderTrial>();
  explore(whole, *trial);
  if (trial->outcome == OrderTrial::Outcome::Fails)
    m_clauses.push_back(trial->clause);
  // Once more: the exploration may have met further sites.
  return *m_done.emplace_back(completed(whole), std::move(trial)).second;
}

void OrderTrials::explore(const OrderAssignment& levels, OrderTrial& trial) {
  if (!m_program)
    m_program = std::make_unique<ReorderedProgram>(m_worker.cache(), m_sites);
  m_program->assign(levels);
  if (m_timeout > 0) // what is left; a bound of 0 would be none
    m_options.explore.timeoutSeconds = std::max(m_timeout - m_seconds, 0.001);
  ProgressMeter meter(m_options, m_worker, nullptr, m_tell);
  ExploreOptions explore = m_options.explore;
  addNotedRaces(m_image.raceNotes(), explore.intendedRaces);
  explore.unroll = m_options.bounds.unroll;
  explore.keepGoing = true; // the first failing execution ends it, also where an option lets an error not end it
  explore.pollEachExecution = true;
  explore.cancelled = [&] { return trial.outcome == OrderTrial::Outcome::Fails || meter.poll(); };
  m_worker.prepare(explore, *m_program);
  m_worker.explorer().onExecution([&](const Execution& execution) {
    const std::vector<Bug> bugs = bugsOf(execution);
    if (bugs.empty() || trial.outcome == OrderTrial::Outcome::Fails)
      return;
    trial.clause = clauseOf(execution, bugs, *m_program, m_sites, completed(levels), m_options.search.model);
    noteFailure(execution, bugs.front(), trial);
    trial.outcome = OrderTrial::Outcome::Fails;
  });
  m_worker.explorer().onRestart([&] { trial = {}; });
  meter.begin();
  conclude(m_worker.run(), trial);
  m_explorations++;
  m_executions += m_worker.explorer().progress().counts.total();
  m_seconds += meter.seconds();
}

void OrderTrials::noteFailure(const Execution& execution, const Bug& bug, OrderTrial& trial) {
  const WitnessError error = m_worker.errorOf(execution, bug);
  trial.failure = {identify(execution.graph).text(), bug.kind, error.message, error.file, error.line};
}

// A failing execution is one whatever else was not explored. That nothing failed is known only if all was explored.
void OrderTrials::conclude(const Result<Exploration>& explored, OrderTrial& trial) {
  if (trial.outcome == OrderTrial::Outcome::Fails)
    return;
  if (!explored) {
    const Error& error = explored.error();
    const bool isBound = error.code == ErrorCode::Interrupted || error.code == ErrorCode::Killed;
    trial.reasons.push_back({isBound ? "bound" : "failure", error.what, "", 0});
    trial.mustStop = true;
    if (!isBound)
      trial.broken = error;
    return;
  }
  for (const IncompleteReason& reason : explored.value().incomplete) {
    trial.reasons.push_back(withBound(noteOf(reason, m_worker.oracle(), m_worker.cache()), reason, m_options));
    trial.mustStop |= endsAll(reason);
  }
  CheckReport incidents;
  addIncidents(m_worker.cache().incidents(), m_options.assumedHarmless, incidents);
  std::ranges::move(incidents.reasons, std::back_inserter(trial.reasons));
  const ExplorationCounts& counts = explored.value().counts;
  if (counts.blocked == counts.total())
    trial.reasons.push_back({"nothing-checked", "every execution ended at a false assumption", "", 0});
  if (trial.reasons.empty())
    trial.outcome = OrderTrial::Outcome::Passes;
}

} // namespace revisit
