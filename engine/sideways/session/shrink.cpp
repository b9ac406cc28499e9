// The same error with fewer preemptions.
#include "explore/findings/findings.h"
#include "explore/schedules/preemption_bounded.h"
#include "memory/make_model.h"
#include "sideways/session/opened.h"
#include "sideways/session/sideways_session.h"

#include <chrono>

namespace revisit {

namespace {

using Clock = std::chrono::steady_clock;

// Whether the witness of an execution would have the same error.
bool isSameError(const WitnessError& one, const WitnessError& other) {
  return one.kind == other.kind && one.file == other.file && one.line == other.line;
}

std::optional<Bug> sameBug(const Execution& execution, Worker& worker, const WitnessError& error) {
  for (const Bug& bug : bugsOf(execution))
    if (bug.kind == error.kind && isSameError(worker.errorOf(execution, bug), error))
      return bug;
  return std::nullopt;
}

} // namespace

// Whether the execution in the state's graph has the witness's error; its witness.
bool SidewaysSession::showsError(std::optional<Witness>& witness) {
  bool shows = false;
  m_opened->judge([&](const Execution& execution) {
    const std::optional<Bug> bug = sameBug(execution, m_opened->worker(), m_witness.error);
    if (!bug)
      return;
    if (Result<Witness> made = m_opened->worker().makeWitness(execution, bug)) {
      witness = std::move(*made);
      shows = true;
    }
  });
  return shows && !m_opened->state().needsRestart();
}

// Leaves out preemptions, half of them at first, at last one by one, as long as the error is still there.
std::vector<Preemption> SidewaysSession::withoutSome(std::vector<Preemption> preemptions,
                                                     const std::function<bool()>& isLate) {
  for (std::size_t length = std::max<std::size_t>(preemptions.size() / 2, 1); !preemptions.empty() && !isLate();) {
    bool isShorter = false;
    for (std::size_t at = 0; at < preemptions.size() && !isLate();) {
      std::vector<Preemption> fewer = preemptions;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at),
                  fewer.begin() + static_cast<std::ptrdiff_t>(std::min(at + length, fewer.size())));
      std::optional<Witness> witness;
      const bool isDone = m_sideways.doSchedule(fewer);
      if (isDone && showsError(witness)) {
        m_witness = std::move(*witness);
        m_isFollowed = false;
        m_isPlanKnown = true;
        m_sideways.adopt();
        std::vector<Preemption> again = m_sideways.preemptions();
        preemptions = again.size() < fewer.size() ? std::move(again) : std::move(fewer);
        isShorter = true;
      } else {
        at += length;
        if (!returnToWitness())
          return preemptions;
      }
    }
    if (!isShorter && length == 1)
      break;
    length = isShorter ? std::min(length, std::max<std::size_t>(preemptions.size(), 1)) : length / 2;
  }
  return preemptions;
}

// Explores the schedules with fewer preemptions. Whether all of them were explored, or one shows the error.
bool SidewaysSession::searchFewer(Shrunk& shrunk, double seconds) {
  Opened& parts = *m_opened;
  std::optional<Witness> found;
  ExploreOptions options = parts.options().explore;
  options.preemptions = static_cast<unsigned>(shrunk.preemptions - 1);
  options.timeoutSeconds = seconds;
  options.pollEachExecution = true;
  options.cancelled = [&] { return found.has_value(); };
  const std::unique_ptr<MemoryModel> model = makeModel(parts.options().search.model);
  const std::unique_ptr<Explorer> explorer =
      makePreemptionBounded(parts.worker().cache(), *model, parts.worker().solver(), options);
  unsigned round = 0;
  explorer->onExecution([&](const Execution& execution) {
    round = explorer->progress().preemptions ? *explorer->progress().preemptions + 1 : 0;
    const std::optional<Bug> bug = found ? std::nullopt : sameBug(execution, parts.worker(), m_witness.error);
    if (!bug)
      return;
    if (Result<Witness> made = parts.worker().makeWitness(execution, bug)) {
      found = std::move(*made);
      shrunk.preemptions = round;
    }
  });
  parts.worker().beginTime(seconds);
  const Result<Exploration> explored = explorer->run();
  if (found)
    m_witness = std::move(*found);
  return found || (explored && explored.value().preemptions && *explored.value().preemptions + 1 >= shrunk.preemptions);
}

Result<Shrunk> SidewaysSession::shrink(double seconds) {
  if (m_witness.error.kind == ErrorKind::None)
    return Error{ErrorCode::BadUsage, "", "the witness has no error: only an error can be shown in a smaller way"};
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  const auto left = [&] { return std::chrono::duration<double>(end - Clock::now()).count(); };
  Opened& parts = *m_opened;
  parts.worker().beginTime(seconds);
  Shrunk shrunk;
  std::vector<Preemption> preemptions = m_sideways.preemptions();
  shrunk.preemptionsBefore = preemptions.size();
  if (const Status there = returnToWitness(); !there)
    return there.error();
  parts.worker().beginTime(seconds);
  preemptions = withoutSome(std::move(preemptions), [&] { return left() < seconds / 2; });
  shrunk.preemptions = preemptions.size();
  shrunk.isFewest = shrunk.preemptions == 0;
  if (!shrunk.isFewest && left() > 0 && parts.options().search.model == ModelKind::Sc)
    shrunk.isFewest = searchFewer(shrunk, left());
  if (const Status there = returnToWitness(); !there)
    return there.error();
  shrunk.witness = m_witness;
  return shrunk;
}

} // namespace revisit
