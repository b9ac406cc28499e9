#include "explanation_html.h"

#include "model/text.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace revisit::gui {
namespace {

const QString scheme = QStringLiteral("event"), cycleScheme = QStringLiteral("cycle-events");

// The link lists the events of the cycle.
QString cycleLink(const Reason& reason) {
  if (reason.cycle.empty())
    return {};
  QStringList events;
  for (const AxiomEdge& edge : reason.cycle)
    events.push_back(QString::number(edge.from));
  return QStringLiteral(" <a href=\"%1:%2\">%3</a>")
      .arg(cycleScheme, events.join(u','), QCoreApplication::translate("ExplanationHtml", "show the cycle"));
}

} // namespace

QString sentenceHtml(const Timeline& timeline, const std::string& sentence, std::optional<EventNumber> about) {
  static const QRegularExpression reference(QStringLiteral(R"(\((\d{1,9}),(\d{1,9})\))"));
  const QString text = fromText(sentence);
  const auto wordsHtml = [&](const QString& words) {
    return !about || words.isEmpty() ? words.toHtmlEscaped()
                                     : QStringLiteral("<a class=\"step\" href=\"%1:%2\">%3</a>")
                                           .arg(scheme)
                                           .arg(*about)
                                           .arg(words.toHtmlEscaped());
  };
  QString html;
  qsizetype done = 0;
  for (auto matches = reference.globalMatch(text); matches.hasNext();) {
    const QRegularExpressionMatch match = matches.next();
    const auto event = timeline.numberOf(match.captured(1).toUInt(), match.captured(2).toUInt());
    if (!event || event == about)
      continue;
    html += wordsHtml(text.mid(done, match.capturedStart() - done));
    html += QStringLiteral("<a href=\"%1:%2\">%3</a>").arg(scheme).arg(*event).arg(match.captured());
    done = match.capturedEnd();
  }
  return html + wordsHtml(text.mid(done));
}

QString reasonHtml(const Timeline& timeline, const Reason& reason, bool isStep) {
  return sentenceHtml(timeline, reason.sentence, isStep ? reason.event : std::nullopt) + cycleLink(reason);
}

std::optional<EventNumber> eventOfLink(const QUrl& link) {
  bool isNumber = false;
  const qulonglong event = link.path().toULongLong(&isNumber);
  return link.scheme() == scheme && isNumber ? std::optional<EventNumber>(event) : std::nullopt;
}

std::vector<EventNumber> cycleOfEventsLink(const QUrl& link) {
  std::vector<EventNumber> events;
  if (link.scheme() == cycleScheme)
    for (const QString& event : link.path().split(u','))
      events.push_back(event.toULongLong());
  return events;
}

} // namespace revisit::gui
