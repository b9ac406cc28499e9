#include "query/rows/found_things.h"

#include "base/lower_case.h"
#include "query/timeline/event_search.h"
#include "query/timeline/event_text.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_set>

namespace revisit {

std::vector<FoundEvent> eventsWith(const Timeline& timeline, const std::string& words, std::size_t most) {
  std::vector<FoundEvent> found;
  for (const EventNumber event : searchEvents(timeline, words)) {
    if (found.size() == most)
      break;
    const WitnessEvent& what = timeline.event(event);
    found.push_back({event, std::to_string(event) + "  " + threadText(what.thread) + " " + eventText(timeline, event) +
                                "  " + placeText(what)});
  }
  return found;
}

std::vector<std::string> namesWith(const Timeline& timeline, std::vector<std::string> words, std::size_t most) {
  for (std::string& word : words)
    word = lowerCase(std::move(word));
  const auto hasAll = [&](const std::string& name) {
    return std::ranges::all_of(words, [&](const std::string& word) { return name.find(word) != std::string::npos; });
  };
  std::unordered_set<std::string_view> seen;
  std::set<std::string> names;
  for (const WitnessEvent& event : timeline.witness().schedule)
    if (event.address != 0 && !event.what.empty() && seen.insert(event.what).second && hasAll(lowerCase(event.what)))
      names.insert(event.what);
  std::vector<std::string> found(names.begin(), names.end());
  found.resize(std::min(found.size(), most));
  return found;
}

} // namespace revisit
