// The main scenes of the window, one after the other.
#pragma once

#include "base/result.h"
#include "cli/options/exploration_request.h"
#include "shell/main_window.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <functional>

namespace revisit::gui::test {

struct SceneOrder {
  QStringList files;          // a witness, two to compare, or a program or its sources, which are explored
  ExplorationRequest request; // the options for an exploration
  QSize size{1280, 800};
};

// Called with the window in each scene; an error stops.
using SceneVisitor = std::function<Status(MainWindow& window, const QString& scene, ThemeKind theme)>;

// Opens the files in a separate window and shows each main scene in both themes. Runs the event loop. Does not change
// the user's settings. Fails when the files cannot be opened or explored, or when no execution is found.
Status visitScenes(const SceneOrder& order, const SceneVisitor& visit);

} // namespace revisit::gui::test
