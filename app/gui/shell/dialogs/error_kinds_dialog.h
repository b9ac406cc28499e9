// A dialog for the kinds of errors: which count, and which end an exploration.
#pragma once

#include "model/exploration/exploration_run.h"

#include <QDialog>

class QTableWidget;

namespace revisit::gui {

// The differences from the default as a sentence: "race: a warning; leak: ignored; goes on after: deadlock".
QString errorKindsText(const ErrorPolicy& policy);

class ErrorKindsDialog : public QDialog {
  Q_OBJECT

public:
  // `keepsGoing`: the exploration ends at no error, so that part cannot be changed.
  ErrorKindsDialog(const ErrorPolicy& policy, bool keepsGoing, QWidget* parent = nullptr);

  // The user's choice.
  ErrorPolicy policy() const;

private:
  void addKind(ErrorKind kind, bool keepsGoing);
  void set(const ErrorPolicy& policy);

  QTableWidget* m_table; // a row for each kind, in the order of the kinds
};

} // namespace revisit::gui
