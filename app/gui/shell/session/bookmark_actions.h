// What the menus do with bookmarks: marks the selected event, names its mark, and goes to a mark by a list, opening its
// execution where that is not open. Keeps the bookmarks of each program, by its build id, in the settings.
#pragma once

#include "model/bookmarks.h"
#include "shell/dialogs/settings.h"

class QMenu;
class QWidget;

namespace revisit::gui {

class BookmarkActions : public QObject {
  Q_OBJECT

public:
  // Keeps references to all. The program is that of the open witness. Menus and dialogs are over `window`.
  BookmarkActions(Settings& settings, SelectionModel& selection, QWidget& window);

  const Bookmarks& bookmarks() const { return m_bookmarks; }
  void addTo(QMenu& menu);
  // Selects its event. If its execution is not open, opens it first, as long as that can be found.
  void goTo(const Bookmark& bookmark);

signals:
  // The window should open the witness of a bookmark.
  void openAsked(const QString& file);
  // Why something could not be done, and what to do.
  void refused(const QString& reason);

private:
  void executionChanged();
  void toggle();
  void rename();
  void showList();
  void fill(QMenu& menu);

  Settings& m_settings;
  SelectionModel& m_selection;
  QWidget& m_window;
  Bookmarks m_bookmarks;
  QString m_buildId;                // empty: none yet
  std::optional<Bookmark> m_wanted; // to go to when its execution is open
};

} // namespace revisit::gui
