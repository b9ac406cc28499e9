// An exploration in the words of the settings, to be begun again another time. Stateless.
#pragma once

#include "model/exploration_run.h"

#include <QVariantMap>

namespace revisit::gui {

QVariantMap toVariant(const ExplorationRequest& request);
// What is missing is as in a new request. Nothing when no file is named.
std::optional<ExplorationRequest> explorationFrom(const QVariantMap& map);

} // namespace revisit::gui
