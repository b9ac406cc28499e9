#include "trail_bar.h"

#include "model/text.h"

#include <QFileInfo>

#include <algorithm>

namespace revisit::gui {
namespace {

constexpr std::size_t mostShown = 5;
constexpr int longestWords = 48;

QString crumbOf(const Execution& execution) {
  const ExecutionOrigin& origin = execution.origin();
  return origin.move             ? fromText(origin.move->words)
         : origin.execution != 0 ? QStringLiteral("#%1").arg(origin.execution)
                                 : QFileInfo(fromText(execution.path())).fileName();
}

QString cut(const QString& words) {
  return words.size() <= longestWords ? words : words.first(longestWords - 1) + u'…';
}

} // namespace

TrailBar::TrailBar(SelectionModel& selection, QWidget* parent) : QLabel(parent), m_selection(selection) {
  setObjectName(QStringLiteral("trail"));
  setAccessibleName(tr("Trail"));
  setTextFormat(Qt::RichText);
  setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  setContentsMargins(8, 2, 8, 2);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  connect(&selection, &SelectionModel::executionChanged, this, &TrailBar::refresh);
  connect(this, &QLabel::linkActivated, this, [this](const QString& place) { goTo(place.toULongLong()); });
  refresh();
}

void TrailBar::refresh() {
  const ExecutionPointer& open = m_selection.execution();
  if (std::ranges::find(m_trail, open) == m_trail.end())
    m_trail = trailOf(open);
  setVisible(m_trail.size() > 1);
  const auto here = std::ranges::find(m_trail, open) - m_trail.begin();
  const std::size_t end = std::max(std::min(mostShown, m_trail.size()), static_cast<std::size_t>(here) + 1);
  QStringList crumbs;
  for (std::size_t i = end - std::min(end, mostShown); i < m_trail.size(); i++) {
    const QString name = crumbOf(*m_trail[i]), shown = cut(name).toHtmlEscaped();
    crumbs << (m_trail[i] == open
                   ? QStringLiteral("<b>%1</b>").arg(shown)
                   : QStringLiteral("<a href=\"%1\" style=\"text-decoration:none\">%2</a>").arg(i).arg(shown));
  }
  setText((crumbs.size() < qsizetype(m_trail.size()) ? QStringLiteral("… › ") : QString()) +
          crumbs.join(QStringLiteral(" › ")));
}

// To where the next one was left, or this one was reached.
void TrailBar::goTo(std::size_t place) {
  const bool isLast = place + 1 == m_trail.size();
  const ExecutionMove& move = *m_trail[isLast ? place : place + 1]->origin().move;
  m_selection.open(m_trail[place], isLast ? move.arrived : move.left);
}

} // namespace revisit::gui
