#include "query/findings/error_views.h"

#include "query/interleaving/relevance.h"

namespace revisit {

std::optional<Timeline> ErrorViews::timelineOf(const std::shared_ptr<const Witness>& witness,
                                               const WitnessError& error) {
  if (m_of != witness) {
    m_of = witness;
    m_alone = *m_of;
    m_alone.others.clear();
  }
  m_alone.error = error;
  return timelineForReport(m_alone);
}

} // namespace revisit
