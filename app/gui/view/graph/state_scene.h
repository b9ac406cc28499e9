// The drawing of the graph of states of a search: as far as it had come at one of its steps. What is not there yet is
// pale; states on the stack have a thick outline; what was pruned ends in a bar.
#pragma once

#include "log/steps/state_graph.h"
#include "log/steps/step_cursor.h"
#include "view/widgets/theme.h"

#include <QGraphicsScene>

#include <set>

namespace revisit::gui {

// All that items of the drawing show.
struct StatePicture {
  StateGraph graph;
  StateLayout layout;
  const Theme* theme = nullptr;
  std::uint64_t step = 0;                       // of the search
  std::set<std::uint32_t> stack;                // states
  std::optional<std::size_t> selected, hovered; // nodes
  std::vector<QRectF> texts;                    // by edge; empty: its text is not drawn

  bool isAhead(const StateNode& node) const { return node.step > step; }
  bool isAhead(const StateEdge& edge) const;
  // Whether its text is wanted: in a small graph always, otherwise at the node that is looked at, and for the step.
  bool isNamed(const StateEdge& edge) const;
};

class StateScene : public QGraphicsScene {
  Q_OBJECT

public:
  static constexpr std::size_t mostStates = 2000, neighbourhood = 300;

  explicit StateScene(QObject* parent = nullptr);

  const StatePicture& picture() const { return m_picture; }
  void setTheme(const Theme& theme);
  // Draws the states of the log, or, if they are too many, those around this one. Null: nothing.
  void show(const LogPointer& log, std::uint32_t centre);
  // The step of the search to draw, at which these states are on the stack.
  void setStep(std::uint64_t step, std::set<std::uint32_t> stack);
  // Nothing, for a state that is not drawn.
  void select(std::uint32_t state);
  void setHovered(std::optional<std::size_t> node);
  std::optional<std::size_t> nodeAt(const QPointF& place) const;
  QRectF rectOf(std::size_t node) const;

private:
  void placeTexts();

  StatePicture m_picture;
};

} // namespace revisit::gui
