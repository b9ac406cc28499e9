// The events that make an error, numbered as its explanation tells them. Every view of the execution shows the same
// numbers.
#pragma once

#include "query/explain/explain.h"

#include <vector>

namespace revisit {

// The events of these reasons in their order, each once, then the event that is explained: the n-th one has the number
// n. Empty where nothing is wrong.
std::vector<EventNumber> causeEvents(const Timeline& timeline, const Explanation& bug);

// The number of the event, from 1; 0: it is not part of the cause.
unsigned causeNumber(const std::vector<EventNumber>& cause, EventNumber event);

} // namespace revisit
