// The final states of a litmus test: a row for each, a column for each memory model with the number of executions that
// end so. A row leads to such an execution, or to the cycle that forbids it.
#pragma once

#include "model/exploration/exploration_browser.h"
#include "model/exploration/litmus_states.h"
#include "view/widgets/pane.h"

#include <QStandardItemModel>

class QTableView;

namespace revisit::gui {

class LinkedText;

class LitmusPane : public Pane {
  Q_OBJECT

public:
  // Keeps references to both.
  LitmusPane(ExplorationBrowser& browser, const LitmusStates& states, QWidget* parent = nullptr);

  // Whether there is a litmus test.
  bool isUseful() const { return m_states.test() != nullptr; }

signals:
  void usefulnessChanged();

private:
  void refresh();
  void fill(const litmus::Test& test);
  QString cellText(const litmus::State& state, ModelKind model) const;
  void show(const QModelIndex& index);

  ExplorationBrowser& m_browser;
  const LitmusStates& m_states;
  QStandardItemModel* m_model;
  QTableView* m_table;
  LinkedText* m_words;
  std::vector<litmus::State> m_rows;
};

} // namespace revisit::gui
