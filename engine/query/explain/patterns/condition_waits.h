// Waits for condition variables, as patterns look at them. Pure functions of the timeline.
#pragma once

#include "query/explain/patterns/evidence.h"

namespace revisit::patterns {

bool isConditionWait(const WitnessEvent& event);
bool isWake(const WitnessEvent& event);

// The thread waits for a condition variable at the end: where it began to.
std::optional<EventNumber> unfinishedWait(const Timeline& timeline, unsigned thread);
// The threads that wait for the condition variable of this operation when it comes: since when. Those that were
// signalled and did not wake up yet count.
std::vector<EventNumber> waitersAt(const Timeline& timeline, EventNumber operation);
// The last signal or broadcast of the wait's condition variable before the wait; the first after it.
std::optional<EventNumber> signalBefore(const Timeline& timeline, EventNumber wait);
std::optional<EventNumber> lastSignal(const Timeline& timeline, EventNumber wait); // the last one of all
std::optional<EventNumber> signalAfter(const Timeline& timeline, EventNumber wait);

// The thread's reads for this wait's condition, the last one first: those since it last waited or woke, of what other
// threads write while it runs.
std::vector<EventNumber> conditionReads(const Evidence& evidence, EventNumber wait);

// At the end the thread is over, or waits for nothing but the end of others.
bool hasDoneItsWork(const Timeline& timeline, unsigned thread);

} // namespace revisit::patterns
