// Explains why no thread can continue.
#include "query/explain/explain_parts.h"
#include "query/timeline/event_text.h"
#include "query/timeline/waiting.h"
#include "witness/descriptor_wait.h"
#include "witness/event_words.h"

#include <fmt/format.h>

namespace revisit::explain {
namespace {

std::string whyItWaits(const Timeline& timeline, const Wait& wait) {
  const Witness& witness = timeline.witness();
  const WitnessEvent& event = timeline.event(*wait.why);
  if (!wait.whom)
    return fmt::format("The last {} it is {} of {}.", event.kind == LabelKind::Object ? "operation on" : "write to",
                       mention(timeline, *wait.why), threadText(witness, event.thread));
  if (event.kind == LabelKind::Object && event.thread == *wait.whom && wait.what.kind != AwaitedKind::ThreadEnd)
    return fmt::format("{} {} {} since {}.", threadText(witness, *wait.whom),
                       event.objectOp == ObjectOp::OnceEnter ? "runs the routine of" : "holds", event.what,
                       mention(timeline, *wait.why));
  return fmt::format("The last event of {} is {}.", threadText(witness, *wait.whom), mention(timeline, *wait.why));
}

std::optional<EventNumber> lastOperationOn(const Timeline& timeline, std::uint64_t address) {
  std::optional<EventNumber> last;
  for (const EventNumber number : timeline.touching({address, 1}))
    if (isOnStream(timeline.event(number)))
      last = number;
  return last;
}

void cycleReason(const Timeline& timeline, const std::vector<Wait>& waits, std::vector<Reason>& reasons) {
  const std::vector<unsigned> cycle = waitingCycle(waits);
  std::vector<std::string> links;
  for (std::size_t i = 0; i < cycle.size(); i++)
    links.push_back(
        fmt::format("{} waits for {}", threadText(timeline.witness(), cycle[i]),
                    cycle.size() == 1 ? "itself" : threadText(timeline.witness(), cycle[(i + 1) % cycle.size()])));
  if (!links.empty())
    reasons.push_back({fmt::format("A cycle: {}.", listText(links)), {}});
}

} // namespace

Explanation whyStuck(const Timeline& timeline) {
  const Witness& witness = timeline.witness();
  const std::vector<Wait> waits = waitsOf(timeline);
  std::vector<std::string> threads;
  for (const Wait& wait : waits)
    threads.push_back(threadText(witness, wait.thread));
  Explanation explanation;
  explanation.headline = errorName(witness.error.kind);
  if (!threads.empty())
    explanation.headline += fmt::format(": {} {}", listText(threads),
                                        witness.error.kind == ErrorKind::Livelock ? "come no further" : "cannot go on");
  else if (!witness.error.message.empty())
    explanation.headline += ": " + witness.error.message;
  explanation.headline += '.';
  for (const Wait& wait : waits) {
    const std::string place = placeText(wait.position);
    explanation.reasons.push_back({fmt::format("{} waits for {}{}{}.", threadText(witness, wait.thread),
                                               awaitedText(timeline, wait), place.empty() ? "" : " at ", place),
                                   timeline.lastOf(wait.thread, timeline.size())});
    const std::optional<DescriptorWait> descriptors =
        descriptorWaitOf(witness, {wait.thread, wait.what, wait.position});
    for (const WatchedStream& watched : descriptors ? descriptors->watched : std::vector<WatchedStream>())
      explanation.reasons.push_back({watchedText(witness, watched) + '.', lastOperationOn(timeline, watched.address)});
    if (wait.why)
      explanation.reasons.push_back({whyItWaits(timeline, wait), wait.why});
  }
  cycleReason(timeline, waits, explanation.reasons);
  return explanation;
}

} // namespace revisit::explain
