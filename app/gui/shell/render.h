// Makes pictures of the window, for documents and for machines without a screen.
#pragma once

#include "base/result.h"
#include "cli/options/exploration_request.h"
#include "view/widgets/theme.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <functional>

namespace revisit::gui {

class MainWindow;

struct RenderOrder {
  QStringList files;          // a witness, two to compare, or a program or its sources, which are explored
  ExplorationRequest request; // the options for an exploration
  QString folder;
  QSize size{1280, 800};
};

// Called with the window in each scene; an error stops.
using SceneVisitor = std::function<Status(MainWindow& window, const QString& scene, ThemeKind theme)>;

// Opens the files in a separate window and shows each main scene in both themes. Runs the event loop. Does not change
// the user's settings. Fails when the files cannot be opened or explored, or when no execution is found.
Status visitScenes(const RenderOrder& order, const SceneVisitor& visit);

// Writes a picture of each main scene in both themes to the folder, which is created if necessary: SCENE-THEME.png.
// Fails as visitScenes(), and when a picture cannot be written.
Status render(const RenderOrder& order);

} // namespace revisit::gui
