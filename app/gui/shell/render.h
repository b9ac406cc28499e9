// Pictures of the window, for documents and for looking at it where there is no screen.
#pragma once

#include "base/result.h"
#include "model/exploration_request.h"
#include "view/theme.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <functional>

namespace revisit::gui {

class MainWindow;

struct RenderOrder {
  QStringList files;          // a witness, two to compare, or a program or its sources, which are explored
  ExplorationRequest request; // how the latter are
  QString folder;
  QSize size{1280, 800};
};

// Is given the window as each scene has it; an error ends the show.
using SceneVisitor = std::function<Status(MainWindow& window, const QString& scene, ThemeKind theme)>;

// Opens the files in a window of its own and shows each main scene in both themes. Runs the event loop meanwhile. The
// user's settings stay as they are. Fails when the files cannot be opened or explored, or no execution is found.
Status visitScenes(const RenderOrder& order, const SceneVisitor& visit);

// Writes a picture of each main scene in both themes into the folder, which is made when it is not there:
// SCENE-THEME.png. Fails as visitScenes(), and when a picture cannot be written.
Status render(const RenderOrder& order);

} // namespace revisit::gui
