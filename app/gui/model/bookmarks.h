// Bookmarks: events of all executions of one program that the user marked. The selection model receives those of the
// open execution, for all panes. Thread rule: the window's thread.
#pragma once

#include "model/selection_model.h"

#include <QObject>
#include <QVariantList>

namespace revisit::gui {

struct Bookmark {
  QString name;      // what the user calls it; at first the event in short
  QString execution; // its id
  QString file;      // of the witness; empty: an execution of an exploration
  unsigned thread = 0, index = 0;
  QString event; // its text: "T1 R x = 1  main.c:31"
  friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

class Bookmarks : public QObject {
  Q_OBJECT

public:
  // `selection` must outlive this.
  explicit Bookmarks(SelectionModel& selection, QObject* parent = nullptr);

  const std::vector<Bookmark>& all() const { return m_bookmarks; }
  // Replaces all bookmarks; does not emit changed().
  void setAll(std::vector<Bookmark> bookmarks);

  // The reason why no event can be marked now; empty when one can.
  QString whyNot() const;
  // Marks the selected event, or removes its mark. Does nothing if whyNot() is not empty.
  void toggle();
  void remove(std::size_t bookmark);
  // The bookmark of the selected event; nothing when it has none.
  std::optional<std::size_t> selected() const;
  // Blanks only: keeps the name it has.
  void rename(std::size_t bookmark, const QString& name);
  // Whether the bookmark belongs to the open execution.
  bool isOpen(const Bookmark& bookmark) const;
  // Selects the event. False when its execution is not open, or has no such event.
  bool goTo(const Bookmark& bookmark);

signals:
  // The user changed a bookmark, so the bookmarks must be saved.
  void changed();

private:
  std::optional<EventNumber> numberOf(const Bookmark& bookmark) const;
  void add();
  void refresh();

  SelectionModel& m_selection;
  std::vector<Bookmark> m_bookmarks;
};

// Conversions for the settings. Invalid entries are left out. A note, which earlier versions kept, joins the name.
QVariantList toVariant(const std::vector<Bookmark>& bookmarks);
std::vector<Bookmark> bookmarksFrom(const QVariantList& list);

} // namespace revisit::gui
