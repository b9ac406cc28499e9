#include "report_notes.h"

#include "model/text.h"

#include <QFileInfo>
#include <QObject>

namespace revisit::gui {

QString noteText(const CheckNote& note) {
  const bool saysItself = note.detail == note.kind || note.detail.starts_with(note.kind + ":");
  const QString what = fromText(saysItself ? note.detail : note.kind + ": " + note.detail);
  return note.file.empty() || note.line == 0
             ? what
             : QStringLiteral("%1 (%2:%3)").arg(what, QFileInfo(fromText(note.file)).fileName()).arg(note.line);
}

std::vector<CheckNote> warningsOf(const CheckReport& report) {
  std::vector<CheckNote> warnings = report.warnings;
  for (const IntendedRace& race : report.intendedRaces) {
    const QString met =
        race.executions == 0 ? QObject::tr("none was met") : QObject::tr("met in executions: %1").arg(race.executions);
    warnings.push_back({"intended race", race.rule + ": " + met.toStdString(), "", 0});
  }
  return warnings;
}

} // namespace revisit::gui
