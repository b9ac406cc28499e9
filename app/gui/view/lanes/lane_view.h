// A lane for each thread over the whole execution, at any length: its events, and marks for the cause, bookmarks,
// switches that leave a thread which could go on, and waits. A click or a drag selects the event that is nearest.
//
//   Left, Right      the event before and after in the schedule
//   Up, Down         the nearest event of the lane above and below
//   Home, End        the first and the last event
//   + - 0, the wheel zoom around the selected event or the mouse; 0: the whole execution
//   Shift and the wheel move along
#pragma once

#include "model/selection_model.h"
#include "query/rows/stage_columns.h"
#include "view/widgets/theme.h"

#include <QWidget>

namespace revisit::gui {

class LaneView : public QWidget {
  Q_OBJECT

public:
  // Keeps a reference.
  explicit LaneView(SelectionModel& selection, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  // The events in sight: those after `first`, up to `last`.
  double first() const { return m_first; }
  double last() const { return m_last; }
  // Shows that part, or as much as fits, around `centre`: a number of an event.
  void zoomTo(double events, double centre);
  // The middle of the event, and of its lane.
  QPointF placeOf(EventNumber event) const;
  // The event nearest to the point: in its lane if there is one near, otherwise of any. Nothing without events.
  std::optional<EventNumber> eventAt(const QPointF& point) const;
  std::size_t laneCount() const { return m_lanes.count(); }
  std::string titleOf(std::size_t lane) const { return m_lanes.title(lane); }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

private:
  void executionChanged();
  void followSelection();
  std::size_t size() const;
  double left() const; // of the lanes, right of the threads' names
  double pitch() const;
  double xOf(double event) const;
  double middleOf(std::size_t lane) const;
  std::size_t laneOf(EventNumber event) const;
  bool hasLane(EventNumber event) const { return laneOf(event) < laneCount(); } // its thread is not left out
  void setLanes();
  void moveLane(int by);
  void select(EventNumber event);
  // In lane_painter.cpp.
  void paintLane(QPainter& painter, std::size_t lane) const;
  void paintEvents(QPainter& painter) const;
  void paintPreemptions(QPainter& painter) const;
  void paintWaits(QPainter& painter) const;
  void paintCause(QPainter& painter) const;
  void paintBookmarks(QPainter& painter) const;
  void paintPosition(QPainter& painter) const;

  SelectionModel& m_selection;
  const Theme* m_theme = &themeOf(ThemeKind::Light);
  ExecutionPointer m_execution;
  StageColumns m_lanes;
  std::vector<EventNumber> m_preemptions;
  double m_first = 0, m_last = 1;
};

} // namespace revisit::gui
