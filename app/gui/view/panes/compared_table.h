// The rows of two compared executions: common events are faded, the first difference of each thread is bold.
#pragma once

#include "model/tables/compared_rows_model.h"
#include "view/widgets/table_view.h"

namespace revisit::gui {

class ComparedTable : public QTableView {
  Q_OBJECT

public:
  explicit ComparedTable(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setCompared(ComparedPointer compared);
  // Whether what a library does is shown line by line. A double click shows it of one row.
  void setShowsLibraries(bool shows);
  // Selects the line without emitting lineChosen.
  void showLine(std::optional<std::size_t> line);

signals:
  // The user chose a line.
  void lineChosen(std::size_t line);

private:
  class Delegate;

  ComparedRowsModel* m_model;
  Delegate* m_delegate;
  bool m_isShowing = false;
};

} // namespace revisit::gui
