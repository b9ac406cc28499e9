// The line at the top of the window: the answer in one sentence, the button that helps, the memory model, and the
// actions of the exploration.
#pragma once

#include "model/exploration/answer.h"
#include "view/widgets/exploration_actions.h"
#include "view/widgets/theme.h"

#include <QFrame>

class QLabel;
class QMenu;
class QPushButton;
class QTabBar;
class QToolButton;

namespace revisit::gui {

class AnswerLine : public QFrame {
  Q_OBJECT

public:
  // Keeps references to both.
  AnswerLine(ExplorationActions& actions, const LitmusStates& litmus, QWidget* parent = nullptr);

  // The tabs of the window, which stand here.
  void addTabs(QTabBar* tabs);
  void setTheme(const Theme& theme);
  // Why the program of the open witness cannot do it again; empty: it can.
  void setMisfit(const ExecutionPointer& witness, const QString& why);
  // The sentence and the button that helps stand on a page of their own.
  void setElsewhere(bool isElsewhere);
  const Answer& answer() const { return m_answer; }
  // The model that the menu names.
  void setModel(ModelKind model);

signals:
  void changed();
  void helpAsked(const revisit::gui::Answer& answer);
  void modelAsked(revisit::ModelKind model);

private:
  void addActions();
  QMenu* makeModels();
  void refresh();

  ExplorationActions& m_actions;
  const LitmusStates& m_litmus;
  QLabel *m_word, *m_sentence;
  QPushButton* m_help;
  QToolButton* m_model;
  std::vector<std::pair<QToolButton*, QAction*>> m_whileActive, m_atRest;
  Answer m_answer;
  bool m_isElsewhere = false;
  ExecutionPointer m_misfitting;
  QString m_misfit;
  const Theme* m_theme;
};

} // namespace revisit::gui
