// A plot over time: lines and bands with a legend, axes with units, in the theme's colours.
#pragma once

#include "theme.h"

#include <QChartView>

class QAreaSeries;
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
  // `unit`: of the vertical axis.
  PlotChart(const QString& title, const QString& unit, QWidget* parent = nullptr);

  // Adds a line with this pen number, or a band in the pen's colour; returns its index.
  std::size_t addLine(const QString& name, std::size_t pen);
  std::size_t addBand(const QString& name, std::size_t pen);
  void setLine(std::size_t line, const QList<QPointF>& points);
  void setBand(std::size_t band, const QList<QPointF>& lower, const QList<QPointF>& upper);
  const QList<QPointF> line(std::size_t line) const;
  // Sets the axes from 0 to `seconds` and from 0 to `top`, rounded.
  void setRange(double seconds, double top);
  void setTheme(const Theme& theme);

private:
  struct Line {
    QLineSeries* series;
    std::size_t pen;
  };
  struct Band {
    QAreaSeries* series;
    std::size_t pen;
  };

  QValueAxis* m_time;
  QValueAxis* m_amount;
  std::vector<Line> m_lines;
  std::vector<Band> m_bands;
};

} // namespace revisit::gui
