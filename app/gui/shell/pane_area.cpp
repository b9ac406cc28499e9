#include "pane_area.h"

#include <QApplication>
#include <QChildEvent>
#include <QDockWidget>
#include <QTabBar>

#include <algorithm>
#include <utility>

namespace revisit::gui {

PaneArea::PaneArea(QWidget* parent) : QMainWindow(parent, Qt::Widget) {
  setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  setContextMenuPolicy(Qt::NoContextMenu);
}

void PaneArea::add(Pane* pane, PanePlace place) {
  auto* dock = new QDockWidget(pane->info().title, this);
  dock->setObjectName(QStringLiteral("dock-") + pane->info().id);
  dock->setWidget(pane);
  connect(dock, &QDockWidget::visibilityChanged, pane, &Pane::setInSight);
  m_panes.push_back(pane);
  m_places.push_back(place);
  addDockWidget(Qt::TopDockWidgetArea, dock);
}

void PaneArea::arrange() {
  m_first.clear();
  for (std::size_t i = 0; i < m_panes.size(); i++) {
    QDockWidget* dock = dockOf(*m_panes[i]);
    removeDockWidget(dock);
    dock->setFloating(false);
    m_first.try_emplace(m_places[i], dock);
  }
  // Creates all places before the tabs, because Qt cannot split a place that already has tabs.
  for (const auto& [place, dock] : m_first)
    if (place == PanePlace::SideBelow && m_first.contains(PanePlace::Side))
      splitDockWidget(m_first[PanePlace::Side], dock, Qt::Vertical);
    else
      addDockWidget(place < PanePlace::Bottom ? Qt::TopDockWidgetArea : Qt::BottomDockWidgetArea, dock, Qt::Horizontal);
  for (std::size_t i = 0; i < m_panes.size(); i++) {
    QDockWidget* dock = dockOf(*m_panes[i]);
    if (dock != m_first[m_places[i]])
      tabifyDockWidget(m_first[m_places[i]], dock);
    dock->show();
  }
  for (const auto& [place, dock] : m_first)
    dock->raise();
  m_mustShare = !isVisible();
  m_toRestore.clear();
  shareRoom();
}

bool PaneArea::restore(const QByteArray& layout) {
  if (!restoreState(layout))
    return false;
  m_mustShare = false;
  m_toRestore = isVisible() ? QByteArray() : layout;
  return true;
}

QByteArray PaneArea::layoutState() const {
  return m_mustShare || !m_toRestore.isEmpty() ? m_toRestore : saveState();
}

// Only now the area has its size, so that restored widths and heights apply.
void PaneArea::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  if (std::exchange(m_mustShare, false))
    shareRoom();
  if (const QByteArray layout = std::exchange(m_toRestore, {}); !layout.isEmpty())
    restoreState(layout);
}

void PaneArea::shareRoom() {
  // A share in hundredths of the area.
  struct Share {
    PanePlace place;
    int part;
  };
  const auto share = [&](std::initializer_list<Share> shares, Qt::Orientation orientation, int whole) {
    QList<QDockWidget*> docks;
    QList<int> sizes;
    for (const auto& [place, part] : shares)
      if (const auto dock = m_first.find(place); dock != m_first.end()) {
        docks.push_back(dock->second);
        sizes.push_back(whole * part / 100);
      }
    resizeDocks(docks, sizes, orientation);
  };
  share({{PanePlace::Left, 26}, {PanePlace::Main, 46}, {PanePlace::Side, 28}}, Qt::Horizontal, width());
  share({{PanePlace::Bottom, 50}, {PanePlace::BottomRight, 50}}, Qt::Horizontal, width());
  share({{PanePlace::Main, 62}, {PanePlace::Bottom, 38}}, Qt::Vertical, height());
  share({{PanePlace::Side, 34}, {PanePlace::SideBelow, 28}}, Qt::Vertical, height());
}

QDockWidget* PaneArea::dockOf(const Pane& pane) const {
  return qobject_cast<QDockWidget*>(pane.parentWidget());
}

Pane* PaneArea::pane(const QString& id) const {
  const auto found = std::ranges::find_if(m_panes, [&](const Pane* pane) { return pane->info().id == id; });
  return found != m_panes.end() ? *found : nullptr;
}

void PaneArea::bringToFront(Pane& pane) {
  QDockWidget* dock = dockOf(pane);
  dock->show();
  dock->raise();
}

void PaneArea::raise(Pane& pane) {
  bringToFront(pane);
  pane.setFocus();
}

void PaneArea::closeFocused() {
  const QWidget* focus = QApplication::focusWidget();
  const auto found =
      std::ranges::find_if(m_panes, [&](const Pane* pane) { return focus && pane->isAncestorOf(focus); });
  if (found != m_panes.end())
    dockOf(**found)->close();
}

// Dragging something over a tab brings its pane to the front, so that it can be dropped there.
void PaneArea::childEvent(QChildEvent* event) {
  QMainWindow::childEvent(event);
  if (auto* tabs = event->polished() ? qobject_cast<QTabBar*>(event->child()) : nullptr) {
    tabs->setAcceptDrops(true);
    tabs->setChangeCurrentOnDrag(true);
  }
}

} // namespace revisit::gui
