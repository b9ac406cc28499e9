// The context menu of events in all views: replaying up to an event, and breakpoints on events and their relations. It
// is attached to views, which do not know it.
#pragma once

#include "replay_actions.h"

class QAbstractItemView;
class QMenu;

namespace revisit::gui {

class GraphView;

class EventMenu : public QObject {
  Q_OBJECT

public:
  explicit EventMenu(ReplayLink& link, QObject* parent = nullptr);

  // A view with a RowMenu whose model has EventsModel::EventRole.
  void serve(QAbstractItemView& view);
  void serve(GraphView& view);

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  std::optional<EventNumber> eventAt(const GraphView& view, const QPoint& point) const;
  void fill(QMenu& menu, EventNumber event);
  void addFold(QMenu& menu, EventNumber event);
  void addBreakpoints(QMenu& menu, EventNumber event);
  void addBreakpoint(QMenu& menu, const EventFilter& filter, const std::string& text);

  ReplayLink& m_link;
};

} // namespace revisit::gui
