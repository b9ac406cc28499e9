// Asks which kinds of errors count, and which end an exploration.
#pragma once

#include "model/exploration_run.h"

#include <QDialog>

class QTableWidget;

namespace revisit::gui {

// What differs from the default, in a sentence: "race: a warning; leak: ignored; goes on after: deadlock".
QString errorKindsText(const ErrorPolicy& policy);

class ErrorKindsDialog : public QDialog {
  Q_OBJECT

public:
  // `keepsGoing`: the exploration ends at no error, so that there is nothing to choose about that.
  ErrorKindsDialog(const ErrorPolicy& policy, bool keepsGoing, QWidget* parent = nullptr);

  // What was chosen.
  ErrorPolicy policy() const;

private:
  void addKind(ErrorKind kind, bool keepsGoing);
  void set(const ErrorPolicy& policy);

  QTableWidget* m_table; // a row for each kind, in their order
};

} // namespace revisit::gui
