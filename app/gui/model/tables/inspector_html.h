// The texts of the inspector: the cause of the error with its numbered events, the selected event with who wrote what
// it sees, and the state of the program there. Events are links (explanation_html.h). Stateless.
#pragma once

#include "core/execution.h"
#include "query/explain/explain.h"

#include <QColor>
#include <QString>

namespace revisit::gui {

struct InspectorColours {
  QColor cause, quiet, link;
};

// `bug`: whyBug() of the execution. Why the error shows, or how the execution ends: the headline, then the reasons with
// the numbers of the cause.
QString causeHtml(const Execution& execution, const Explanation& bug, const InspectorColours& colours);
// What the event does and why it turns out so, unless the cause says it, and the values of what it accesses.
QString eventHtml(const Execution& execution, const Explanation& bug, EventNumber event, SchedulePosition position,
                  const InspectorColours& colours);
// Threads, locks and shared variables at the position. Sections without content are absent.
QString stateHtml(const Execution& execution, SchedulePosition position, const InspectorColours& colours);

// The neighbouring write in coherence; of an operation on an object the neighbouring operation. Nothing: there is none.
std::optional<EventNumber> writerBefore(const Timeline& timeline, EventNumber event);
std::optional<EventNumber> writerAfter(const Timeline& timeline, EventNumber event);

} // namespace revisit::gui
