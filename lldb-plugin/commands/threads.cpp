// revisit threads: the state of each thread of the witness.
#include "command.h"
#include "places.h"
#include "query/timeline/event_text.h"
#include "user_frame.h"
#include "witness/event_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::commands {

namespace {

struct ThreadState {
  std::string word; // not started, next, waits, done
  std::string text; // the next event, or what the thread waits for
  std::optional<EventNumber> event;
};

const WitnessWaiting* waitingOf(const Witness& witness, unsigned thread) {
  const auto found = std::ranges::find(witness.error.waiting, thread, &WitnessWaiting::thread);
  return found != witness.error.waiting.end() ? &*found : nullptr;
}

std::string nextText(const Timeline& timeline, EventNumber next, SchedulePosition position) {
  const std::optional<EventNumber> first = timeline.chainPrevious(next);
  const bool isBehind = first && *first > position && timeline.event(*first).thread != timeline.event(next).thread;
  return fmt::format("next {} {}{}", next, eventText(timeline, next),
                     isBehind ? fmt::format(", after {} of {}", *first, threadText(timeline.event(*first).thread))
                              : "");
}

ThreadState stateOf(const Timeline& timeline, unsigned thread, SchedulePosition position) {
  const std::optional<EventNumber> creation = timeline.creationOf(thread);
  if (creation && *creation > position)
    return {"not started",
            fmt::format("not started, {} of {} does", *creation, threadText(timeline.event(*creation).thread)),
            creation};
  if (const std::optional<EventNumber> next = timeline.nextOf(thread, position))
    return {"next", nextText(timeline, *next, position), next};
  // The text of a waiting thread is only correct at the end of the execution.
  if (const WitnessWaiting* waiting = waitingOf(timeline.witness(), thread))
    return {"waits",
            fmt::format("{} for {}", position == timeline.size() ? "waits" : "will wait",
                        awaitedWords(timeline.witness(), *waiting)),
            std::nullopt};
  const std::optional<EventNumber> last = timeline.lastOf(thread, position);
  const bool failed = last && timeline.event(*last).kind == LabelKind::Error;
  return {"done", failed ? "stands at its error" : "done", last};
}

// "main.c:31": the position of the thread in the user's code; empty when there is none.
std::string sourceLine(lldb::SBThread thread) {
  const std::optional<std::uint32_t> frame = thread.IsValid() ? userFrame(thread) : std::nullopt;
  if (!frame)
    return {};
  lldb::SBLineEntry line = thread.GetFrameAtIndex(*frame).GetLineEntry();
  return fmt::format("{}:{}", line.GetFileSpec().GetFilename(), line.GetLine());
}

Result<Answer> threads(ReplaySession& session, bool json) {
  const Timeline& timeline = session.timeline();
  const SchedulePosition position = currentPosition(session);
  const bool runs = session.standing() != Standing::Gone;
  const std::optional<unsigned> focus = session.focus();
  Table table;
  Json list = Json::array();
  for (unsigned thread = 0; thread < timeline.witness().threads.size(); thread++) {
    lldb::SBThread standing = runs ? session.process().threadOf(thread) : lldb::SBThread();
    const std::string line = sourceLine(standing);
    const ThreadState state = runs || thread != 0 ? stateOf(timeline, thread, position)
                                                  : ThreadState{"not started", "not started", std::nullopt};
    const std::string index = standing.IsValid() ? fmt::format("#{}", standing.GetIndexID()) : "";
    table.add({thread == focus ? "*" : " ", threadText(timeline.witness(), thread), index, line, state.text});
    list.push_back({{"thread", thread},
                    {"name", timeline.witness().threads[thread].name},
                    {"lldb_index", standing.IsValid() ? Json(standing.GetIndexID()) : Json()},
                    {"at", line.empty() ? Json() : Json(line)},
                    {"state", state.word},
                    {"event", state.event ? Json(*state.event) : Json()},
                    {"text", state.text}});
  }
  if (json)
    return Answer{"", Json{{"position", position}, {"threads", std::move(list)}}};
  return Answer{table.text(), {}};
}

Action threads(CLI::App& options) {
  return onSession([json = addJson(options)](Workspace&, ReplaySession& session) { return threads(session, *json); });
}

} // namespace

std::vector<Command> threadCommands() {
  return {{"threads", "[--json]", "Show each thread: its number in LLDB, its line, and what it does next.", noRepeat,
           threads}};
}

} // namespace revisit::commands
