// What the stage shows: rows of one or two executions, with columns for their threads. The view asks for what it
// paints, row by row, so that an execution of any length costs what is in sight. Thread rule: the window's thread, as
// for all of stage/.
#pragma once

#include "query/relations/event_graph.h"
#include "query/relations/graph_marks.h"
#include "query/rows/stage_rows.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace revisit::gui {

// Where an item stands in its column: two executions that are compared share the columns of their threads.
enum class Half : std::uint8_t { Whole, Left, Right };

struct StageItem {
  std::size_t column = 0;
  Half half = Half::Whole;
  QString text;
  unsigned cause = 0; // its number in the cause; 0: no part of it
  bool isFold = false;
  bool isOpened = false; // it is the first of a fold that was opened
  bool isQuiet = false;  // it does not match the filter
  bool isStrong = false; // here two executions part
  bool isLabel = false;  // words, no event
  // What a step of the algorithm makes of it; an operation on an object has other words than an access.
  NodeMark mark = NodeMark::None;
  bool isObject = false;
};

struct StageLine {
  QString number;               // "17", "19-38"
  std::vector<StageItem> items; // one, or one for each of two executions
  QString rule;                 // not empty: a rule over all columns with these words
  QString preview;              // not empty: what would be instead, with an outcome that is looked at
  bool isLit = false, isAhead = false, isBookmarked = false;
};

struct StagePlace {
  std::size_t row = 0, column = 0;
  Half half = Half::Whole;
};

// A relation between two rows.
struct StageArrow {
  Relation relation = Relation::ProgramOrder;
  StagePlace from, to;
  bool isOfSelected = false, isRace = false;
  const MarkedArrow* marked = nullptr; // of a step of the algorithm, with its own words, instead of a relation
  bool isPreview = false;              // it would be there with an outcome that is looked at
};

// How keys move the selection, apart from rows.
enum class StageMove : std::uint8_t { Left, Right, Earlier, Later }; // the last two: in the thread

class StageSource : public QObject {
  Q_OBJECT

public:
  using QObject::QObject;

  virtual std::size_t rowCount() const = 0;
  // Requires such a row, as all that follows. O(log n) but for texts.
  virtual StageLine lineAt(std::size_t row) const = 0;
  // What is not on the stage: the row in full, its line in the source.
  virtual QString tipAt(std::size_t row, Half half) const = 0;
  // Of an event of the open execution, or the first one of a fold.
  virtual std::optional<EventNumber> eventAt(std::size_t row, Half half) const = 0;
  // By column.
  virtual std::vector<QString> heads() const = 0;
  // Whether so little stands in the column that it need not have much room.
  virtual bool isNarrow(std::size_t) const { return false; }
  // Whether two executions share the columns.
  virtual bool isSplit() const { return false; }
  // The relations of the selected row, and the quiet ones that begin or end in these rows.
  virtual std::vector<StageArrow> arrows(std::size_t first, std::size_t last) const = 0;

  // What to show first in a view with room for that many rows. Requires a row.
  virtual StageOpening opening(std::size_t room) const = 0;
  // The rows of the cause, ascending.
  virtual const std::vector<std::size_t>& causeRows() const = 0;

  // What is selected; both are nothing while nothing is.
  virtual std::optional<std::size_t> selectedRow() const = 0;
  virtual Half selectedHalf() const { return Half::Whole; }
  virtual void select(std::size_t row, Half half) = 0;
  // Opens the fold of the row, or closes the one that it is of. Does nothing for others.
  virtual void toggle(std::size_t row) = 0;
  virtual void move(StageMove move) = 0;
  // Selects what the relation leads to from the selected row. False when it leads nowhere.
  virtual bool follow(Relation, Direction) { return false; }

  // For keeping rows in place while others open and close: the event of the row, and the row of an event.
  virtual std::size_t keyOf(std::size_t row) const = 0;
  virtual std::size_t rowOfKey(std::size_t key) const = 0;

signals:
  // Other rows: of another execution, which is shown from its opening on; of the same one, or of one that differs
  // little, as the next step of the algorithm does: then rows stay where they are.
  void opened();
  void refolded();
  // The same rows, another selection or another look.
  void selected();
  void looksChanged();
};

} // namespace revisit::gui
