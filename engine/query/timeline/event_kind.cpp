#include "query/timeline/event_kind.h"

#include <array>
#include <utility>

namespace revisit {
namespace {

constexpr std::string_view letters = "RWUFLCJBE"; // in the order of EventKind
static_assert(letters.size() == eventKinds);

constexpr std::array<std::pair<std::string_view, EventKind>, 16> names = {{
    {"read", EventKind::Read},
    {"load", EventKind::Read},
    {"write", EventKind::Write},
    {"store", EventKind::Write},
    {"update", EventKind::Update},
    {"rmw", EventKind::Update},
    {"read modify write", EventKind::Update},
    {"fence", EventKind::Fence},
    {"object", EventKind::Object},
    {"synchronisation", EventKind::Object},
    {"create", EventKind::Create},
    {"join", EventKind::Join},
    {"branch", EventKind::Branch},
    {"condition", EventKind::Branch},
    {"constraint", EventKind::Branch},
    {"choice", EventKind::Branch},
}};

} // namespace

EventKind kindOf(const WitnessEvent& event) {
  switch (groupOf(event.kind)) {
  case LabelGroup::Access:
    if (event.kind == LabelKind::Read || event.kind == LabelKind::Write)
      return event.kind == LabelKind::Read ? EventKind::Read : EventKind::Write;
    return !event.writes ? EventKind::Read : event.reads ? EventKind::Update : EventKind::Write;
  case LabelGroup::Fence:
    return EventKind::Fence;
  case LabelGroup::Object:
    return EventKind::Object;
  case LabelGroup::Thread:
    return event.kind == LabelKind::Create ? EventKind::Create : EventKind::Join;
  case LabelGroup::Condition:
  case LabelGroup::Number:
    return EventKind::Branch;
  case LabelGroup::Ending:
    break;
  }
  return EventKind::End;
}

char letterOf(EventKind kind) {
  return letters[static_cast<std::size_t>(kind)];
}

std::optional<EventKind> eventKindOfLetter(char letter) {
  const char upper = letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  const std::size_t found = letters.find(upper);
  return found == std::string_view::npos ? std::nullopt : std::optional(static_cast<EventKind>(found));
}

std::optional<EventKind> eventKindOfName(std::string_view name) {
  for (const auto& [known, kind] : names)
    if (name == known || (name.ends_with('s') && name.substr(0, name.size() - 1) == known))
      return kind;
  return std::nullopt;
}

} // namespace revisit
