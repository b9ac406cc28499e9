#include "report_notes.h"

#include "model/text.h"

#include <QFileInfo>
#include <QObject>

namespace revisit::gui {
namespace {

const QString reasonScheme = QStringLiteral("reason"), warningScheme = QStringLiteral("warning");

QString whatText(const CheckNote& note) {
  const bool saysItself = note.detail == note.kind || note.detail.starts_with(note.kind + ":");
  return fromText(saysItself ? note.detail : note.kind + ": " + note.detail);
}

bool hasPlace(const CheckNote& note) {
  return !note.file.empty() && note.line != 0;
}

QString placeOf(const CheckNote& note) {
  return QStringLiteral("%1:%2").arg(QFileInfo(fromText(note.file)).fileName()).arg(note.line);
}

QString listHtml(const QString& heading, const std::vector<CheckNote>& notes, const QString& scheme) {
  if (notes.empty())
    return {};
  QString html = QStringLiteral("<div><b>%1</b></div>").arg(heading.toHtmlEscaped());
  for (std::size_t i = 0; i < notes.size(); i++) {
    html +=
        QStringLiteral("<div style='margin-left:10px; text-indent:-8px'>• %1").arg(whatText(notes[i]).toHtmlEscaped());
    if (hasPlace(notes[i]))
      html += QStringLiteral(" (<a href='%1:%2'>%3</a>)").arg(scheme).arg(i).arg(placeOf(notes[i]).toHtmlEscaped());
    html += QStringLiteral("</div>");
  }
  return html;
}

QString intendedRacesHtml(const CheckReport& report) {
  if (report.intendedRaces.empty())
    return {};
  QString html = QStringLiteral("<div><b>%1</b></div>").arg(QObject::tr("Races that are named as intended:"));
  for (const IntendedRace& race : report.intendedRaces)
    html += QStringLiteral("<div style='margin-left:10px; text-indent:-8px'>• %1: %2</div>")
                .arg(fromText(race.rule).toHtmlEscaped(), race.executions == 0
                                                              ? QObject::tr("none was met")
                                                              : QObject::tr("in executions: %1").arg(race.executions));
  return html;
}

const CheckNote* noteIn(const std::vector<CheckNote>& notes, const QUrl& link) {
  bool isNumber = false;
  const qulonglong number = link.path().toULongLong(&isNumber);
  return isNumber && number < notes.size() ? &notes[number] : nullptr;
}

} // namespace

QString noteText(const CheckNote& note) {
  return hasPlace(note) ? QStringLiteral("%1 (%2)").arg(whatText(note), placeOf(note)) : whatText(note);
}

QString notesHtml(const CheckReport& report) {
  return listHtml(QObject::tr("Not everything was explored:"), report.reasons, reasonScheme) +
         listHtml(QObject::tr("Warnings:"), report.warnings, warningScheme) + intendedRacesHtml(report);
}

const CheckNote* noteOfLink(const QUrl& link, const CheckReport& report) {
  return link.scheme() == reasonScheme    ? noteIn(report.reasons, link)
         : link.scheme() == warningScheme ? noteIn(report.warnings, link)
                                          : nullptr;
}

} // namespace revisit::gui
