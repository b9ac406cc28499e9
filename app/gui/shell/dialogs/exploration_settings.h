// Converts an exploration request to settings and back, so that it can be started again later. Stateless.
#pragma once

#include "model/exploration/exploration_run.h"

#include <QVariantMap>

namespace revisit::gui {

QVariantMap toVariant(const ExplorationRequest& request);
// Missing entries get the values of a new request. Nothing when no file is named.
std::optional<ExplorationRequest> explorationFrom(const QVariantMap& map);

} // namespace revisit::gui
