#include "shown_error.h"

#include "program/positions.h"
#include "query/interleaving/relevance.h"

namespace revisit::cli {

ShownError shown(ErrorViews& views, const CheckError& error) {
  ShownError shown{views.timelineOf(error.witness, error.error), {}, {}};
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
