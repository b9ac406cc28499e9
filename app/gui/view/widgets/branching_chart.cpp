#include "branching_chart.h"

#include "plot_chart.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QGraphicsLayout>
#include <QHorizontalStackedBarSeries>
#include <QLegend>
#include <QValueAxis>

#include <algorithm>

namespace revisit::gui {

BranchingChart::BranchingChart(QWidget* parent)
    : QChartView(parent), m_kept(new QBarSet(tr("kept for later"))), m_refused(new QBarSet(tr("refused"))),
      m_kinds(new QBarCategoryAxis), m_amount(new QValueAxis) {
  setRenderHint(QPainter::Antialiasing);
  setFrameShape(NoFrame);
  setMinimumSize(230, 160);
  setAccessibleName(tr("Alternatives by kind of event; the numbers are in the table"));
  auto* bars = new QHorizontalStackedBarSeries;
  bars->append(m_kept);
  bars->append(m_refused);
  bars->setBarWidth(0.7);
  chart()->addSeries(bars);
  chart()->setTitle(tr("Branching"));
  chart()->setMargins({4, 2, 6, 2});
  chart()->layout()->setContentsMargins(0, 0, 0, 0);
  chart()->setBackgroundRoundness(0);
  chart()->addAxis(m_kinds, Qt::AlignLeft);
  chart()->addAxis(m_amount, Qt::AlignBottom);
  bars->attachAxis(m_kinds);
  bars->attachAxis(m_amount);
  m_amount->setTitleText(tr("alternatives considered"));
  m_amount->setLabelFormat(QStringLiteral("%.6g"));
}

void BranchingChart::setCounts(const std::array<BranchingCounts, eventKinds>& counts) {
  QStringList kinds;
  QList<qreal> kept, refused;
  double top = 0;
  for (std::size_t i = eventKinds; i-- > 0;) { // the axis points upwards
    if (counts[i].considered == 0)
      continue;
    kinds.push_back(QLatin1String(nameOf(static_cast<EventKind>(i))));
    kept.push_back(static_cast<double>(counts[i].kept));
    refused.push_back(static_cast<double>(counts[i].refused));
    top = std::max(top, static_cast<double>(counts[i].considered));
  }
  m_kept->remove(0, m_kept->count());
  m_refused->remove(0, m_refused->count());
  m_kinds->setCategories(kinds);
  m_kept->append(kept);
  m_refused->append(refused);
  setRoundRange(*m_amount, std::max(top, 1.0));
}

void BranchingChart::setTheme(const Theme& theme) {
  paintChart(*chart(), theme);
  m_kinds->setGridLineVisible(false);
  const QColor kept = plotPen(0, 1).color();
  m_kept->setBrush(kept);
  m_kept->setPen(QPen(kept));
  // Distinguished by a pattern as well as by colour.
  const QColor refused = plotPen(1, 1).color();
  m_refused->setBrush(QBrush(refused, Qt::BDiagPattern));
  m_refused->setPen(QPen(refused));
}

} // namespace revisit::gui
