// One of two compared executions: its title, and its drawing with the differing edge in bold.
#pragma once

#include "core/compared_execution.h"
#include "view/graph/graph_view.h"

class QLabel;

namespace revisit::gui {

class ComparedSide : public QWidget {
  Q_OBJECT

public:
  explicit ComparedSide(Side side, QWidget* parent = nullptr);

  GraphScene& scene() { return *m_scene; }
  GraphView& view() { return *m_view; }
  // The selection and filter of this drawing; its execution is the marked one.
  SelectionModel& selection() { return m_selection; }
  // Null shows nothing.
  void setCompared(const ComparedPointer& compared);
  // Selects the event without emitting eventChosen. The selection cannot be removed by the user.
  void selectEvent(std::optional<EventNumber> event);

signals:
  // The user chose an event.
  void eventChosen(EventNumber event);

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  void addBoldEdge();

  Side m_side;
  SelectionModel m_selection;
  ComparedPointer m_compared;
  QLabel* m_title;
  GraphScene* m_scene;
  GraphView* m_view;
  bool m_isShowing = false;
};

} // namespace revisit::gui
