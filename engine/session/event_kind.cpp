#include "session/event_kind.h"

#include <string_view>

namespace revisit {
namespace {

constexpr std::string_view letters = "RWUFLCJBE"; // in the order of EventKind
static_assert(letters.size() == eventKinds);

} // namespace

EventKind kindOf(const WitnessEvent& event) {
  switch (event.kind) {
  case LabelKind::Read:
    return EventKind::Read;
  case LabelKind::Write:
    return EventKind::Write;
  case LabelKind::Rmw:
  case LabelKind::Cas:
    return !event.writes ? EventKind::Read : event.reads ? EventKind::Update : EventKind::Write;
  case LabelKind::Fence:
    return EventKind::Fence;
  case LabelKind::Object:
    return EventKind::Object;
  case LabelKind::Create:
    return EventKind::Create;
  case LabelKind::Join:
    return EventKind::Join;
  case LabelKind::Constraint:
  case LabelKind::Assume:
  case LabelKind::Enumerate:
    return EventKind::Branch;
  default:
    return EventKind::End;
  }
}

char letterOf(EventKind kind) {
  return letters[static_cast<std::size_t>(kind)];
}

std::optional<EventKind> eventKindOfLetter(char letter) {
  const char upper = letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  const std::size_t found = letters.find(upper);
  return found == std::string_view::npos ? std::nullopt : std::optional(static_cast<EventKind>(found));
}

} // namespace revisit
