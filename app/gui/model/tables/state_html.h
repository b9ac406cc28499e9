// A step of a search over states, and a state, as rich text, with links to states. Stateless.
#pragma once

#include "log/exploration_log.h"
#include "log/state_log.h"

#include <QString>
#include <QUrl>

namespace revisit::gui {

// The step, and why each thread joined a set `current`. With `withLesson`, what such a step is for.
QString stateStepHtml(const ExplorationLog& log, const StateStep& step, bool withLesson);

// The state as it was after the step: its sets, what each thread does next, and what is shared.
QString stateHtml(const StateLog& log, std::uint32_t state, std::uint64_t step);

// The state of a link; nothing for other links.
std::optional<std::uint32_t> stateOfLink(const QUrl& link);

} // namespace revisit::gui
