// The actions of the replay, for menus and tool bars. A disabled action says why in its tool tip.
#pragma once

#include "model/replay/replay_link.h"

#include <QAction>

#include <array>

namespace revisit::gui {

class ReplayActions : public QObject {
  Q_OBJECT

public:
  explicit ReplayActions(ReplayLink& link, QObject* parent = nullptr);

  ReplayLink& link() const { return m_link; }
  QAction* action(ReplayMove move) const { return m_moves[static_cast<std::size_t>(move)]; }
  QAction* goHere() const { return m_goHere; }
  QAction* follow() const { return m_follow; } // checkable
  QAction* interrupt() const { return m_interrupt; }
  QAction* endProgram() const { return m_endProgram; }
  // In menu order.
  QList<QAction*> all() const;

private:
  void refresh();
  QString whyNone() const;

  ReplayLink& m_link;
  std::array<QAction*, replayMoveCount> m_moves{};
  QAction* m_goHere;
  QAction* m_follow;
  QAction* m_interrupt;
  QAction* m_endProgram;
};

} // namespace revisit::gui
