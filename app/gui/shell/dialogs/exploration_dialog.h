// A dialog for the options of an exploration.
#pragma once

#include "model/exploration/exploration_run.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace revisit::gui {

class ExplorationDialog : public QDialog {
  Q_OBJECT

public:
  explicit ExplorationDialog(const ExplorationRequest& request, QWidget* parent = nullptr);

  // The user's choice.
  ExplorationRequest request() const;
  // Whether the exploration should pause after the first execution.
  bool isStepwise() const;

private:
  QWidget* makeProgram();
  QWidget* makeSearch();
  void addErrorKinds(QFormLayout& form);
  QWidget* makeBounds();
  void chooseErrorKinds();
  void refresh();
  void chooseSlicing();

  ExplorationRequest m_request;
  QLineEdit *m_files, *m_flags, *m_arguments, *m_input;
  QComboBox *m_model, *m_algorithm;
  QSpinBox *m_unroll, *m_maximum, *m_seed, *m_depth, *m_preemptions;
  QDoubleSpinBox* m_timeout;
  QCheckBox *m_arithmetic, *m_summaries, *m_slicing, *m_readSymbols, *m_sleepSets, *m_keepGoing, *m_allAccesses,
      *m_reuseMemory, *m_stepwise;
  QLabel *m_errorKinds, *m_problem;
};

} // namespace revisit::gui
