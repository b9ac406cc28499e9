// The actions of the exploration, for menus and tool bars. A disabled action says why in its tool tip.
#pragma once

#include "model/exploration/exploration_browser.h"

#include <QAction>

namespace revisit::gui {

class ExplorationActions : public QObject {
  Q_OBJECT

public:
  explicit ExplorationActions(ExplorationBrowser& browser, QObject* parent = nullptr);

  ExplorationBrowser& browser() const { return m_browser; }
  // Explores the open program with the options chosen last, which the window knows.
  QAction* explore() const { return m_explore; }
  QAction* pause() const { return m_pause; }
  QAction* step() const { return m_step; }
  QAction* cancel() const { return m_cancel; }
  QAction* previous() const { return m_previous; }
  QAction* next() const { return m_next; }
  QAction* previousBuggy() const { return m_previousBuggy; }
  QAction* nextBuggy() const { return m_nextBuggy; }
  // In menu order.
  QList<QAction*> all() const;

signals:
  void exploreAsked();

private:
  QAction* addJump(const QString& text, const QString& tip, const QString& shortcut, Direction direction, Which which);
  void refresh();

  ExplorationBrowser& m_browser;
  QAction *m_explore, *m_pause, *m_step, *m_cancel, *m_previous, *m_next, *m_previousBuggy, *m_nextBuggy;
};

} // namespace revisit::gui
