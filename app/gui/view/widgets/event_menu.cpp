#include "event_menu.h"

#include "model/tables/events_model.h"
#include "model/text.h"
#include "query/timeline/event_text.h"
#include "row_menu.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QContextMenuEvent>
#include <QMenu>

namespace revisit::gui {

EventMenu::EventMenu(ReplayLink& link, QObject* parent) : QObject(parent), m_link(link) {}

void EventMenu::serve(QAbstractItemView& view) {
  RowMenu::of(view).setFill(QStringLiteral("eventMenu"), [this](QMenu& menu, const QModelIndex& row) {
    const QVariant event = row.data(EventsModel::EventRole);
    if (event.isValid() && m_link.selection().execution())
      fill(menu, event.toULongLong());
  });
}

// The viewport receives clicks, the view receives the menu key.
void EventMenu::serve(QAbstractScrollArea& view, EventAt eventAt) {
  for (QWidget* part : {static_cast<QWidget*>(&view), view.viewport()}) {
    part->installEventFilter(this);
    m_served[part] = eventAt;
  }
}

bool EventMenu::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ContextMenu || !m_link.selection().execution())
    return false;
  const auto* asked = static_cast<QContextMenuEvent*>(event);
  auto* view = qobject_cast<QAbstractScrollArea*>(watched);
  const bool isByMouse = asked->reason() == QContextMenuEvent::Mouse && !view;
  if (!view)
    view = qobject_cast<QAbstractScrollArea*>(watched->parent());
  const auto found = isByMouse ? m_served.at(watched)(asked->pos()) : m_link.selection().current().event;
  if (!found)
    return false;
  auto* menu = new QMenu(view);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setObjectName(QStringLiteral("eventMenu"));
  fill(*menu, *found);
  menu->popup(asked->globalPos());
  return true;
}

void EventMenu::fill(QMenu& menu, EventNumber event) {
  const Timeline& timeline = m_link.selection().execution()->timeline();
  const QString name = fromText(referenceText(timeline.event(event)) + " " + shortText(timeline, event));
  const auto isSame = [this, execution = m_link.selection().execution()] {
    return m_link.selection().execution() == execution; // another execution may have been opened in the meantime
  };
  QAction* go = menu.addAction(tr("Go here: replay up to %1").arg(name), this, [this, event, isSame] {
    if (isSame())
      m_link.goTo(event);
  });
  go->setEnabled(!m_link.replay().isBusy());
  addFold(menu, event);
  menu.addSeparator();
  addBreakpoints(menu, event);
}

// Of an event that a library does, or of the row that stands for several.
void EventMenu::addFold(QMenu& menu, EventNumber event) {
  SelectionModel& selection = m_link.selection();
  const Fold* const fold = selection.execution()->folding().of(event);
  if (!fold || selection.showsLibraries())
    return;
  const QString text = selection.rowOf(event).fold ? tr("Show each event of %1") : tr("Show %1 in one row");
  menu.addAction(text.arg(fromText(fold->calls)), this, [&selection, event, execution = selection.execution()] {
    if (selection.execution() == execution)
      selection.toggleFold(event);
  });
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
