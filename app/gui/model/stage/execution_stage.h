// The open execution on the stage: its events, folds and threads that wait, one a row. The one row model of the drawn
// stage and of the table.
#pragma once

#include "model/selection_model.h"
#include "query/rows/stage_columns.h"
#include "stage_source.h"

#include <array>

namespace revisit::gui {

class SourceFiles;

class ExecutionStage : public StageSource {
  Q_OBJECT

public:
  // Keeps references. `files`: for the lines of the source in tips; null: without.
  explicit ExecutionStage(SelectionModel& selection, SourceFiles* files = nullptr, QObject* parent = nullptr);

  const ExecutionPointer& execution() const { return m_execution; }
  const StageRows& rows() const { return m_rows; }
  const StageColumns& columns() const { return m_columns; }
  SelectionModel& selection() const { return m_selection; }
  // Whether any of the row's events matches the filter.
  bool matches(std::size_t row) const;

  bool isShown(Relation relation) const { return m_shown[indexOf(relation)]; }
  void setShown(Relation relation, bool shown);

  std::size_t rowCount() const override { return m_rows.rows().size(); }
  StageLine lineAt(std::size_t row) const override;
  QString tipAt(std::size_t row, Half half) const override;
  std::optional<EventNumber> eventAt(std::size_t row, Half half) const override;
  std::vector<QString> heads() const override;
  std::vector<StageArrow> arrows(std::size_t first, std::size_t last) const override;
  StageOpening opening(std::size_t room) const override { return m_rows.opening(room); }
  const std::vector<std::size_t>& causeRows() const override { return m_causeRows; }
  std::optional<std::size_t> selectedRow() const override;
  void select(std::size_t row, Half half = Half::Whole) override;
  void toggle(std::size_t row) override;
  void move(StageMove move) override;
  bool follow(Relation relation, Direction direction) override;
  std::size_t keyOf(std::size_t row) const override;
  std::size_t rowOfKey(std::size_t key) const override;

signals:
  void shownChanged();

private:
  void open();
  void refold();
  std::optional<unsigned> leftOut() const;
  bool hasRow(NodeIndex node) const;
  void makeRows();
  std::vector<NodeIndex> nodesOf(std::size_t row) const;
  std::size_t rowOfNode(NodeIndex node) const;
  StagePlace placeOf(NodeIndex node) const;
  bool isNextStep(const Execution& before) const;
  void addOfSelected(std::vector<StageArrow>& arrows, std::size_t first, std::size_t last) const;
  void addQuiet(std::vector<StageArrow>& arrows, std::size_t first, std::size_t last) const;
  void moveAside(std::size_t row, bool toTheRight);
  void moveInThread(std::size_t row, bool later);

  SelectionModel& m_selection;
  SourceFiles* m_files;
  ExecutionPointer m_execution;
  StageColumns m_columns;
  StageRows m_rows;
  std::vector<Fold> m_folds;         // that are closed
  std::optional<unsigned> m_without; // the thread that is left out
  std::vector<std::size_t> m_causeRows;
  std::vector<NodeIndex> m_racing; // none or two
  std::array<bool, relationCount> m_shown{};
};

} // namespace revisit::gui
