// A plot over time: lines with a legend, axes with units, in the theme's colours.
#pragma once

#include "theme.h"

#include <QChartView>

class QLineSeries;
class QValueAxis;

namespace revisit::gui {

// Applies the theme's colours to chart, axes and legend.
void paintChart(QChart& chart, const Theme& theme);
// Sets an axis from 0 to `top` or slightly beyond, with few ticks at round numbers. Requires `top` > 0.
void setRoundRange(QValueAxis& axis, double top);

class PlotChart : public QChartView {
  Q_OBJECT

public:
  // With so many lines, each in a pen of its own.
  PlotChart(const QString& name, std::size_t lines, QWidget* parent = nullptr);

  // `name`: in the legend; empty: the line is not there.
  void setLine(std::size_t line, const QList<QPointF>& points, const QString& name);
  const QList<QPointF> line(std::size_t line) const;
  // Sets the axes from 0 to `seconds` and from 0 to `top`, rounded. `unit`: of the vertical one.
  void setRange(double seconds, double top, const QString& unit);
  void setTheme(const Theme& theme);

private:
  QValueAxis* m_time;
  QValueAxis* m_amount;
  std::vector<QLineSeries*> m_lines;
};

} // namespace revisit::gui
