#include "check/worker/path_events.h"

#include "log/describe.h"
#include "program/positions.h"

#include <algorithm>
#include <deque>

namespace revisit {

namespace {

bool isPlaced(LabelKind kind) {
  return isDecision(kind) || kind == LabelKind::Blocked;
}

} // namespace

Status placePathEvents(Witness& witness, const Recording& recording, const RevisitChannel& trace) {
  // For each thread: the number of records since its last step, and the records found that no event has been assigned
  // to.
  struct Thread {
    std::uint32_t records = 0;
    std::deque<std::uint32_t> places;
  };
  std::vector<Thread> threads(witness.threads.size());
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < trace.recordCount && next < recording.steps.size(); i++) {
    const std::uint32_t slot = trace.records[i].thread;
    if (slot >= threads.size())
      continue;
    Thread& thread = threads[slot];
    thread.records++;
    for (; next < recording.steps.size() && recording.steps[next].record <= i; next++) {
      const RecordedStep& step = recording.steps[next];
      if (isScheduled(step.label.kind))
        thread.records = 0;
      else if (isPlaced(step.label.kind))
        thread.places.push_back(thread.records);
    }
  }
  for (WitnessEvent& event : witness.schedule) {
    if (!isPlaced(event.kind))
      continue;
    std::deque<std::uint32_t>& places = threads[event.thread].places;
    if (places.empty())
      return Error{ErrorCode::Internal, "", "a run of the witness decided something else than the explored execution"};
    event.records = places.front();
    places.pop_front();
  }
  return Done{};
}

namespace {

WitnessMoment momentOf(const RevisitRecord& record, const Recording& recording, const NativeOracle& oracle) {
  const auto number = static_cast<std::uint32_t>(&record - oracle.lastTrace().records);
  const ThreadId thread(record.thread);
  const auto isBefore = [&](const RecordedStep& step) {
    return step.thread == thread && step.record < number && !step.pending;
  };
  WitnessMoment moment{record.thread, static_cast<unsigned>(std::ranges::count_if(recording.steps, isBefore)), {}};
  const std::vector<WitnessPosition> calls =
      callsOf(oracle, record.chain == 0 ? PositionId() : PositionId(record.chain));
  if (const WitnessPosition* const shown = shownPosition(calls))
    moment.position = *shown;
  return moment;
}

} // namespace

void describeDescriptors(Witness& witness, const Recording& recording, const NativeOracle& oracle) {
  Descriptors& descriptors = oracle.descriptors();
  for (const Descriptors::Life& life : descriptors.lives()) {
    if (life.made->thread >= witness.threads.size())
      continue;
    WitnessDescriptor entry{static_cast<unsigned>(life.descriptor),
                            descriptors.nameOf(life),
                            life.part,
                            Descriptors::readsOf(life),
                            Descriptors::writesOf(life),
                            life.isCopy,
                            momentOf(*life.made, recording, oracle),
                            std::nullopt};
    if (life.closed && life.closed->thread < witness.threads.size())
      entry.closed = momentOf(*life.closed, recording, oracle);
    witness.descriptors.push_back(std::move(entry));
  }
}

} // namespace revisit
