// The same error in a smaller way.
#include "explore/findings/findings.h"
#include "memory/make_model.h"
#include "sideways/session/opened.h"
#include "sideways/session/sideways_session.h"
#include "sideways/smaller.h"
#include "solver/small_values.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace revisit {

namespace {

using Clock = std::chrono::steady_clock;
using Place = std::pair<std::string, unsigned>;

// Where the error is; of a race the places of both accesses, in any order.
std::pair<Place, Place> placesOf(const WitnessError& error) {
  const Place place(error.file, error.line);
  const bool isRace = error.kind == ErrorKind::Race && error.other;
  return std::minmax({place, isRace ? Place(error.other->file, error.other->line) : place});
}

std::optional<Bug> sameBug(const Execution& execution, Worker& worker, const WitnessError& error) {
  for (const Bug& bug : bugsOf(execution))
    if (bug.kind == error.kind && placesOf(worker.errorOf(execution, bug)) == placesOf(error))
      return bug;
  return std::nullopt;
}

std::uint64_t distanceOfInputs(const Witness& witness) {
  std::uint64_t sum = 0;
  for (const WitnessInput& input : witness.inputs)
    sum = withDistance(sum, input.value, input.width);
  return sum;
}

// The same execution with its events in this order of all of them.
void putInOrder(Witness& witness, std::span<const EventName> order) {
  std::map<EventName, std::size_t> places;
  for (std::size_t i = 0; i < order.size(); i++)
    places.emplace(order[i], i);
  struct Entry {
    WitnessEvent event;
    std::optional<WitnessStep> step;
    std::size_t place;
  };
  std::vector<Entry> entries;
  std::size_t step = 0;
  for (WitnessEvent& event : witness.schedule) {
    const std::size_t place = places.at({ThreadId(event.thread), event.index});
    const bool isStep = isScheduled(event.kind) && step < witness.plan.size();
    entries.push_back({std::move(event), isStep ? std::optional(witness.plan[step++]) : std::nullopt, place});
  }
  std::ranges::stable_sort(entries, {}, &Entry::place);
  witness.schedule.clear();
  witness.plan.clear();
  for (Entry& entry : entries) {
    witness.schedule.push_back(std::move(entry.event));
    if (entry.step)
      witness.plan.push_back(*entry.step);
  }
}

// The witness of the bug with inputs that one can read, and its events in the order in which they happened: under
// sequential consistency that of the graph is another one of the same execution.
Result<Witness> readableWitness(const Execution& execution, const Bug& bug, Worker& worker) {
  Planner& planner = execution.state.planner();
  const std::vector<ExprId> readable =
      readableValues(planner.solver(), execution.state.pool(), planner.pathCondition());
  planner.assume(readable);
  Result<Witness> witness = worker.makeWitness(execution, bug);
  planner.assume({});
  if (witness && execution.state.model().isSequential() && !isOfWaiting(bug.kind))
    putInOrder(*witness, orderOfAddition(execution.graph));
  return witness;
}

} // namespace

// Whether the execution has the witness's error. Then it is the session's from now on.
bool SidewaysSession::keepsError(const Execution& execution) {
  const std::optional<Bug> bug = sameBug(execution, m_opened->worker(), m_witness.error);
  if (!bug)
    return false;
  Result<Witness> made = readableWitness(execution, *bug, m_opened->worker());
  if (!made || execution.state.needsRestart())
    return false;
  m_witness = std::move(*made);
  m_isFollowed = false;
  m_isPlanKnown = true;
  return true;
}

// Leaves out preemptions of the schedule. How many are left.
Result<std::size_t> SidewaysSession::leaveOut(std::vector<Preemption> preemptions, double seconds) {
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  const auto isLate = [&] { return Clock::now() > end; };
  ExplorationState& state = m_opened->state();
  const auto shows = [&] {
    bool isSame = false;
    m_opened->judge([&](const Execution& execution) { isSame = keepsError(execution); });
    return isSame;
  };
  while (true) {
    m_opened->worker().beginTime(2 * seconds); // so that no run is broken off
    preemptions = m_sideways.leaveOut(std::move(preemptions), shows, isLate);
    if (!state.needsRestart() || isLate())
      return preemptions.size();
    noteGrown();
    if (const Status there = returnToWitness(); !there)
      return there.error();
    preemptions = m_sideways.preemptions(orderOfAddition(state.graph()));
  }
}

// Explores the schedules that are smaller, if the memory model has schedules.
Status SidewaysSession::searchSmaller(Smallest& smallest, double seconds) {
  Opened& parts = *m_opened;
  if (seconds <= 0 || parts.options().search.model != ModelKind::Sc)
    return Done{};
  ExploreOptions options = parts.options().explore;
  options.timeoutSeconds = seconds;
  parts.worker().beginTime(seconds);
  const std::unique_ptr<MemoryModel> model = makeModel(ModelKind::Sc);
  const SmallerSearch search{
      .shows =
          [&](const Execution& execution) { return sameBug(execution, parts.worker(), m_witness.error).has_value(); },
      .keep = [&](const Execution& execution) { return keepsError(execution); },
      .restarted = [&] { noteGrown(); }};
  const Result<Smallest> found =
      revisit::searchSmaller(parts.worker().cache(), *model, parts.worker().solver(), options, smallest.size, search);
  if (found)
    smallest = found.value();
  return found || found.error().code == ErrorCode::Interrupted ? Status(Done{}) : found.error();
}

Result<Shrunk> SidewaysSession::shrink(double seconds) {
  if (m_witness.error.kind == ErrorKind::None)
    return Error{ErrorCode::BadUsage, "", "the witness has no error: only an error can be shown in a smaller way"};
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  const auto left = [&] { return std::chrono::duration<double>(end - Clock::now()).count(); };
  if (const Status there = returnToWitness(); !there)
    return there.error();
  std::vector<Preemption> preemptions = m_sideways.preemptions(orderOfAddition(m_opened->state().graph()));
  Shrinking sizes{.preemptionsBefore = preemptions.size(), .eventsBefore = m_witness.schedule.size()};
  const Result<std::size_t> fewer = leaveOut(std::move(preemptions), seconds / 2);
  if (!fewer)
    return fewer.error();
  Smallest smallest{{fewer.value(), m_witness.schedule.size(), distanceOfInputs(m_witness)}};
  smallest.hasFewestPreemptions = fewer.value() == 0;
  if (const Status searched = searchSmaller(smallest, left()); !searched)
    return searched.error();
  sizes.preemptions = smallest.size.preemptions;
  sizes.events = m_witness.schedule.size();
  sizes.isFewest = smallest.hasFewestPreemptions;
  sizes.isFewestEvents = smallest.hasFewestEvents;
  if (const Status there = returnToWitness(); !there)
    return there.error();
  if (!m_witness.inputs.empty()) // of an execution that was the smallest one already, they may not be readable
    m_opened->judge([&](const Execution& execution) { keepsError(execution); });
  return Shrunk{m_witness, sizes};
}

} // namespace revisit
