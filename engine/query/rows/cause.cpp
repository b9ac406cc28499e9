#include "query/rows/cause.h"

#include <algorithm>

namespace revisit {

std::vector<EventNumber> causeEvents(const Timeline& timeline, const Explanation& bug) {
  std::vector<EventNumber> cause;
  if (timeline.witness().error.kind == ErrorKind::None)
    return cause;
  const auto add = [&](const std::optional<EventNumber>& event) {
    if (event && std::ranges::find(cause, *event) == cause.end())
      cause.push_back(*event);
  };
  for (const Reason& reason : bug.reasons)
    add(reason.event);
  add(bug.event);
  return cause;
}

unsigned causeNumber(const std::vector<EventNumber>& cause, EventNumber event) {
  const auto found = std::ranges::find(cause, event);
  return found == cause.end() ? 0 : static_cast<unsigned>(found - cause.begin()) + 1;
}

} // namespace revisit
