#include "plot_chart.h"

#include <QChart>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QValueAxis>

#include <algorithm>
#include <array>
#include <cmath>

namespace revisit::gui {
namespace {

constexpr qreal strokeWidth = 1.8;
constexpr double steps = 4; // approximate number of intervals between ticks

QFont smallFont() {
  QFont font;
  font.setPixelSize(12);
  return font;
}

} // namespace

void paintChart(QChart& chart, const Theme& theme) {
  chart.setBackgroundBrush(theme.canvas);
  chart.legend()->setLabelColor(theme.text);
  chart.legend()->setFont(smallFont());
  QColor grid = theme.boxBorder;
  grid.setAlphaF(0.35F);
  for (QAbstractAxis* axis : chart.axes()) {
    axis->setLabelsColor(theme.text);
    axis->setTitleBrush(theme.faintText);
    axis->setLabelsFont(smallFont());
    axis->setTitleFont(smallFont());
    axis->setLinePenColor(theme.boxBorder);
    axis->setGridLineColor(grid);
  }
}

void setRoundRange(QValueAxis& axis, double top) {
  const double rough = top / steps, magnitude = std::pow(10, std::floor(std::log10(rough)));
  const std::array round = {1.0, 2.0, 5.0, 10.0};
  const double step =
      magnitude * *std::ranges::find_if(round, [&](double factor) { return factor * magnitude >= rough * 0.999; });
  const double count = std::ceil(top / step - 0.001);
  axis.setRange(0, count * step);
  axis.setTickCount(static_cast<int>(count) + 1);
}

PlotChart::PlotChart(const QString& name, std::size_t lines, QWidget* parent)
    : QChartView(parent), m_time(new QValueAxis), m_amount(new QValueAxis) {
  setRenderHint(QPainter::Antialiasing);
  setFrameShape(NoFrame);
  setAccessibleName(tr("%1; the numbers are in the table").arg(name));
  setMinimumSize(230, 160);
  chart()->setMargins({4, 2, 6, 2});
  chart()->layout()->setContentsMargins(0, 0, 0, 0);
  chart()->setBackgroundRoundness(0);
  chart()->legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
  chart()->addAxis(m_time, Qt::AlignBottom);
  chart()->addAxis(m_amount, Qt::AlignLeft);
  m_time->setTitleText(tr("seconds"));
  for (QValueAxis* axis : {m_time, m_amount})
    axis->setLabelFormat(QStringLiteral("%.6g"));
  for (std::size_t line = 0; line < lines; line++) {
    auto* series = new QLineSeries;
    chart()->addSeries(series);
    series->attachAxis(m_time);
    series->attachAxis(m_amount);
    m_lines.push_back(series);
  }
}

void PlotChart::setLine(std::size_t line, const QList<QPointF>& points, const QString& name) {
  m_lines[line]->replace(points);
  m_lines[line]->setName(name);
  for (QLegendMarker* marker : chart()->legend()->markers(m_lines[line]))
    marker->setVisible(!name.isEmpty());
}

const QList<QPointF> PlotChart::line(std::size_t line) const {
  return m_lines[line]->points();
}

void PlotChart::setRange(double seconds, double top, const QString& unit) {
  setRoundRange(*m_time, std::max(seconds, 0.001));
  setRoundRange(*m_amount, std::max(top, 1.0));
  m_amount->setTitleText(unit);
}

void PlotChart::setTheme(const Theme& theme) {
  paintChart(*chart(), theme);
  for (std::size_t line = 0; line < m_lines.size(); line++)
    m_lines[line]->setPen(plotPen(line, strokeWidth));
}

} // namespace revisit::gui
