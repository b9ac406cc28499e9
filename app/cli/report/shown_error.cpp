#include "shown_error.h"

#include "program/positions.h"
#include "query/interleaving/relevance.h"

namespace revisit::cli {

std::optional<Timeline> ErrorViews::timelineOf(const CheckError& error) {
  if (m_of != error.witness) {
    m_of = error.witness;
    m_alone = *m_of;
    m_alone.others.clear();
  }
  m_alone.error = error.error;
  return timelineForReport(m_alone);
}

ShownError ErrorViews::shown(const CheckError& error) {
  ShownError shown{timelineOf(error), {}, {}};
  if (!shown.timeline)
    return shown;
  shown.events = eventsAtAGlance(*shown.timeline);
  shown.explanation = whyBug(*shown.timeline);
  return shown;
}

const WitnessPosition* placeOf(const WitnessEvent& event) {
  const WitnessPosition* place = shownPosition(event.calls);
  return place && !place->file.empty() && place->line != 0 ? place : nullptr;
}

} // namespace revisit::cli
