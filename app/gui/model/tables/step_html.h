// A step of the algorithm as rich text, with links to events (as in explanations) and to lessons. Stateless.
#pragma once

#include "core/execution.h"

#include <QString>
#include <QUrl>

namespace revisit::gui {

// A lesson, which a "?" opens and closes: about the step's action or about a refusal.
struct LessonLink {
  std::optional<Refusal> refusal; // nothing: the action
  friend bool operator==(const LessonLink&, const LessonLink&) = default;
};

// `execution` shows the step; `log` has it. With `isGuided` every lesson is open, otherwise the one given by `open`.
QString stepHtml(const Step& step, const Execution& execution, const ExplorationLog& log,
                 const std::optional<LessonLink>& open, bool isGuided);

// The number of the execution that covers a refused revisit, of a link; nothing for other links.
std::optional<std::uint64_t> executionOfLink(const QUrl& link);

// The number, from 0, of the candidate whose cycle the link shows; nothing for other links.
std::optional<std::size_t> cycleOfLink(const QUrl& link);

// The lesson of a link; nothing for other links.
std::optional<LessonLink> lessonOfLink(const QUrl& link);

} // namespace revisit::gui
