// Two executions on the stage, with one set of columns: what is common to both once and folded, a rule where they part,
// and below it each column split: on the left what the open execution (A) does, on the right what the other one (B)
// does, each in the order of its own schedule.
#pragma once

#include "core/compared_execution.h"
#include "model/selection_model.h"
#include "query/rows/stage_columns.h"
#include "stage_source.h"

namespace revisit::gui {

class ComparisonStage : public StageSource {
  Q_OBJECT

public:
  // Keeps a reference. A is the open execution while there is a comparison.
  explicit ComparisonStage(SelectionModel& selection, QObject* parent = nullptr);

  const ComparedPointer& compared() const { return m_compared; }
  // Null shows nothing. `other`: what B is called: "#3".
  void setCompared(ComparedPointer compared, const QString& other);
  // Where the right execution differs first: "right in #3: T0 signal c after T1 wait c". Empty without a comparison,
  // and when both are the same execution.
  QString marker() const;
  // The row of the rule; nothing when they are the same execution.
  std::optional<std::size_t> parting() const { return m_rule; }
  // Selects the event of that difference of the ComparedExecution.
  void selectDifference(std::size_t which);
  // The event that is selected on that side.
  std::optional<EventNumber> selectedEvent(Side side) const;

  std::size_t rowCount() const override { return m_rows.size(); }
  StageLine lineAt(std::size_t row) const override;
  QString tipAt(std::size_t row, Half half) const override;
  std::optional<EventNumber> eventAt(std::size_t row, Half half) const override;
  std::vector<QString> heads() const override;
  bool isNarrow(std::size_t column) const override { return m_isNarrow[column]; }
  bool isSplit() const override { return m_rule.has_value(); }
  std::vector<StageArrow> arrows(std::size_t first, std::size_t last) const override;
  StageOpening opening(std::size_t room) const override;
  const std::vector<std::size_t>& causeRows() const override { return m_causeRows; }
  std::optional<std::size_t> selectedRow() const override { return m_selected; }
  Half selectedHalf() const override { return m_half; }
  void select(std::size_t row, Half half) override;
  void toggle(std::size_t row) override;
  void move(StageMove move) override;
  bool follow(Relation relation, Direction direction) override;
  std::size_t keyOf(std::size_t row) const override { return row; }
  std::size_t rowOfKey(std::size_t key) const override { return std::min(key, m_rows.size() - 1); }

private:
  // What stands on one side of a row; events 0: nothing.
  struct Cell {
    FoldedRow events{0, 0, 0, nullptr};
    const Wait* wait = nullptr;
    bool isEmpty() const { return events.events == 0 && !wait; }
  };
  enum class Kind : std::uint8_t { AllCommon, Common, Rule, Labels, Parted };
  struct Row {
    Kind kind = Kind::Parted;
    std::array<Cell, 2> cells{}; // by side; of common rows A's
  };

  void makeRows();
  bool isLeftOut(Side side, EventNumber event) const;
  void addCommon();
  void addParted();
  // Empty while the events of libraries are shown one by one.
  const Folding& foldingNow(Side side) const;
  std::vector<Cell> cellsOf(Side side) const;
  void followWindow();
  void selectEvent(Side side, EventNumber event);
  const Cell& cellAt(std::size_t row, Side side) const { return m_rows[row].cells[indexOf(side)]; }
  // Left is A, where the row has it; common rows have A only.
  Side sideOf(std::size_t row, Half half) const;
  std::size_t columnOf(Side side, unsigned thread) const;
  StageItem itemOf(const Row& row, Side side) const;
  QString labelOf(Side side) const;
  std::optional<StagePlace> placeOf(Side side, NodeIndex node) const;
  const Timeline& timeline(Side side) const { return m_compared->original(side)->timeline(); }

  SelectionModel& m_selection;
  ComparedPointer m_compared;
  QString m_other;
  StageColumns m_columns;
  std::vector<Row> m_rows;
  std::vector<bool> m_isNarrow;                    // by column: nothing of it stands below the rule
  std::array<std::vector<std::size_t>, 2> m_rowOf; // by side and node
  std::vector<std::size_t> m_causeRows;
  std::optional<std::size_t> m_rule, m_selected;
  std::optional<unsigned> m_without; // the thread of both that is left out
  Half m_half = Half::Left;
  bool m_isCommonOpen = false, m_isSelecting = false;
};

} // namespace revisit::gui
