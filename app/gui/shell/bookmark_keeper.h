// Keeps the bookmarks of each program, by its build, in the settings.
#pragma once

#include "model/bookmarks.h"
#include "settings.h"

namespace revisit::gui {

class BookmarkKeeper : public QObject {
  Q_OBJECT

public:
  // All must outlive this. The program is that of the witness that is open.
  BookmarkKeeper(Settings& settings, SelectionModel& selection, Bookmarks& bookmarks);

  // For executions that do not say which program they are of: the one being explored. Nothing happens when it is that
  // already.
  void setProgram(const QString& buildId);

private:
  Settings& m_settings;
  Bookmarks& m_bookmarks;
  QString m_buildId; // empty: none yet
};

} // namespace revisit::gui
