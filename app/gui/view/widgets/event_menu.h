// The context menu of events in all views: replaying up to an event, and breakpoints on events and their relations. It
// is attached to views, which do not know it.
#pragma once

#include "replay_actions.h"

#include <functional>

class QAbstractItemView;
class QAbstractScrollArea;
class QMenu;

namespace revisit::gui {

class EventMenu : public QObject {
  Q_OBJECT

public:
  explicit EventMenu(ReplayLink& link, QObject* parent = nullptr);

  // A view with a RowMenu whose model has EventsModel::EventRole.
  void serve(QAbstractItemView& view);
  // A view that says which event of the open execution is at a point of its viewport.
  using EventAt = std::function<std::optional<EventNumber>(const QPoint& point)>;
  void serve(QAbstractScrollArea& view, EventAt eventAt);

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  void fill(QMenu& menu, EventNumber event);
  void addFold(QMenu& menu, EventNumber event);
  void addBreakpoints(QMenu& menu, EventNumber event);
  void addBreakpoint(QMenu& menu, const EventFilter& filter, const std::string& text);

  ReplayLink& m_link;
  std::map<QObject*, EventAt> m_served; // by view and viewport
};

} // namespace revisit::gui
