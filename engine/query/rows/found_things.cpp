#include "query/rows/found_things.h"

#include "query/timeline/event_search.h"
#include "query/timeline/event_text.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace revisit {
namespace {

bool hasPart(const std::string& name, const std::string& part) {
  const auto lower = [](unsigned char letter) { return std::tolower(letter); };
  return std::ranges::search(name, part, {}, lower, lower).begin() != name.end() || part.empty();
}

} // namespace

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

std::vector<std::string> namesWith(const Timeline& timeline, const std::vector<std::string>& words, std::size_t most) {
  std::set<std::string> names;
  for (const WitnessEvent& event : timeline.witness().schedule)
    if (event.address != 0 && !event.what.empty() &&
        std::ranges::all_of(words, [&](const std::string& word) { return hasPart(event.what, word); }))
      names.insert(event.what);
  std::vector<std::string> found(names.begin(), names.end());
  found.resize(std::min(found.size(), most));
  return found;
}

} // namespace revisit
