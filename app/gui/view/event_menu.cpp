#include "event_menu.h"

#include "graph_view.h"
#include "model/events_model.h"
#include "model/text.h"
#include "session/event_text.h"

#include <QAbstractItemView>
#include <QContextMenuEvent>
#include <QMenu>

namespace revisit::gui {

EventMenu::EventMenu(ReplayLink& link, QObject* parent) : QObject(parent), m_link(link) {}

// A click comes to the viewport, the menu key to the view.
void EventMenu::serve(QAbstractItemView& view) {
  view.installEventFilter(this);
  view.viewport()->installEventFilter(this);
}

void EventMenu::serve(GraphView& view) {
  view.installEventFilter(this);
  view.viewport()->installEventFilter(this);
}

std::optional<EventNumber> EventMenu::eventAt(QObject& view, const QPoint& point) const {
  if (const auto* table = qobject_cast<QAbstractItemView*>(&view)) {
    const QVariant event = table->indexAt(point).data(EventsModel::EventRole);
    return event.isValid() ? std::optional<EventNumber>(event.toULongLong()) : std::nullopt;
  }
  const auto* graph = qobject_cast<GraphView*>(&view);
  const auto* scene = graph ? qobject_cast<GraphScene*>(graph->scene()) : nullptr;
  const auto node = scene ? scene->nodeAt(graph->mapToScene(point)) : std::nullopt;
  return node ? scene->execution()->graph().eventOf(*node) : std::nullopt;
}

bool EventMenu::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ContextMenu || !m_link.selection().execution())
    return false;
  const auto* menu = static_cast<QContextMenuEvent*>(event);
  auto* widget = static_cast<QWidget*>(watched);
  const bool isByMouse = menu->reason() == QContextMenuEvent::Mouse;
  QWidget* view = isByMouse && !qobject_cast<QAbstractScrollArea*>(widget) ? widget->parentWidget() : widget;
  const auto found = isByMouse ? eventAt(*view, menu->pos()) : m_link.selection().current().event;
  if (found)
    show(*found, *view, menu->globalPos());
  return found.has_value();
}

void EventMenu::show(EventNumber event, QWidget& parent, const QPoint& point) {
  const Timeline& timeline = m_link.selection().execution()->timeline();
  auto* menu = new QMenu(&parent);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setObjectName(QStringLiteral("eventMenu"));
  const QString name = fromText(referenceText(timeline.event(event)) + " " + shortText(timeline, event));
  QAction* go =
      menu->addAction(tr("Go here: replay up to %1").arg(name), this, [this, event] { m_link.replay().goTo(event); });
  go->setEnabled(!m_link.replay().isBusy());
  menu->addSeparator();
  addBreakpoints(*menu, event);
  menu->popup(point);
}

void EventMenu::addBreakpoints(QMenu& menu, EventNumber number) {
  const Timeline& timeline = m_link.selection().execution()->timeline();
  const WitnessEvent& event = timeline.event(number);
  const std::string name = referenceText(event) + " " + shortText(timeline, number);
  EventFilter filter;
  filter.number = number;
  addBreakpoint(menu, filter, name);
  if (const auto readers = timeline.readersOf(number); !readers.empty()) {
    filter = {};
    filter.readsFrom = number;
    addBreakpoint(menu, filter, "reads from " + name);
  }
  if (event.writes && timeline.nextWriter(number)) {
    filter = {};
    filter.coherenceAfter = number;
    addBreakpoint(menu, filter, "writes coherence-after " + name);
  }
  if (!timeline.named(locationText(event)).empty()) {
    filter = {};
    filter.location = locationText(event);
    addBreakpoint(menu, filter, "all events of " + filter.location);
  }
}

void EventMenu::addBreakpoint(QMenu& menu, const EventFilter& filter, const std::string& text) {
  menu.addAction(tr("Stop at %1").arg(fromText(text)), this,
                 [this, filter, text] { m_link.replay().breakAtEvents(filter, text); });
}

} // namespace revisit::gui
