// The pane of bookmarks: goes to them, names them and removes them. For one whose execution is not open, it says so and
// offers to open it.
#pragma once

#include "model/tables/bookmarks.h"
#include "view/widgets/pane.h"

#include <QPersistentModelIndex>

class QLabel;
class QPushButton;
class QTableView;

namespace revisit::gui {

class BookmarksPane : public Pane {
  Q_OBJECT

public:
  // Keeps a reference to `bookmarks`.
  BookmarksPane(SelectionModel& selection, Bookmarks& bookmarks, QWidget* parent = nullptr);

signals:
  // The window should open the witness of a bookmark.
  void openAsked(const QString& file);

private:
  QWidget* makeButtons();
  void toggle();
  void goTo();
  void remove();
  void executionChanged();
  void refresh();
  // Says that the bookmark's execution is not open, and offers what is possible.
  void offer(const Bookmark& bookmark);
  void takeOffer();
  void say(const QString& text, const QString& offer = {});
  int selectedRow() const;

  Bookmarks& m_bookmarks;
  QTableView* m_table;
  QLabel* m_answer;
  QPushButton* m_toggle;
  QPushButton* m_go;
  QPushButton* m_remove;
  QPushButton* m_offer;
  QPersistentModelIndex m_wanted; // to go to when its execution is open
  // The number of that execution in the present exploration; 0: its file must be opened.
  std::uint64_t m_wantedNumber = 0;
};

} // namespace revisit::gui
