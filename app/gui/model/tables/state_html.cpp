#include "state_html.h"

#include "log/state_step_text.h"
#include "model/built_in_lessons.h"
#include "model/text.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace revisit::gui {
namespace {

const QString stateScheme = QStringLiteral("state");

QString tr(const char* text) {
  return QCoreApplication::translate("StateHtml", text);
}

// States in the sentence become links.
QString withLinks(const std::string& sentence) {
  static const QRegularExpression name(QStringLiteral("\\bs(\\d+)\\b"));
  return fromText(sentence).toHtmlEscaped().replace(name,
                                                    QStringLiteral("<a href=\"%1:\\1\">s\\1</a>").arg(stateScheme));
}

QString item(const QString& html) {
  return QStringLiteral("<p style=\"margin-left:16px; text-indent:-14px\">– %1</p>").arg(html);
}

QString heading(const QString& text) {
  return QStringLiteral("<h4>%1</h4>").arg(text);
}

QString row(const QString& name, const QString& value) {
  return QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>").arg(name, value);
}

QString setsHtml(const StateSets& sets) {
  QString html = QStringLiteral("<table>");
  const auto add = [&](const QString& name, ThreadBits threads) { html += row(name, fromText(setText(threads))); };
  add(tr("can move"), sets.able);
  add(tr("safe set"), sets.safe);
  add(tr("backtrack"), sets.backtrack);
  add(tr("done"), sets.done);
  for (const auto& [thread, threads] : sets.current)
    add(tr("current[T%1]").arg(thread), threads);
  if (sets.idle != 0)
    add(tr("in vain"), sets.idle);
  if (sets.asleep != 0)
    add(tr("asleep"), sets.asleep);
  return html + QStringLiteral("</table>");
}

} // namespace

QString stateStepHtml(const ExplorationLog& log, const StateStep& step, bool withLesson) {
  const std::shared_ptr<const StateLog> states = log.states();
  const ThreadNames threads = states->threadNames();
  const std::vector<ExecutionSummary> shown =
      step.execution != 0 ? log.executions(step.execution, 1) : std::vector<ExecutionSummary>();
  const std::vector<LoggedState> state =
      step.state != noLogEntry ? states->states(step.state, 1) : std::vector<LoggedState>();
  const Lesson& lesson = lessons().of(step.kind);
  QString html = QStringLiteral("<h3>%1</h3><p>%2</p>")
                     .arg(fromText(lesson.title).toHtmlEscaped(),
                          withLinks(stepText(step, threads, state.empty() ? nullptr : &state.front(),
                                             shown.empty() ? nullptr : &shown.front())));
  for (const SourceGrowth& growth : step.growths)
    html += item(withLinks(growthText(growth)));
  if (withLesson)
    html += QStringLiteral("<table class=\"lesson\" width=\"100%\" cellpadding=\"6\"><tr><td>%1</td></tr></table>")
                .arg(fromText(lesson.text).toHtmlEscaped());
  return html;
}

QString stateHtml(const StateLog& log, std::uint32_t state, std::uint64_t step) {
  const std::vector<LoggedState> found = log.states(state, 1);
  if (found.empty())
    return {};
  const bool isEntered = found.front().step <= step;
  LoggedState shown = found.front();
  const std::uint64_t told = log.stepOf(state, step);
  for (const StateStep& sets : log.steps(told, told == 0 ? 0 : 1)) {
    shown.sets = sets.sets;
    const bool isLeft = sets.kind == StateStepKind::Left || sets.kind == StateStepKind::Ended ||
                        sets.kind == StateStepKind::Dead || sets.kind == StateStepKind::LeftOut;
    if (!isLeft)
      shown.outcome = StateOutcome::Open;
  }
  QString html = QStringLiteral("<h3>%1</h3>").arg(fromText(stateName(state)));
  if (isEntered && shown.outcome == StateOutcome::LeftOut)
    html +=
        QStringLiteral("<p>%1</p>")
            .arg(tr("Left out, because nothing from here can fail: %1").arg(fromText(shown.summary).toHtmlEscaped()));
  if (isEntered)
    html += setsHtml(shown.sets);
  else
    html += QStringLiteral("<p>%1</p>").arg(tr("Not entered yet at this step."));
  html += heading(tr("Threads"));
  if (!isEntered)
    shown.sets = {};
  if (!isEntered)
    shown.outcome = StateOutcome::Open;
  for (const std::string& next : nextTexts(shown, log.threadNames()))
    html += item(fromText(next).toHtmlEscaped());
  const std::vector<SharedValue> values = log.valuesIn(state);
  if (values.empty())
    return html;
  html += heading(tr("Shared")) + QStringLiteral("<table>");
  for (const SharedValue& value : values)
    html += row(fromText(value.name).toHtmlEscaped(), fromText(value.value).toHtmlEscaped());
  return html + QStringLiteral("</table>");
}

std::optional<std::uint32_t> stateOfLink(const QUrl& link) {
  if (link.scheme() != stateScheme)
    return std::nullopt;
  bool isNumber = false;
  const unsigned number = link.path().toUInt(&isNumber);
  return isNumber ? std::optional<std::uint32_t>(number) : std::nullopt;
}

} // namespace revisit::gui
