// A step of the algorithm as rich text. Its links lead to events, as those of explanations do, and to lessons.
// Stateless.
#pragma once

#include "execution.h"

#include <QString>
#include <QUrl>

namespace revisit::gui {

// A lesson that a "?" opens and closes: of the step's action, or of a refusal.
struct LessonLink {
  std::optional<Refusal> refusal; // nothing: the action
  friend bool operator==(const LessonLink&, const LessonLink&) = default;
};

// `execution` shows the step; `finished` is the execution of a step that finished one. With `isGuided` every lesson is
// open, else the one that `open` says.
QString stepHtml(const Step& step, const Execution& execution, const std::vector<std::string>& threads,
                 const ExecutionSummary* finished, const std::optional<LessonLink>& open, bool isGuided);

// The lesson that a link leads to; nothing for other links.
std::optional<LessonLink> lessonOfLink(const QUrl& link);

} // namespace revisit::gui
