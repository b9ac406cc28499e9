// Lessons about the algorithm: for each kind of action and each refusal a paragraph in plain words, with the term from
// the literature. For users who learn the algorithm by watching it. Stateless; knows no Qt.
#pragma once

#include "explore/actions.h"

#include <string_view>

namespace revisit::gui {

struct StepLesson {
  std::string_view title;  // "A revisit is refused"
  std::string_view text;   // a paragraph
  std::string_view notion; // "backward revisit", "maximality"
};

const StepLesson& lessonOf(ActionKind action);
// For Refusal::None: why an alternative is kept for later.
const StepLesson& lessonOf(Refusal refusal);

// The introduction before the first step.
std::string_view introduction();

} // namespace revisit::gui
