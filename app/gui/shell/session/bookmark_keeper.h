// Stores the bookmarks of each program, identified by its build id, in the settings.
#pragma once

#include "model/tables/bookmarks.h"
#include "shell/dialogs/settings.h"

namespace revisit::gui {

class BookmarkKeeper : public QObject {
  Q_OBJECT

public:
  // Keeps references to all. The program is that of the open witness.
  BookmarkKeeper(Settings& settings, SelectionModel& selection, Bookmarks& bookmarks);

  // For executions without a program of their own: sets the program that is being explored. Does nothing when it is
  // already set.
  void setProgram(const QString& buildId);

private:
  Settings& m_settings;
  Bookmarks& m_bookmarks;
  QString m_buildId; // empty: none yet
};

} // namespace revisit::gui
