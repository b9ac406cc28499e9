// What a few typed words may mean in an execution: events and variables. Pure functions.
#pragma once

#include "query/timeline/timeline.h"

#include <string>
#include <vector>

namespace revisit {

struct FoundEvent {
  EventNumber event = 0;
  std::string text; // "17  T1 write x = 1  main.c:22"
};

// Events that match as in the filter, the first `most`. O(events * words).
std::vector<FoundEvent> eventsWith(const Timeline& timeline, const std::string& words, std::size_t most);
// Names of locations and objects that have all words as parts, whatever their case, the first `most` by name.
// O(events + names * words).
std::vector<std::string> namesWith(const Timeline& timeline, std::vector<std::string> words, std::size_t most);

} // namespace revisit
