// The docks that the panes are in, and how they stand at first.
#pragma once

#include "view/pane.h"

#include <QMainWindow>

#include <map>
#include <vector>

class QDockWidget;

namespace revisit::gui {

// Where a pane stands at first. Panes of one place share it as tabs, in the order in which they are added.
//
//   Left  |  Main         | Side
//         |               |-----------
//         |               | SideBelow
//   ----------------------------------
//   Bottom      |  BottomRight
enum class PanePlace : std::uint8_t { Left, Main, Side, SideBelow, Bottom, BottomRight };

class PaneArea : public QMainWindow {
  Q_OBJECT

public:
  explicit PaneArea(QWidget* parent = nullptr);

  // Takes ownership.
  void add(Pane* pane, PanePlace place);
  // After the last one was added: puts every pane where it stands at first.
  void arrange();
  // Puts them where they were when `layout` was made; false, and nothing is changed, when that is not known.
  bool restore(const QByteArray& layout);
  // For restore(). Of an area that was never seen, and so never had its size, it is what was restored, or empty.
  QByteArray layoutState() const;

  const std::vector<Pane*>& panes() const { return m_panes; }
  QDockWidget* dockOf(const Pane& pane) const;
  // Null when there is none of that id.
  Pane* pane(const QString& id) const;
  // Shows the pane and brings its tab to the front; raise() gives it the keyboard, too.
  void bringToFront(Pane& pane);
  void raise(Pane& pane);
  // Closes the pane that has the keyboard; nothing happens when none has it.
  void closeFocused();

protected:
  void childEvent(QChildEvent* event) override;
  void showEvent(QShowEvent* event) override;

private:
  void shareRoom();

  std::vector<Pane*> m_panes;
  std::vector<PanePlace> m_places;
  std::map<PanePlace, QDockWidget*> m_first; // of each place
  // When there is room: the shares of the places at first, or what was restored.
  bool m_mustShare = false;
  QByteArray m_toRestore;
};

} // namespace revisit::gui
