// A chart of the alternatives of each kind of event: kept for later, and refused at once.
#pragma once

#include "core/branching.h"
#include "theme.h"

#include <QChartView>

class QBarCategoryAxis;
class QBarSet;
class QHorizontalStackedBarSeries;
class QValueAxis;

namespace revisit::gui {

class BranchingChart : public QChartView {
  Q_OBJECT

public:
  explicit BranchingChart(QWidget* parent = nullptr);

  // Kinds without any alternative are left out.
  void setCounts(const std::array<BranchingCounts, eventKinds>& counts);
  void setTheme(const Theme& theme);

private:
  QBarSet* m_kept;
  QBarSet* m_refused;
  QBarCategoryAxis* m_kinds;
  QValueAxis* m_amount;
};

} // namespace revisit::gui
