// Lessons about searches over states: for each kind of step a paragraph in plain words. Stateless; knows no Qt.
#pragma once

#include "log/state_log.h"

#include <string_view>

namespace revisit::gui {

struct StateLesson {
  std::string_view title; // "A new state"
  std::string_view text;  // a paragraph
};

const StateLesson& lessonOf(StateStepKind kind);

} // namespace revisit::gui
