#include "query/timeline/thread_links.h"

#include <fmt/format.h>

#include <map>

namespace revisit {
namespace {

using Threads = std::vector<std::vector<EventNumber>>;

const WitnessEvent& eventOf(const Witness& witness, EventNumber number) {
  return witness.schedule[number - 1];
}

Status linkJoins(const Witness& witness, const Threads& threads, ThreadLinks& links) {
  for (EventNumber number = 1; number <= witness.schedule.size(); number++) {
    const WitnessEvent& event = eventOf(witness, number);
    if (event.kind != LabelKind::Join || !event.child)
      continue;
    const std::vector<EventNumber>& events = threads[*event.child];
    if (events.empty() || events.back() >= number)
      return Error{
          ErrorCode::BadFormat, "",
          fmt::format("not a usable witness: event {} joins thread {}, which has no end before", number, *event.child)};
    links.children[number] = *event.child;
    links.edges.push_back({events.back(), number});
  }
  return Done{};
}

Status linkCreations(const Witness& witness, const Threads& threads, ThreadLinks& links) {
  std::map<std::vector<unsigned>, unsigned> byPath;
  for (unsigned thread = 0; thread < threads.size(); thread++)
    byPath.emplace(witness.threads[thread].path, thread);
  for (unsigned creator = 0; creator < threads.size(); creator++) {
    std::vector<unsigned> path = witness.threads[creator].path;
    path.push_back(0);
    for (const EventNumber number : threads[creator]) {
      const WitnessEvent& event = eventOf(witness, number);
      if (event.kind != LabelKind::Create)
        continue;
      const auto found = byPath.find(path);
      path.back()++;
      if (!event.child && found == byPath.end())
        continue;
      const unsigned child = event.child ? *event.child : found->second;
      const std::vector<EventNumber>& events = threads[child];
      if (!events.empty() && events.front() <= number)
        return Error{ErrorCode::BadFormat, "",
                     fmt::format("not a usable witness: thread {} begins at event {}, before event {} creates it",
                                 child, events.front(), number)};
      links.children[number] = child;
      links.creations[child] = number;
      if (!events.empty())
        links.edges.push_back({number, events.front()});
    }
  }
  return Done{};
}

} // namespace

Result<ThreadLinks> linkThreads(const Witness& witness, const Threads& threads) {
  ThreadLinks links;
  links.creations.resize(threads.size());
  links.children.resize(witness.schedule.size() + 1);
  if (const Status status = linkCreations(witness, threads, links); !status)
    return status.error();
  if (const Status status = linkJoins(witness, threads, links); !status)
    return status.error();
  return links;
}

} // namespace revisit
