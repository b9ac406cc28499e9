// A splitter whose regions are divided by a line of one pixel. Stateless apart from the sizes.
#pragma once

#include <QSplitter>

namespace revisit::gui {

class RegionSplitter : public QSplitter {
  Q_OBJECT

public:
  explicit RegionSplitter(Qt::Orientation orientation, QWidget* parent = nullptr);

protected:
  QSplitterHandle* createHandle() override;
};

} // namespace revisit::gui
