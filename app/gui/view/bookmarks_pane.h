// The events that the user has marked: going to them, naming them, taking the mark away. One of an execution that is
// not open says so, and what to do.
#pragma once

#include "model/bookmarks.h"
#include "pane.h"

#include <QPersistentModelIndex>

class QLabel;
class QPushButton;
class QTableView;

namespace revisit::gui {

class BookmarksPane : public Pane {
  Q_OBJECT

public:
  // `bookmarks` must outlive the pane.
  BookmarksPane(SelectionModel& selection, Bookmarks& bookmarks, QWidget* parent = nullptr);

signals:
  // The witness of a bookmark is to be opened in the window.
  void openAsked(const QString& file);

private:
  QWidget* makeButtons();
  void toggle();
  void goTo();
  void remove();
  void executionChanged();
  void refresh();
  // Says that the bookmark's execution is not open, and offers what there is.
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
  QPersistentModelIndex m_wanted;   // to go to when its execution is open
  std::uint64_t m_wantedNumber = 0; // of that execution in the exploration at hand; 0: its file is to be opened
};

} // namespace revisit::gui
