#include "location_pane.h"

#include "model/text.h"
#include "view/widgets/rows_table.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace revisit::gui {

LocationPane::LocationPane(SelectionModel& selection, QWidget* parent)
    : Pane({QStringLiteral("location"), tr("Location"), QKeySequence(tr("Alt+7"))}, selection, parent),
      m_title(new QLabel), m_previous(new QToolButton), m_next(new QToolButton),
      m_table(new RowsTable(selection, QStringLiteral("location table"), historyHeadings, 3)) {
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(8, 3, 3, 3);
  head->addWidget(m_title, 1);
  head->addWidget(m_previous);
  head->addWidget(m_next);
  rows->addLayout(head);
  rows->addWidget(m_table, 1);
  m_title->setObjectName(QStringLiteral("locationTitle"));
  m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_previous->setObjectName(QStringLiteral("previousWriter"));
  m_next->setObjectName(QStringLiteral("nextWriter"));
  setContent(content);
  setFocusProxy(m_table);
  connect(m_previous, &QToolButton::clicked, this, [this] { goTo(Direction::Backward); });
  connect(m_next, &QToolButton::clicked, this, [this] { goTo(Direction::Forward); });
  connect(&selection, &SelectionModel::executionChanged, this, &LocationPane::refresh);
  connect(&selection, &SelectionModel::eventChanged, this, &LocationPane::refresh);
  refresh();
}

void LocationPane::themeChanged() {
  m_table->setTheme(theme());
}

void LocationPane::refresh() {
  const Selection& now = selection().current();
  const std::string title = now.event ? locationTitle(*now.execution, *now.event) : "";
  setNotice(!now.execution   ? tr("No execution is open.")
            : !title.empty() ? QString()
                             : tr("The event looked at accesses no memory and no object. Choose a read, a write, an "
                                  "update, or an operation on an object."));
  if (title.empty()) {
    m_table->setRows({});
    return;
  }
  const bool isMemory = now.execution->timeline().rangeOf(*now.event).size != 0;
  m_title->setText(fromText(title));
  m_title->setToolTip(m_title->text());
  m_previous->setText(isMemory ? tr("Previous writer") : tr("Previous operation"));
  m_next->setText(isMemory ? tr("Next writer") : tr("Next operation"));
  m_previous->setEnabled(neighbour(Direction::Backward).has_value());
  m_next->setEnabled(neighbour(Direction::Forward).has_value());
  m_previous->setToolTip(m_previous->isEnabled() ? QString() : tr("There is none before."));
  m_next->setToolTip(m_next->isEnabled() ? QString() : tr("There is none after."));
  m_table->setRows(historyRows(*now.execution, *now.event, now.position));
  m_table->showEventRow(now.event);
}

std::optional<EventNumber> LocationPane::neighbour(Direction direction) const {
  const Timeline& timeline = execution()->timeline();
  const EventNumber event = *selection().current().event;
  if (timeline.rangeOf(event).size != 0)
    return direction == Direction::Backward ? timeline.previousWriter(event) : timeline.nextWriter(event);
  if (direction == Direction::Backward)
    return timeline.chainPrevious(event);
  const auto chain = timeline.chainOf(event);
  const auto next = std::ranges::upper_bound(chain, event);
  return next != chain.end() ? std::optional(*next) : std::nullopt;
}

void LocationPane::goTo(Direction direction) {
  if (const auto event = neighbour(direction))
    selection().selectEvent(*event);
}

} // namespace revisit::gui
