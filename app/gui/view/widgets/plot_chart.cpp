#include "plot_chart.h"

#include <QAreaSeries>
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
  font.setPixelSize(10);
  return font;
}

} // namespace

void paintChart(QChart& chart, const Theme& theme) {
  chart.setBackgroundBrush(theme.canvas);
  chart.setTitleBrush(theme.text);
  QFont title = smallFont();
  title.setPixelSize(12);
  title.setBold(true);
  chart.setTitleFont(title);
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

PlotChart::PlotChart(const QString& title, const QString& unit, QWidget* parent)
    : QChartView(parent), m_time(new QValueAxis), m_amount(new QValueAxis) {
  setRenderHint(QPainter::Antialiasing);
  setFrameShape(NoFrame);
  setAccessibleName(tr("%1; the numbers are in the table").arg(title));
  setMinimumSize(230, 160);
  chart()->setTitle(title);
  chart()->setMargins({4, 2, 6, 2});
  chart()->layout()->setContentsMargins(0, 0, 0, 0);
  chart()->setBackgroundRoundness(0);
  chart()->legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
  chart()->addAxis(m_time, Qt::AlignBottom);
  chart()->addAxis(m_amount, Qt::AlignLeft);
  m_time->setTitleText(tr("seconds"));
  m_amount->setTitleText(unit);
  for (QValueAxis* axis : {m_time, m_amount})
    axis->setLabelFormat(QStringLiteral("%.6g"));
}

std::size_t PlotChart::addLine(const QString& name, std::size_t pen) {
  auto* series = new QLineSeries;
  series->setName(name);
  chart()->addSeries(series);
  series->attachAxis(m_time);
  series->attachAxis(m_amount);
  m_lines.push_back({series, pen});
  return m_lines.size() - 1;
}

std::size_t PlotChart::addBand(const QString& name, std::size_t pen) {
  auto* series = new QAreaSeries(new QLineSeries(this), new QLineSeries(this));
  series->setName(name);
  chart()->addSeries(series);
  series->attachAxis(m_time);
  series->attachAxis(m_amount);
  m_bands.push_back({series, pen});
  return m_bands.size() - 1;
}

void PlotChart::setLine(std::size_t line, const QList<QPointF>& points) {
  m_lines[line].series->replace(points);
}

void PlotChart::setBand(std::size_t band, const QList<QPointF>& lower, const QList<QPointF>& upper) {
  m_bands[band].series->lowerSeries()->replace(lower);
  m_bands[band].series->upperSeries()->replace(upper);
}

const QList<QPointF> PlotChart::line(std::size_t line) const {
  return m_lines[line].series->points();
}

void PlotChart::setRange(double seconds, double top) {
  setRoundRange(*m_time, std::max(seconds, 0.001));
  setRoundRange(*m_amount, std::max(top, 1.0));
}

void PlotChart::setTheme(const Theme& theme) {
  paintChart(*chart(), theme);
  for (const Line& line : m_lines)
    line.series->setPen(plotPen(line.pen, strokeWidth));
  for (const Band& band : m_bands) {
    QColor colour = plotPen(band.pen, strokeWidth).color();
    band.series->setPen(QPen(colour, 0.5));
    colour.setAlphaF(0.25F);
    band.series->setBrush(colour);
    for (QLegendMarker* marker : chart()->legend()->markers(band.series)) {
      marker->setShape(QLegend::MarkerShapeRectangle);
      marker->setBrush(colour);
      marker->setPen(QPen(colour));
    }
  }
  chart()->legend()->setVisible(m_lines.size() + m_bands.size() > 1);
}

} // namespace revisit::gui
