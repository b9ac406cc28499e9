// The docks of the panes, and their initial arrangement.
#pragma once

#include "view/widgets/pane.h"

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
  // Called after the last pane was added: puts every pane in its initial place.
  void arrange();
  // Restores the places of `layout`. False when `layout` is not valid; then nothing changes.
  bool restore(const QByteArray& layout);
  // For restore(). For an area that was never visible, and so never had its size, the restored layout or empty.
  QByteArray layoutState() const;

  const std::vector<Pane*>& panes() const { return m_panes; }
  QDockWidget* dockOf(const Pane& pane) const;
  // Null when no pane has that id.
  Pane* pane(const QString& id) const;
  // Shows the pane and brings its tab to the front; raise() also gives it the keyboard focus.
  void bringToFront(Pane& pane);
  void raise(Pane& pane);
  // Closes the pane with the keyboard focus, if any.
  void closeFocused();

protected:
  void childEvent(QChildEvent* event) override;
  void showEvent(QShowEvent* event) override;

private:
  void shareRoom();

  std::vector<Pane*> m_panes;
  std::vector<PanePlace> m_places;
  std::map<PanePlace, QDockWidget*> m_first; // the first dock of each place
  // Applies the initial shares, or the restored ones, once there is room.
  bool m_mustShare = false;
  QByteArray m_toRestore;
};

} // namespace revisit::gui
