#include "witness/descriptor_wait.h"

#include "program/objects/object_operations.h"
#include "program/objects/streams.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace revisit {
namespace {

constexpr std::string_view ofLibrary = "revisit_libc_";

// The events of the round that failed at the end, in order; of a loop of the library that says itself that it waits,
// all of the call. Empty: the thread does not wait in such a loop.
std::vector<const WitnessEvent*> lastRound(const Witness& witness, unsigned thread) {
  std::vector<const WitnessEvent*> own;
  for (const WitnessEvent& event : witness.schedule)
    if (event.thread == thread)
      own.push_back(&event);
  if (own.empty() || own.back()->kind != LabelKind::AwaitFailed)
    return {};
  std::size_t round = std::min<std::size_t>(own.back()->round, own.size() - 1);
  const std::string call = own.size() < 2 ? "" : machineCallOf(own[own.size() - 2]->calls);
  if (own.back()->round == 0 && !call.empty())
    while (round + 1 < own.size() && machineCallOf(own[own.size() - 2 - round]->calls) == call)
      round++;
  return {own.end() - 1 - static_cast<std::ptrdiff_t>(round), own.end() - 1};
}

// The stream whose operations count edges here: whoever adds one has just used it.
const WitnessEvent* streamOfEdges(const Witness& witness, std::uint64_t counter) {
  std::vector<const WitnessEvent*> last(witness.threads.size());
  const WitnessEvent* found = nullptr;
  for (const WitnessEvent& event : witness.schedule) {
    if (!isOnStream(event))
      continue;
    if (event.address != counter)
      last[event.thread] = &event;
    else if (roleOf(*event.objectOp) == ObjectRole::Put && last[event.thread])
      found = last[event.thread];
  }
  return found;
}

WatchedStream watchedBy(const Witness& witness, std::uint64_t address, const std::string& what, ObjectKind kind) {
  return {address, what, kind, stateAtEnd(witness, address), false, false};
}

void addWatched(std::vector<WatchedStream>& all, WatchedStream watched) {
  const auto same = std::ranges::find(all, watched.address, &WatchedStream::address);
  if (same == all.end())
    all.push_back(std::move(watched));
  else
    same->wantsRoom &= watched.wantsRoom;
}

void lookAt(const Witness& witness, const WitnessEvent& event, DescriptorWait& wait) {
  const ObjectKind kind = kindOf(*event.objectOp);
  const ObjectRole role = roleOf(*event.objectOp);
  const bool isEdge = kind == ObjectKind::Counter && role == ObjectRole::Take && !descriptorOf(witness, event.address);
  const WitnessEvent* const stream = isEdge ? streamOfEdges(witness, event.address) : &event;
  if (!stream)
    return;
  WatchedStream watched = watchedBy(witness, stream->address, stream->what, kindOf(*stream->objectOp));
  watched.needsEdge = isEdge;
  constexpr std::uint32_t toRead = StreamReadable | StreamEnded;
  watched.wantsRoom = role == ObjectRole::Put || (role == ObjectRole::LookFor && event.argument &&
                                                  (StreamUse::of(*event.argument).units & toRead) == 0);
  addWatched(wait.watched, std::move(watched));
}

} // namespace

// The outermost one.
std::string machineCallOf(const std::vector<WitnessPosition>& calls) {
  std::string name;
  for (const WitnessPosition& frame : calls)
    if (frame.function.starts_with(ofLibrary))
      name = frame.function.substr(ofLibrary.size());
  return name;
}

bool changesWatches(const std::vector<WitnessPosition>& calls) {
  return machineCallOf(calls) == "epoll_ctl";
}

std::optional<DescriptorWait> descriptorWaitOf(const Witness& witness, const WitnessWaiting& waiting) {
  DescriptorWait wait{waiting.thread, "", 0, "", {}, {}, waiting.position};
  for (const WitnessEvent* const event : lastRound(witness, waiting.thread)) {
    if (const std::string call = machineCallOf(event->calls); wait.call.empty())
      wait.call = call;
    const WitnessDescriptor* const descriptor = event->objectOp ? descriptorOf(witness, event->address) : nullptr;
    if (descriptor && kindOf(*event->objectOp) == ObjectKind::Mutex && wait.set == 0) {
      wait.set = event->address;
      wait.setName = descriptor->what;
    } else if (isOnStream(*event)) {
      lookAt(witness, *event, wait);
    }
  }
  const Awaited& what = waiting.what;
  if (!wait.watched.empty() || wait.set != 0)
    return wait;
  if (what.kind != AwaitedKind::Operation || !what.operation || what.address == 0)
    return std::nullopt;
  const ObjectKind kind = kindOf(*what.operation);
  if (kind != ObjectKind::Stream && kind != ObjectKind::Counter)
    return std::nullopt;
  wait.operation = what.operation;
  WatchedStream watched = watchedBy(witness, what.address, what.name, kind);
  watched.wantsRoom = roleOf(*what.operation) == ObjectRole::Put;
  wait.watched.push_back(std::move(watched));
  return wait;
}

std::string descriptorWords(const DescriptorWait& wait) {
  std::vector<std::string> names;
  for (const WatchedStream& watched : wait.watched)
    names.push_back(watched.what);
  const std::string call = wait.call.empty() ? "a loop" : wait.call;
  return fmt::format("{} in {}{}",
                     names.empty() ? "nothing that can become ready" : fmt::format("{}", fmt::join(names, " or ")),
                     call, wait.setName.empty() ? "" : fmt::format(" ({})", wait.setName));
}

std::string watchedText(const Witness& witness, const WatchedStream& watched) {
  std::string text = fmt::format("{}: {}", watched.what, contentText(watched.kind, watched.state, watched.wantsRoom));
  if (watched.needsEdge && watched.state.count != 0)
    return text + " left, and no new edge";
  const bool isGone = watched.wantsRoom ? watched.state.readersGone : watched.state.writersGone;
  if (watched.kind == ObjectKind::Counter || isGone)
    return text;
  const std::vector<const WitnessDescriptor*> open =
      watched.wantsRoom ? openReaders(witness, watched.address) : openWriters(witness, watched.address);
  const bool isPipe = !open.empty() && !open.front()->part.empty();
  std::vector<std::string> texts;
  for (const WitnessDescriptor* const descriptor : open)
    texts.push_back(descriptorText(witness, *descriptor));
  if (open.empty())
    return text;
  return fmt::format("{}, {} {}{} open ({})", text, open.size(), isPipe ? open.front()->part : "descriptor",
                     open.size() == 1 ? "" : "s", fmt::join(texts, "; "));
}

} // namespace revisit
