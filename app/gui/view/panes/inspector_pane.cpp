#include "inspector_pane.h"

#include "constraints_pane.h"
#include "model/sideways/sideways.h"
#include "model/tables/explanation_html.h"
#include "model/tables/inspector_html.h"

#include <QAction>
#include <QEvent>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBrowser>

#include <algorithm>
#include <utility>

namespace revisit::gui {
namespace {

constexpr int textMargin = 8, constraintsHeight = 190;

InspectorColours coloursOf(const Theme& theme) {
  return {theme.bug, theme.faintText, theme.link};
}

QString styled(const QString& html, const Theme& theme) {
  return QStringLiteral("<style>p { margin-top: 3px; margin-bottom: 3px } a { color: %1; text-decoration: none } "
                        "a.step { color: %2 }</style>%3")
      .arg(theme.link.name(), theme.text.name(), html);
}

void showHtml(QTextBrowser& text, QString& shown, const QString& html) {
  if (std::exchange(shown, html) != html) // the layout of the text is the cost
    text.setHtml(html);
}

} // namespace

InspectorPane::InspectorPane(SelectionModel& selection, QWidget* parent)
    : Pane({QStringLiteral("inspector"), tr("Inspector"), QKeySequence(tr("Alt+5"))}, selection, parent),
      m_parts(new QSplitter(Qt::Vertical)), m_cause(makeText(QStringLiteral("causeText"), tr("Cause"))),
      m_event(makeText(QStringLiteral("eventText"), tr("This event"))), m_constraints(new ConstraintsPane(selection)),
      m_sideways(new Sideways(selection, this)) {
  m_parts->setHandleWidth(1);
  for (QWidget* part : std::initializer_list<QWidget*>{m_cause, m_event, m_constraints})
    m_parts->addWidget(part);
  m_parts->setStretchFactor(1, 1);
  m_parts->installEventFilter(this);
  connect(m_parts, &QSplitter::splitterMoved, this, [this] { m_isDividedByHand = true; });
  setContent(m_parts);
  setFocusProxy(m_event);
  const auto addMove = [this](const QString& key, std::optional<EventNumber> (*next)(const Timeline&, EventNumber)) {
    auto* action = new QAction(this);
    action->setShortcut(QKeySequence(key));
    action->setShortcutContext(Qt::WidgetShortcut);
    for (QTextBrowser* text : {m_cause, m_event})
      text->addAction(action);
    connect(action, &QAction::triggered, this, [this, next] {
      if (const auto event = this->selection().current().event)
        goTo(next(execution()->timeline(), *event));
    });
  };
  addMove(QStringLiteral("P"), writerBefore);
  addMove(QStringLiteral("N"), writerAfter);
  connect(&selection, &SelectionModel::executionChanged, this, &InspectorPane::showCause);
  connect(&selection, &SelectionModel::positionChanged, this, &InspectorPane::refresh);
  connect(&selection, &SelectionModel::eventChanged, this, &InspectorPane::refresh);
  connect(m_event, &QTextBrowser::highlighted, this, [this](const QUrl& link) {
    const bool isOutcome = link.scheme() == QLatin1String("take") && m_sideways->otherwise();
    m_sideways->look(isOutcome ? std::optional<std::size_t>(link.path().toULongLong()) : std::nullopt);
  });
  connect(m_sideways, &Sideways::changed, this, &InspectorPane::showOtherwise);
  connect(m_sideways, &Sideways::failed, this, &Pane::failed);
  connect(m_constraints, &ConstraintsPane::usefulnessChanged, m_constraints, &QWidget::setVisible);
  m_constraints->setVisible(m_constraints->isUseful());
  showCause();
}

QTextBrowser* InspectorPane::makeText(const QString& name, const QString& title) {
  auto* text = new QTextBrowser;
  text->setObjectName(name);
  text->setAccessibleName(title);
  text->setOpenLinks(false);
  text->setFrameShape(QFrame::NoFrame);
  text->document()->setDocumentMargin(textMargin);
  text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  connect(text, &QTextBrowser::anchorClicked, this, &InspectorPane::follow);
  return text;
}

void InspectorPane::themeChanged() {
  m_constraints->setTheme(theme());
  showCause();
}

void InspectorPane::inSightChanged() {
  m_sideways->want(isInSight());
}

// The cause gets the room that it needs, up to half of the inspector.
void InspectorPane::showCause() {
  setNotice(execution() ? QString() : nothing());
  if (!execution())
    return;
  m_bug = whyBug(execution()->timeline());
  m_shown.reset();
  m_cause->setVisible(!execution()->isOnTheWay());
  if (!execution()->isOnTheWay()) {
    showHtml(*m_cause, m_causeHtml, styled(causeHtml(*execution(), m_bug, coloursOf(theme())), theme()));
    m_isDividedByHand = false;
    divide();
  }
  refresh();
}

void InspectorPane::divide() {
  if (!execution() || execution()->isOnTheWay() || m_isDividedByHand)
    return;
  const int height = m_parts->height(), wanted = static_cast<int>(m_cause->document()->size().height()) + 1;
  const int least = m_constraints->minimumSizeHint().height();
  const int below = m_constraints->isUseful() ? std::max(least, std::min(constraintsHeight, height / 4)) : 0;
  const int cause = std::min(wanted, height / 2);
  m_parts->setSizes({cause, std::max(1, height - cause - below), below});
}

// The parts have their width behind the event.
bool InspectorPane::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize)
    QMetaObject::invokeMethod(this, &InspectorPane::divide, Qt::QueuedConnection);
  return Pane::eventFilter(watched, event);
}

void InspectorPane::refresh() {
  const Selection& now = selection().current();
  const std::tuple shown(now.event, now.position, now.waiting);
  if (!execution() || std::exchange(m_shown, shown) == shown)
    return;
  m_showsImpossible = false;
  describe();
}

// The place in the text stays.
void InspectorPane::showOtherwise() {
  const int place = m_event->verticalScrollBar()->value();
  if (execution())
    describe();
  m_event->verticalScrollBar()->setValue(place);
}

void InspectorPane::describe() {
  const Selection& now = selection().current();
  const InspectorColours colours = coloursOf(theme());
  QString html;
  if (execution()->isOnTheWay())
    html +=
        QStringLiteral("<p>%1</p>")
            .arg(tr("This is a graph on the way to an execution: no error shows yet. The tab Algorithm says what is "
                    "done here, and why."));
  const Otherwise* const known = m_sideways->otherwise();
  const QString otherwise = m_sideways->isAsking() ? askingHtml(colours)
                            : known                ? otherwiseHtml(*known, m_showsImpossible, colours)
                                                   : QString();
  if (now.waiting) {
    html += waitHtml(*execution(), *now.waiting, otherwise, colours);
  } else if (now.event) {
    html += eventHtml(*execution(), m_bug, *now.event, otherwise, colours);
    html += valuesHtml(*execution(), *now.event, now.position, colours);
  }
  html += stateHtml(*execution(), now.position, colours);
  showHtml(*m_event, m_eventHtml, styled(html, theme()));
}

void InspectorPane::follow(const QUrl& link) {
  if (const auto event = eventOfLink(link))
    selection().selectEvent(*event);
  else if (const std::vector<EventNumber> cycle = cycleOfEventsLink(link); !cycle.empty())
    selection().light(cycle);
  else if (link.scheme() == QLatin1String("take"))
    m_sideways->take(link.path().toULongLong());
  else if (link.scheme() == QLatin1String("input"))
    m_sideways->takeInput(link.path().section(u'/', 0, 0).toULongLong(), link.path().section(u'/', 1).toULongLong());
  else if (link.scheme() == QLatin1String("more")) {
    m_showsImpossible = true;
    showOtherwise();
  } else
    selection().selectSubject();
}

void InspectorPane::goTo(const std::optional<EventNumber>& event) {
  if (event)
    selection().selectEvent(*event);
}

} // namespace revisit::gui
