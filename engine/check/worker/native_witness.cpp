#include "check/worker/native_witness.h"

#include "check/worker/path_events.h"
#include "explore/exploration_state.h"
#include "explore/waiting_rounds.h"
#include "target/process.h"
#include "witness/environment.h"

#include <algorithm>

namespace revisit {

namespace {

constexpr std::size_t outputKept = 64 << 10;

std::string shortened(std::string output) {
  if (output.size() > outputKept) {
    output.resize(outputKept);
    output += "\n[the rest of the output is not kept]\n";
  }
  return output;
}

} // namespace

Result<Witness> NativeWitnesses::make(const Execution& execution, const std::optional<Bug>& bug) {
  Result<WitnessParts> parts =
      buildWitness(execution, bug, bug ? m_oracle.errorMessage(bug->position) : "", m_options.search.model);
  return parts ? finish(execution, std::move(*parts)) : Result<Witness>(parts.error());
}

Result<Witness> NativeWitnesses::makeOfGoal(const Execution& execution, const ShownGoal& goal) {
  const std::vector<Bug> bugs = bugsOf(execution);
  const std::optional<Bug> bug = bugs.empty() ? std::nullopt : std::optional(bugs.front());
  Result<WitnessParts> parts =
      buildWitness(execution, bug, bug ? m_oracle.errorMessage(bug->position) : "", m_options.search.model, &goal);
  return parts ? finish(execution, std::move(*parts)) : Result<Witness>(parts.error());
}

Result<Witness> NativeWitnesses::finish(const Execution& execution, WitnessParts parts) {
  if (!leadsOn(execution.graph) && !execution.state.needsRestart()) {
    const Result<Learnt> repeated = runAgain(parts.witness, parts.plan);
    if (!repeated)
      return repeated.error();
    if (repeated.value() == Learnt::Restart)
      execution.state.restart(); // this execution will be found again
  }
  complete(parts.witness);
  return std::move(parts.witness);
}

Result<Witness> NativeWitnesses::describe(const Execution& execution, const std::optional<Bug>& bug) {
  Result<WitnessParts> parts =
      buildWitness(execution, bug, bug ? m_oracle.errorMessage(bug->position) : "", m_options.search.model);
  if (!parts)
    return parts.error();
  complete(parts->witness);
  return std::move(parts->witness);
}

WitnessError NativeWitnesses::errorOf(const Execution& execution, const Bug& bug) const {
  return describeBug(execution, bug, m_oracle.errorMessage(bug.position));
}

Result<Learnt> NativeWitnesses::runAgain(Witness& witness, const Plan& plan) {
  const Result<Learnt> confirmed = m_cache.confirm(plan);
  if (!confirmed || confirmed.value() == Learnt::Restart)
    return confirmed;
  const Result<Recording> recording = m_oracle.run(plan);
  if (!recording)
    return recording.error();
  witness.output = shortened(recording.value().output);
  if (const Status placed = placePathEvents(witness, recording.value(), m_oracle.lastTrace()); !placed)
    return placed.error();
  describeDescriptors(witness, recording.value(), m_oracle);
  return Learnt::More;
}

void NativeWitnesses::complete(Witness& witness) const {
  witness.program.path = m_options.program.path;
  witness.program.buildId = m_buildId;
  witness.program.sources = m_options.program.sources;
  witness.program.flags = m_options.program.flags;
  witness.program.arguments = m_options.program.arguments;
  witness.program.standardInput = m_options.program.standardInput;
  keepEnvironment(
      m_options.program.environment ? *m_options.program.environment : inheritedEnvironment(),
      [&](std::size_t variable) { return m_oracle.hasAskedFor(variable); }, witness.program);
  witness.options.memoryModel = m_options.search.model;
  witness.options.algorithm = nameOf(m_options.search.algorithm);
  witness.options.unroll = m_options.bounds.unroll;
  // The path of a stateful search may do more rounds than that.
  if (exploresStates(m_options.search.algorithm))
    witness.options.unroll = std::max(m_options.bounds.unroll, static_cast<unsigned>(witness.schedule.size()));
  witness.options.timeOuts = m_options.bounds.timeOuts;
  witness.options.recursion = m_options.bounds.recursion;
  witness.options.runSteps = m_options.bounds.runSteps;
  witness.options.allAccesses = m_options.search.allAccesses;
  witness.options.reuseMemory = m_options.search.reuseMemory;
  witness.options.recycleBlocks = m_options.search.recyclesBlocks();
  witness.options.permitted = m_options.permitted();
  witness.options.findFreshReads = m_options.findsFreshReads();
  for (const RevisitRange& range : m_oracle.sharedRanges())
    witness.shared.push_back({range.begin, range.end - range.begin, range.mortal != 0});
  for (const RevisitObject& object : m_oracle.mortalObjects())
    witness.mortalObjects.push_back({object.address, static_cast<ObjectOp>(object.destruction)});
}

} // namespace revisit
