#include "witness/streams_at_end.h"

#include "base/file_name.h"
#include "program/objects/object_operations.h"
#include "program/objects/streams.h"
#include "program/step_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit {
namespace {

template <class Takes> std::vector<const WitnessDescriptor*> openWhere(const Witness& witness, const Takes& takes) {
  std::vector<const WitnessDescriptor*> found;
  for (const WitnessDescriptor& descriptor : witness.descriptors)
    if (!descriptor.closed && takes(descriptor))
      found.push_back(&descriptor);
  return found;
}

} // namespace

bool isOnStream(const WitnessEvent& event) {
  return event.objectOp &&
         (kindOf(*event.objectOp) == ObjectKind::Stream || kindOf(*event.objectOp) == ObjectKind::Counter);
}

ObjectState afterOperation(ObjectState before, const WitnessEvent& event) {
  if (!event.argument)
    return before;
  const ObjectEffect effect = applyOperation(before, ThreadId(event.thread), *event.objectOp, *event.argument);
  return effect.enabled ? effect.after : before;
}

ObjectState stateAtEnd(const Witness& witness, std::uint64_t address) {
  ObjectState state;
  for (const WitnessEvent& event : witness.schedule)
    if (event.address == address && isOnStream(event))
      state = afterOperation(state, event);
  return state;
}

std::vector<const WitnessDescriptor*> openWriters(const Witness& witness, std::uint64_t address) {
  return openWhere(witness, [&](const WitnessDescriptor& descriptor) { return descriptor.writes == address; });
}

std::vector<const WitnessDescriptor*> openReaders(const Witness& witness, std::uint64_t address) {
  return openWhere(witness, [&](const WitnessDescriptor& descriptor) { return descriptor.reads == address; });
}

const WitnessDescriptor* descriptorOf(const Witness& witness, std::uint64_t address) {
  const auto found = std::find_if(witness.descriptors.rbegin(), witness.descriptors.rend(),
                                  [&](const auto& each) { return each.reads == address || each.writes == address; });
  return address != 0 && found != witness.descriptors.rend() ? &*found : nullptr;
}

std::string descriptorText(const Witness& witness, const WitnessDescriptor& descriptor) {
  const WitnessPosition& place = descriptor.made.position;
  const unsigned thread = descriptor.made.thread;
  return fmt::format("descriptor {}, {} by {}{}", descriptor.number, descriptor.isCopy ? "a copy made" : "made",
                     fmt::format("T{} {}", thread, witness.threads[thread].name),
                     place.file.empty() ? "" : fmt::format(" at {}:{}", fileName(place.file), place.line));
}

std::string contentText(ObjectKind kind, const ObjectState& state, bool wantsRoom) {
  if (kind == ObjectKind::Counter)
    return fmt::format("counts {}", std::uint64_t{state.limit} << 32 | state.count);
  std::string text = fmt::format("{} byte{}", state.count, state.count == 1 ? "" : "s");
  if (wantsRoom)
    text += ", no room for more";
  if (state.writersGone)
    text += ", no writer";
  if (state.readersGone)
    text += ", no reader";
  return text;
}

} // namespace revisit
