// Bookmarks: events of all executions of one program that the user marked, as a table. Names and notes can be edited in
// place. The selection model receives the bookmarks of the open execution, for all panes. Thread rule: the window's
// thread.
#pragma once

#include "model/selection_model.h"

#include <QAbstractTableModel>
#include <QVariantList>

namespace revisit::gui {

struct Bookmark {
  QString name;
  QString execution; // its id
  QString file;      // of the witness; empty: an execution of an exploration
  unsigned thread = 0, index = 0;
  QString event; // its text: "T1 R x = 1  main.c:31"
  QString note;
  friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

class Bookmarks : public QAbstractTableModel {
  Q_OBJECT

public:
  enum Column { Name, Event, ExecutionId, Note, columns };

  // `selection` must outlive this.
  explicit Bookmarks(SelectionModel& selection, QObject* parent = nullptr);

  const std::vector<Bookmark>& all() const { return m_bookmarks; }
  // Replaces all bookmarks; does not emit changed().
  void setAll(std::vector<Bookmark> bookmarks);

  // The reason why no event can be marked now; empty when one can.
  QString whyNot() const;
  // Marks the selected event, or removes its mark. Does nothing if whyNot() is not empty.
  void toggle();
  void remove(int row);
  // Whether the bookmark belongs to the open execution.
  bool isOpen(const Bookmark& bookmark) const;
  // Selects the event. False when its execution is not open, or has no such event.
  bool goTo(int row);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

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

// Conversions for the settings. Invalid entries are left out.
QVariantList toVariant(const std::vector<Bookmark>& bookmarks);
std::vector<Bookmark> bookmarksFrom(const QVariantList& list);

} // namespace revisit::gui
