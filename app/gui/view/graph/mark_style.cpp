#include "mark_style.h"

#include <QCoreApplication>

namespace revisit::gui {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("MarkStyle", text);
}

QPen line(const QColor& colour, qreal width, const QList<qreal>& dash = {}) {
  QPen pen(colour, width);
  pen.setJoinStyle(Qt::MiterJoin);
  if (!dash.isEmpty())
    pen.setDashPattern(dash);
  return pen;
}

} // namespace

MarkStyle styleOf(NodeMark mark, bool isObject, const Theme& theme) {
  const MarkColours& colours = theme.marks;
  switch (mark) {
  case NodeMark::None:
    break;
  case NodeMark::Added:
    return {tr("added"), tr("This step added it."), line(colours.added, 2.4)};
  case NodeMark::Next:
    return {.badge = tr("next"),
            .meaning = tr("Not in the graph yet: what its thread does next."),
            .outline = line(colours.next, 2.4, {1.2, 1.4}),
            .isHollow = true};
  case NodeMark::Revisited:
    return {.badge = isObject ? tr("displaced") : tr("revisited"),
            .meaning = isObject ? tr("Another operation would come in its place.")
                                : tr("The read that is revisited: it would read from the new write."),
            .outline = line(colours.revisited, 1.4),
            .isDouble = true};
  case NodeMark::Candidate:
    return {tr("candidate"), tr("It could be chosen here."), line(colours.candidate, 1.8, {4, 2})};
  case NodeMark::Deleted:
    return {.badge = tr("deleted"),
            .meaning = tr("This step deletes it, or would delete it."),
            .outline = line(colours.deleted, 1.4, {2.5, 2}),
            .isStruck = true};
  case NodeMark::Culprit:
    return {.badge = tr("the reason"),
            .meaning = tr("It is the reason of the refusal."),
            .outline = line(colours.culprit, 3.2)};
  case NodeMark::Cycle:
    return {tr("in the cycle"), tr("Part of the cycle that the memory model forbids."),
            line(colours.culprit, 1.8, {4, 2})};
  }
  return {};
}

QPen penOf(const MarkedArrow& arrow, const Theme& theme) {
  QPen pen = arrow.isRefused ? line(theme.marks.culprit, 1.6, {2, 2.5}) : line(theme.marks.arrow, 2.2);
  pen.setJoinStyle(Qt::RoundJoin);
  return pen;
}

} // namespace revisit::gui
