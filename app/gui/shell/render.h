// Pictures of the window, for documents and for looking at it where there is no screen.
#pragma once

#include "base/result.h"

#include <QSize>
#include <QString>

namespace revisit::gui {

struct RenderOrder {
  QString witness, folder;
  QString other; // a witness to compare it with; may be empty
  QSize size{1280, 800};
};

// Opens the witness in a window of its own and writes a picture of each main scene in both themes into the folder,
// which is made when it is not there: SCENE-THEME.png. Runs the event loop meanwhile. The user's settings stay as they
// are. Fails when the witness cannot be opened or a picture not written.
Status render(const RenderOrder& order);

} // namespace revisit::gui
