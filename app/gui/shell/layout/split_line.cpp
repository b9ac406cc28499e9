#include "split_line.h"

#include <QPainter>

namespace revisit::gui {
namespace {

class SplitLine : public QSplitterHandle {
public:
  using QSplitterHandle::QSplitterHandle;

protected:
  void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), palette().color(QPalette::Mid)); }
};

} // namespace

// Qt lets a handle of one pixel be grabbed in some pixels around it.
RegionSplitter::RegionSplitter(Qt::Orientation orientation, QWidget* parent) : QSplitter(orientation, parent) {
  setHandleWidth(1);
  setChildrenCollapsible(false);
}

QSplitterHandle* RegionSplitter::createHandle() {
  return new SplitLine(orientation(), this);
}

} // namespace revisit::gui
