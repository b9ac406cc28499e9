#include "session/thread_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

namespace revisit {
namespace {

using Threads = std::vector<std::vector<EventNumber>>;

const WitnessEvent& eventOf(const Witness& witness, EventNumber number) {
  return witness.schedule[number - 1];
}

// The number of the thread's last event if another thread can have waited for its end, else nothing.
std::optional<EventNumber> endOf(const Witness& witness, const std::vector<EventNumber>& events, unsigned thread) {
  if (events.empty() ||
      std::ranges::any_of(witness.error.waiting, [&](const auto& waiting) { return waiting.thread == thread; }))
    return std::nullopt;
  const LabelKind last = eventOf(witness, events.back()).kind;
  return isTerminal(last) && last != LabelKind::End ? std::nullopt : std::optional(events.back());
}

struct ThreadEnd {
  unsigned thread = 0;
  EventNumber number = 0;
};

// The joins of threads of one name, in the order of the schedule.
class JoinsOfOneName {
public:
  JoinsOfOneName(const Witness& witness, ThreadLinks& links) : m_witness(witness), m_links(links) {}

  // `ends` has all threads of the name that can be joined, by number.
  void add(EventNumber join, const std::vector<ThreadEnd>& ends) {
    m_joins.push_back(join);
    const auto ended = std::ranges::lower_bound(ends, join, {}, &ThreadEnd::number) - ends.begin();
    const std::span<const ThreadEnd> open(ends.begin() + m_settled, ends.begin() + ended);
    if (open.size() != m_joins.size())
      return;
    if (open.size() == 1)
      m_links.children[join] = open.front().thread;
    const auto threadOf = [&](EventNumber number) { return eventOf(m_witness, number).thread; };
    if (std::ranges::all_of(m_joins, [&](EventNumber other) { return threadOf(other) == threadOf(join); }))
      for (const ThreadEnd& end : open)
        m_links.edges.push_back({end.number, join});
    m_settled = ended;
    m_joins.clear();
  }

private:
  const Witness& m_witness;
  ThreadLinks& m_links;
  std::ptrdiff_t m_settled = 0;     // so many of the ends were surely joined
  std::vector<EventNumber> m_joins; // the joins since
};

void linkJoins(const Witness& witness, const Threads& threads, ThreadLinks& links) {
  std::map<std::string, std::vector<ThreadEnd>> ends;
  for (unsigned thread = 0; thread < threads.size(); thread++)
    if (const auto end = endOf(witness, threads[thread], thread))
      ends[witness.threads[thread].name].push_back({thread, *end});
  for (auto& [name, list] : ends)
    std::ranges::sort(list, {}, &ThreadEnd::number);
  std::map<std::string, JoinsOfOneName> joins;
  for (EventNumber number = 1; number <= witness.schedule.size(); number++)
    if (const WitnessEvent& event = eventOf(witness, number); event.kind == LabelKind::Join)
      joins.try_emplace(event.what, witness, links).first->second.add(number, ends[event.what]);
}

Status linkCreations(const Witness& witness, const Threads& threads, ThreadLinks& links) {
  std::map<std::vector<unsigned>, unsigned> byPath;
  for (unsigned thread = 0; thread < threads.size(); thread++)
    byPath.emplace(witness.threads[thread].path, thread);
  for (unsigned creator = 0; creator < threads.size(); creator++) {
    std::vector<unsigned> path = witness.threads[creator].path;
    path.push_back(0);
    for (const EventNumber number : threads[creator]) {
      if (eventOf(witness, number).kind != LabelKind::Create)
        continue;
      const auto child = byPath.find(path);
      path.back()++;
      if (child == byPath.end())
        continue;
      const std::vector<EventNumber>& events = threads[child->second];
      if (!events.empty() && events.front() <= number)
        return Error{ErrorCode::BadFormat, "",
                     fmt::format("not a usable witness: thread {} begins at event {}, before event {} creates it",
                                 child->second, events.front(), number)};
      links.children[number] = child->second;
      links.creations[child->second] = number;
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
  linkJoins(witness, threads, links);
  return links;
}

} // namespace revisit
