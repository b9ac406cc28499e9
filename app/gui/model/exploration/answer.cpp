#include "answer.h"

#include "check/options/further.h"
#include "model/exploration/report_notes.h"
#include "model/text.h"

#include <QFileInfo>
#include <QLocale>
#include <QObject>

#include <algorithm>

namespace revisit::gui {
namespace {

QString countOf(std::uint64_t number) {
  return QLocale().toString(static_cast<qulonglong>(number));
}

QString executionsText(std::uint64_t number) {
  return number == 1 ? QObject::tr("1 execution") : QObject::tr("%1 executions").arg(countOf(number));
}

QString programOf(const ExplorationRequest& request) {
  return request.files.empty() ? QString() : QFileInfo(fromText(request.files.front())).fileName();
}

Answer failed(const ExplorationRun& run) {
  const CompileFailure* failure = run.failure();
  if (!failure)
    return {AnswerKind::Failed, QObject::tr("Failed"), run.error().simplified(),
            run.error(),        AnswerHelp::Open,      QObject::tr("Open…")};
  Answer answer{AnswerKind::NotCompiled, QObject::tr("Does not compile"), fromText(failure->sentence),
                run.compilerMessages().trimmed()};
  if (failure->remedy) {
    answer.help = AnswerHelp::Remedy;
    answer.helpText = fromText(failure->remedy->words);
  } else if (failure->lacksSources) {
    answer.help = AnswerHelp::Sources;
    answer.helpText = QObject::tr("Choose the other sources…");
  }
  return answer;
}

QString notesTip(const CheckReport& report) {
  QStringList lines;
  for (const std::vector<CheckNote>* notes : {&report.reasons, &report.warnings})
    for (const CheckNote& note : *notes)
      lines << noteText(note);
  return lines.join(u'\n');
}

// The first reason without its numbers and remedies, which the tip and the button have.
QString whyNotAll(const CheckReport& report) {
  const CheckNote& first = report.reasons.front();
  const std::string& words = first.detail.empty() ? first.kind : first.detail;
  const QString text = fromText(words.substr(0, std::min(words.find(" ("), words.find(';'))));
  return report.reasons.size() == 1 ? text : QObject::tr("%1, and %2 more").arg(text).arg(report.reasons.size() - 1);
}

void offerMore(Answer& answer, const ExplorationRun& run) {
  const CheckReport& report = *run.report();
  if (const std::optional<Further> more = further(run.shownRequest().check, report.exploration)) {
    answer.help = AnswerHelp::Further;
    answer.helpText = fromText(more->words);
  } else if (const CheckNote& note = report.reasons.front(); !note.file.empty() && note.line != 0) {
    answer.help = AnswerHelp::FirstLine;
    answer.helpText = QObject::tr("Show where");
    answer.line = SourceLine{note.file, note.line};
  }
}

Answer ended(const ExplorationRun& run) {
  const CheckReport& report = *run.report();
  const QString executions = executionsText(run.status().counts.total()), tip = notesTip(report);
  const bool isAll = report.reasons.empty();
  const QString extent = isAll ? QObject::tr("all explored") : QObject::tr("not all explored");
  Answer answer;
  if (report.verdict == CheckVerdict::Bug) {
    const std::size_t known = knownIn(run.known());
    const bool isNew = known < run.bugs().size();
    const QString knownWords = known == 0 ? QString()
                               : isNew    ? QObject::tr("%1 known, ").arg(known)
                                          : QObject::tr("nothing new, ");
    answer = {isNew ? AnswerKind::Bug : AnswerKind::Incomplete, isNew ? QObject::tr("Bug") : QObject::tr("Known"),
              QObject::tr("%1 distinct in %2, %3").arg(countOf(run.bugs().size()), executions, knownWords + extent),
              tip};
  } else if (report.verdict == CheckVerdict::Safe) {
    const auto untried = std::ranges::count_if(report.warnings, isNotTried);
    answer = {AnswerKind::Safe, QObject::tr("Safe"), QObject::tr("no error in %1, %2").arg(executions, extent), tip};
    if (report.nothingChecked)
      answer.sentence += QObject::tr("; but each ends at a false assumption, so nothing was checked");
    else if (untried != 0)
      answer.sentence += QObject::tr("; not tried: %1 that the platform permits").arg(untried);
    else if (!report.warnings.empty())
      answer.sentence += report.warnings.size() == 1 ? QObject::tr("; 1 warning")
                                                     : QObject::tr("; %1 warnings").arg(report.warnings.size());
  } else {
    answer = {AnswerKind::Incomplete, QObject::tr("Not complete"),
              isAll ? QObject::tr("no error in %1").arg(executions)
                    : QObject::tr("no error in %1; %2").arg(executions, whyNotAll(report)),
              tip};
  }
  if (!isAll)
    offerMore(answer, run);
  return answer;
}

} // namespace

QString progressText(const ExplorationStatus& status, ExplorationState state) {
  const ExplorationCounts& counts = status.counts;
  QStringList parts{executionsText(counts.total())};
  if (const std::uint64_t wrong = counts.erroneous + counts.deadlocked; wrong != 0)
    parts << QObject::tr("%1 with a bug").arg(countOf(wrong));
  if (status.seconds > 0.2)
    parts << QObject::tr("%1/s").arg(countOf(static_cast<std::uint64_t>(double(counts.total()) / status.seconds)));
  const bool isOver = state == ExplorationState::Ended || state == ExplorationState::Failed;
  if (!isOver && status.estimate.executions > 0)
    parts << QObject::tr("about %1 (±%2) in all")
                 .arg(countOf(static_cast<std::uint64_t>(status.estimate.executions)),
                      countOf(static_cast<std::uint64_t>(status.estimate.error)));
  if (status.seconds > 0)
    parts << QObject::tr("%1 s").arg(QLocale().toString(status.seconds, 'f', status.seconds < 10 ? 1 : 0));
  return parts.join(QStringLiteral(", "));
}

Answer answerOf(const Execution& execution, const QString& misfit) {
  const WitnessError& error = execution.witness().error;
  const QString file = QFileInfo(fromText(execution.path())).fileName();
  if (!misfit.isEmpty())
    return {AnswerKind::Misfit, QObject::tr("Does not fit"),
            QFileInfo::exists(fromText(execution.witness().program.path))
                ? QObject::tr("the program was built anew; this can be looked at, not replayed")
                : QObject::tr("the program is gone; this can be looked at, not replayed"),
            misfit};
  if (error.kind == ErrorKind::None)
    return {AnswerKind::Graph, QObject::tr("No error"), QObject::tr("in the one execution of %1").arg(file), {}};
  return {AnswerKind::Bug,
          QObject::tr("Bug"),
          QObject::tr("%1, in the one execution of %2").arg(fromText(titleOf(execution.witness(), error)), file),
          {}};
}

Answer answerOf(const LitmusStates& states, Answer ofRun) {
  const bool isEnd = ofRun.kind == AnswerKind::Safe || ofRun.kind == AnswerKind::Incomplete;
  const std::optional<litmus::TestAnswer> found = isEnd ? states.answer() : std::nullopt;
  if (!found)
    return ofRun;
  ofRun.kind = found->verdict == litmus::Verdict::Ok   ? AnswerKind::Safe
               : found->verdict == litmus::Verdict::No ? AnswerKind::Bug
                                                       : AnswerKind::Incomplete;
  ofRun.tip = ofRun.sentence + (ofRun.tip.isEmpty() ? QString() : u'\n' + ofRun.tip);
  ofRun.word = fromText(found->word);
  ofRun.sentence = QObject::tr("under %1: %2").arg(fromText(nameOf(states.shownModel())), fromText(found->sentence));
  return ofRun;
}

Answer answerOf(const ExplorationRun& run) {
  switch (run.state()) {
  case ExplorationState::None:
    return {AnswerKind::Nothing, QString(), QObject::tr("Nothing is open"), {}, AnswerHelp::Open, QObject::tr("Open…")};
  case ExplorationState::Building:
    return {AnswerKind::Compiling,
            QObject::tr("Compiling"),
            QObject::tr("%1 is being compiled …").arg(programOf(run.request())),
            {}};
  case ExplorationState::Running:
  case ExplorationState::Paused: {
    const bool isRunning = run.state() == ExplorationState::Running;
    return {isRunning ? AnswerKind::Exploring : AnswerKind::Paused,
            isRunning ? QObject::tr("Exploring") : QObject::tr("Paused"),
            progressText(run.status(), run.state()),
            {}};
  }
  case ExplorationState::Failed:
    return failed(run);
  case ExplorationState::Ended:
    break;
  }
  return ended(run);
}

} // namespace revisit::gui
