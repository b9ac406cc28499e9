// The rows of two executions beside each other: what is common steps back, where threads part is bold.
#pragma once

#include "model/compared_rows_model.h"
#include "table_view.h"

namespace revisit::gui {

class ComparedTable : public QTableView {
  Q_OBJECT

public:
  explicit ComparedTable(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setCompared(ComparedPointer compared);
  // Selects the line without telling it.
  void showLine(std::optional<std::size_t> line);

signals:
  // By the user.
  void lineChosen(std::size_t line);

private:
  class Delegate;

  ComparedRowsModel* m_model;
  Delegate* m_delegate;
  bool m_isShowing = false;
};

} // namespace revisit::gui
