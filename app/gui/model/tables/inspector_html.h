// The texts of the inspector: the cause of the error with its numbered events, the selected event with who wrote what
// it sees, and the state of the program there. Events are links (explanation_html.h). Stateless.
#pragma once

#include "core/execution.h"
#include "model/sideways/sideways.h"
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
// What the event does, `otherwise`, which may be empty, and why the event turns out so, unless the cause says it.
QString eventHtml(const Execution& execution, const Explanation& bug, EventNumber event, const QString& otherwise,
                  const InspectorColours& colours);
// What the thread waits to do at the end, and `otherwise`.
QString waitHtml(const Execution& execution, unsigned thread, const QString& otherwise,
                 const InspectorColours& colours);
// What could have happened instead: those that are possible are links, "take:3" by their number in the list. `all`: not
// only the first ones, and why others are impossible; the link "more:" asks for that. Inputs have links to values with
// which the path is another one: "input:0/85", the number in the list and the value. Empty if nothing else could have.
QString otherwiseHtml(const Otherwise& otherwise, bool all, const InspectorColours& colours);
// While it is not known.
QString askingHtml(const InspectorColours& colours);
// The values of what the event accesses; empty if it accesses nothing.
QString valuesHtml(const Execution& execution, EventNumber event, SchedulePosition position,
                   const InspectorColours& colours);
// Threads, locks and shared variables at the position. Sections without content are absent.
QString stateHtml(const Execution& execution, SchedulePosition position, const InspectorColours& colours);

// The neighbouring write in coherence; of an operation on an object the neighbouring operation. Nothing: there is none.
std::optional<EventNumber> writerBefore(const Timeline& timeline, EventNumber event);
std::optional<EventNumber> writerAfter(const Timeline& timeline, EventNumber event);

} // namespace revisit::gui
