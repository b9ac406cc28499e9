#include "inspector_html.h"

#include "explanation_html.h"
#include "model/text.h"
#include "query/interleaving/folding.h"
#include "query/rows/cause.h"
#include "query/rows/table_rows.h"
#include "query/timeline/event_text.h"
#include "query/timeline/position_state.h"

#include <QCoreApplication>

#include <algorithm>

namespace revisit::gui {
namespace {

constexpr std::size_t variablesShown = 10, valuesAround = 6, outcomesShown = 7;

QString inspectorText(const char* text) {
  return QCoreApplication::translate("InspectorHtml", text);
}

QString quiet(const QString& text, const InspectorColours& colours) {
  return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colours.quiet.name(), text);
}

QString sectionHtml(const QString& title, const InspectorColours& colours) {
  return QStringLiteral("<p style=\"margin-top:12px; margin-bottom:2px\">%1</p>").arg(quiet(title, colours));
}

QString eventLink(EventNumber event, const QString& text) {
  return QStringLiteral("<a href=\"event:%1\">%2</a>").arg(event).arg(text);
}

QString codeHtml(const std::string& text) {
  return QStringLiteral("<span style=\"font-family:monospace\">%1</span>").arg(fromText(text).toHtmlEscaped());
}

// A row of a list: what stands in the first column is narrow.
QString rowHtml(const QString& first, const QString& rest) {
  return QStringLiteral("<tr><td style=\"padding-right:6px\">%1</td><td>%2</td></tr>").arg(first, rest);
}

QString tableHtml(const QString& rows) {
  return QStringLiteral("<table cellspacing=\"0\" cellpadding=\"1\">%1</table>").arg(rows);
}

// The number of the event in the cause; a dot for what has none.
QString markHtml(const std::vector<EventNumber>& cause, const std::optional<EventNumber>& event,
                 const InspectorColours& colours) {
  const unsigned number = event ? causeNumber(cause, *event) : 0;
  return number == 0 ? QStringLiteral("•")
                     : QStringLiteral("<b><a href=\"event:%1\" style=\"color:%2\">%3</a></b>")
                           .arg(*event)
                           .arg(colours.cause.name())
                           .arg(number);
}

QString reasonRows(const Timeline& timeline, const Explanation& explanation, const std::vector<EventNumber>& cause,
                   const InspectorColours& colours) {
  QString rows;
  for (const Reason& reason : explanation.reasons)
    rows += rowHtml(markHtml(cause, reason.event, colours), reasonHtml(timeline, reason, !cause.empty()));
  return rows;
}

// "0  from 12  T1 write x = 0  main.c:5"
QString outcomeRowHtml(const OutcomeRow& row, bool isPossible, const InspectorColours& colours) {
  const QString value = fromText(row.value.empty() ? row.other : row.value).toHtmlEscaped();
  QString rest = row.value.empty() ? QString() : fromText(row.other).toHtmlEscaped();
  if (row.count > 1)
    rest += inspectorText(", and %1 more").arg(row.count - 1);
  QStringList words;
  if (!rest.isEmpty())
    words << rest;
  if (row.verdict != "possible")
    words << fromText(row.why.empty() ? row.verdict : row.why).toHtmlEscaped();
  const QString link = QStringLiteral("<a href=\"take:%1\">%2</a>").arg(row.first).arg(value);
  return rowHtml(isPossible ? link : quiet(value, colours), quiet(words.join(QStringLiteral("<br>")), colours));
}

// "85 | reading: 86..124 keeps the path": the nearest values with which it is another one.
QString inputRowHtml(const InputRange& range, std::size_t number, const InspectorColours& colours) {
  QStringList values;
  for (const auto& value : {range.below, range.above})
    if (value)
      values << QStringLiteral("<a href=\"input:%1/%2\">%3</a>")
                    .arg(number)
                    .arg(*value)
                    .arg(fromText(inputText(range.input, *value)));
  const QString words = inspectorText("%1: %2 keeps the path, now %3")
                            .arg(fromText(range.name).toHtmlEscaped(), fromText(rangeText(range)),
                                 fromText(inputText(range.input, range.input.value)));
  return rowHtml(values.join(QStringLiteral("<br>")), quiet(words, colours));
}

QString threadsHtml(const Execution& execution, SchedulePosition position) {
  QString table;
  for (const TableRow& row :
       threadRows(execution.timeline(), execution.graph().waits(), position)) { // see threadHeadings
    const QString name = row.event ? eventLink(*row.event, fromText(row.cells[0]).toHtmlEscaped())
                                   : fromText(row.cells[0]).toHtmlEscaped();
    table += rowHtml(name, inspectorText("%1 done; next: %2").arg(fromText(row.cells[1]), codeHtml(row.cells[3])));
  }
  return tableHtml(table);
}

QString locksHtml(const Execution& execution, const std::vector<KnownLock>& locks) {
  QString table;
  for (const KnownLock& lock : locks) {
    QString text = inspectorText("held by %1").arg(eventLink(lock.taken, fromText(lock.holder).toHtmlEscaped()));
    for (const std::string& thread : lock.waiting)
      text += inspectorText("; %1 wants it").arg(fromText(thread).toHtmlEscaped());
    table += rowHtml(codeHtml(execution.names().of(lock.name)), text);
  }
  return tableHtml(table);
}

} // namespace

std::optional<EventNumber> writerBefore(const Timeline& timeline, EventNumber event) {
  return timeline.rangeOf(event).size != 0 ? timeline.previousWriter(event) : timeline.chainPrevious(event);
}

std::optional<EventNumber> writerAfter(const Timeline& timeline, EventNumber event) {
  if (timeline.rangeOf(event).size != 0)
    return timeline.nextWriter(event);
  const auto chain = timeline.chainOf(event);
  const auto next = std::ranges::upper_bound(chain, event);
  return next != chain.end() ? std::optional(*next) : std::nullopt;
}

QString causeHtml(const Execution& execution, const Explanation& bug, const InspectorColours& colours) {
  const Timeline& timeline = execution.timeline();
  const bool isWrong = execution.witness().error.kind != ErrorKind::None;
  QString html = sectionHtml(isWrong ? inspectorText("Cause") : inspectorText("How it ends"), colours);
  html +=
      QStringLiteral("<p style=\"font-size:15px; font-weight:600\">%1</p>").arg(sentenceHtml(timeline, bug.headline));
  const std::vector<EventNumber> cause = causeEvents(timeline, bug);
  QString rows = reasonRows(timeline, bug, cause, colours);
  const bool isReason = std::ranges::any_of(bug.reasons, [&](const Reason& one) { return one.event == bug.event; });
  if (isWrong && (!isReason || !bug.event))
    rows += rowHtml(markHtml(cause, bug.event, colours),
                    QStringLiteral("<a href=\"bug:\">%1</a>").arg(inspectorText("the error shows here")));
  return html + tableHtml(rows);
}

QString eventHtml(const Execution& execution, const Explanation& bug, EventNumber event, const QString& otherwise,
                  const InspectorColours& colours) {
  const Timeline& timeline = execution.timeline();
  const WitnessEvent& what = timeline.event(event);
  const Explanation explanation = why(timeline, event);
  QString html = sectionHtml(inspectorText("This event"), colours);
  html +=
      QStringLiteral("<p><b>%1</b><br>%2</p>")
          .arg(
              codeHtml(threadText(execution.witness(), what.thread) + "  " + eventText(timeline, event)),
              quiet(
                  fromText(std::to_string(event) + "  " + referenceText(what) + "  " + placeText(what)).toHtmlEscaped(),
                  colours));
  html += otherwise;
  if (explanation.headline != bug.headline) // which the cause says
    html += (otherwise.isEmpty() ? QString() : sectionHtml(inspectorText("Why"), colours)) +
            QStringLiteral("<p>%1</p>").arg(sentenceHtml(timeline, explanation.headline)) +
            tableHtml(reasonRows(timeline, explanation, {}, colours));
  return html;
}

QString waitHtml(const Execution& execution, unsigned thread, const QString& otherwise,
                 const InspectorColours& colours) {
  const Timeline& timeline = execution.timeline();
  const EventName step{ThreadId(thread), static_cast<std::uint32_t>(timeline.eventsOf(thread).size())};
  return sectionHtml(inspectorText("This thread"), colours) +
         QStringLiteral("<p><b>%1</b></p>").arg(codeHtml(placeWords(timeline, step))) + otherwise;
}

QString otherwiseHtml(const Otherwise& otherwise, bool all, const InspectorColours& colours) {
  const QString title = sectionHtml(inspectorText("Otherwise"), colours);
  if (!otherwise.whyNot.isEmpty())
    return title + QStringLiteral("<p>%1</p>").arg(quiet(otherwise.whyNot.toHtmlEscaped(), colours));
  QString table;
  const std::size_t shown = all ? otherwise.rows.size() : std::min(otherwise.rows.size(), outcomesShown);
  for (const OutcomeRow& row : std::span(otherwise.rows).first(shown))
    table += outcomeRowHtml(row, otherwise.list.outcomes[row.first].judgement.verdict == Verdict::Possible, colours);
  for (std::size_t i = 0; i < otherwise.inputs.size(); i++)
    table += inputRowHtml(otherwise.inputs[i], i, colours);
  QStringList more;
  if (shown < otherwise.rows.size())
    more << inspectorText("%1 more").arg(otherwise.rows.size() - shown);
  if (!otherwise.impossible.empty())
    more << inspectorText("%1 impossible here").arg(otherwise.impossible.size());
  for (const OutcomeRow& row : all ? std::span(otherwise.impossible) : std::span<const OutcomeRow>())
    table += outcomeRowHtml(row, false, colours);
  QString html = tableHtml(table);
  if (!more.isEmpty() && !all)
    html += QStringLiteral("<p><a href=\"more:\">%1</a></p>").arg(more.join(QStringLiteral(", ")));
  if (otherwise.list.leftOut != 0)
    html += quiet(inspectorText("%1 further away were not looked at").arg(otherwise.list.leftOut), colours);
  return table.isEmpty() && more.isEmpty() ? QString() : title + html;
}

QString askingHtml(const InspectorColours& colours) {
  return sectionHtml(inspectorText("Otherwise"), colours) +
         QStringLiteral("<p>%1</p>").arg(quiet(inspectorText("asking …"), colours));
}

QString valuesHtml(const Execution& execution, EventNumber event, SchedulePosition position,
                   const InspectorColours& colours) {
  const std::string title = locationTitle(execution.timeline(), event);
  if (title.empty())
    return {};
  const Timeline& timeline = execution.timeline();
  QString html = sectionHtml(fromText(title).toHtmlEscaped(), colours);
  QStringList moves;
  if (const auto before = writerBefore(timeline, event))
    moves << eventLink(*before, inspectorText("previous writer (p)"));
  if (const auto after = writerAfter(timeline, event))
    moves << eventLink(*after, inspectorText("next writer (n)"));
  if (!moves.isEmpty())
    html += QStringLiteral("<p>%1</p>").arg(moves.join(QStringLiteral(" · ")));
  const std::vector<TableRow> rows = historyRows(timeline, event, position);
  const auto here = std::ranges::find(rows, std::optional(event), &TableRow::event) - rows.begin();
  const auto first = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, here - std::ptrdiff_t(valuesAround)));
  const std::size_t end = std::min(rows.size(), first + 2 * valuesAround + 1);
  QString table;
  if (first != 0)
    table += rowHtml({}, quiet(inspectorText("%1 before").arg(first), colours));
  for (std::size_t i = first; i < end; i++) {
    const auto& cells = rows[i].cells; // see historyHeadings
    const QString text = codeHtml(cells[3]) + QStringLiteral("<br>") +
                         quiet(fromText(cells[2] + (cells[6].empty() ? "" : "  " + cells[6])).toHtmlEscaped(), colours);
    const QString number = rows[i].event ? eventLink(*rows[i].event, fromText(cells[0])) : QString();
    table += rowHtml(number, rows[i].event == event ? QStringLiteral("<b>%1</b>").arg(text) : text);
  }
  if (end != rows.size())
    table += rowHtml({}, quiet(inspectorText("%1 after").arg(rows.size() - end), colours));
  return html + tableHtml(table);
}

QString stateHtml(const Execution& execution, SchedulePosition position, const InspectorColours& colours) {
  QString html;
  if (const std::vector<KnownLock> locks = locksAt(execution.timeline(), position); !locks.empty())
    html += sectionHtml(inspectorText("Locks"), colours) + locksHtml(execution, locks);
  QString table;
  const auto isOwn = [&](EventNumber write) {
    return !execution.folding().of(write) && !isLibraryAccess(execution.timeline().event(write));
  };
  for (const KnownVariable& variable : variablesAt(execution.timeline(), position, variablesShown, isOwn))
    table += rowHtml(codeHtml(execution.names().of(variable.name)),
                     codeHtml("= " + variable.value + "  ") +
                         eventLink(variable.writer, inspectorText("written by %1").arg(variable.writer)));
  if (!table.isEmpty())
    html += sectionHtml(inspectorText("Variables, as the events tell"), colours) + tableHtml(table);
  return html + sectionHtml(inspectorText("Threads"), colours) + threadsHtml(execution, position);
}

} // namespace revisit::gui
