#include "explanation_pane.h"

#include "model/tables/explanation_html.h"

#include <QTextBrowser>

#include <utility>

namespace revisit::gui {
namespace {

QString headingHtml(const QString& text) {
  return QStringLiteral("<h4>%1</h4>").arg(text);
}

} // namespace

ExplanationPane::ExplanationPane(SelectionModel& selection, QWidget* parent)
    : Pane({QStringLiteral("explanation"), tr("Explanation"), QKeySequence(tr("Alt+5"))}, selection, parent),
      m_text(new QTextBrowser) {
  m_text->setObjectName(QStringLiteral("explanationText"));
  m_text->setAccessibleName(tr("Explanation"));
  m_text->setOpenLinks(false);
  m_text->setFrameShape(QFrame::NoFrame);
  m_text->document()->setDocumentMargin(10);
  setContent(m_text);
  connect(m_text, &QTextBrowser::anchorClicked, this, &ExplanationPane::follow);
  connect(&selection, &SelectionModel::executionChanged, this, &ExplanationPane::refresh);
  connect(&selection, &SelectionModel::positionChanged, this, &ExplanationPane::refresh);
  connect(&selection, &SelectionModel::eventChanged, this, &ExplanationPane::refresh);
  refresh();
}

void ExplanationPane::themeChanged() {
  refresh();
}

void ExplanationPane::refresh() {
  setNotice(execution() ? QString() : tr("No execution is open."));
  if (!execution())
    return;
  const Timeline& timeline = execution()->timeline();
  const Selection& now = selection().current();
  QString html = QStringLiteral("<style>p { margin-top: 4px; margin-bottom: 4px } h4 { margin-top: 10px; "
                                "margin-bottom: 2px } a { color: %1 }</style>")
                     .arg(theme().link.name());
  const Explanation bug = whyBug(timeline);
  const bool isOnTheWay = execution()->isOnTheWay();
  const bool isWrong = execution()->witness().error.kind != ErrorKind::None;
  if (isOnTheWay)
    html += QStringLiteral("<p>%1</p>")
                .arg(tr("This is a graph on the way to an execution: no error shows yet. The "
                        "pane Algorithm says what is done here, and why."));
  if (!isOnTheWay && now.position == timeline.bug())
    html += headingHtml(isWrong ? tr("The error") : tr("The end")) + explanationHtml(timeline, bug);
  if (now.event && (isOnTheWay || now.event != bug.event))
    html += headingHtml(tr("The event looked at")) + explanationHtml(timeline, why(timeline, *now.event));
  if (!isOnTheWay && now.position != timeline.bug())
    html += QStringLiteral("<p><a href=\"bug:\">%1</a></p>")
                .arg(isWrong ? tr("Why does the error show?") : tr("How does it end?"));
  // A selection changes the position and the event, each with its own signal, and the layout of the text is the cost.
  if (std::exchange(m_html, html) != html)
    m_text->setHtml(html);
}

void ExplanationPane::follow(const QUrl& link) {
  if (const auto event = eventOfLink(link))
    selection().selectEvent(*event);
  else if (const std::vector<EventNumber> cycle = cycleOfEventsLink(link); !cycle.empty())
    selection().light(cycle);
  else
    selection().selectPosition(execution()->timeline().bug());
}

} // namespace revisit::gui
