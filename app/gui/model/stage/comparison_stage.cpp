#include "comparison_stage.h"

#include "model/text.h"
#include "query/rows/cause.h"
#include "query/timeline/event_text.h"
#include "stage_relations.h"

#include <algorithm>

namespace revisit::gui {
namespace {

constexpr std::size_t noRow = ~std::size_t{0};

bool isWrong(const Execution& execution) {
  return execution.witness().error.kind != ErrorKind::None;
}

// Those of both: A's, then those that only B has.
StageColumns columnsOf(const ComparedExecution& compared, std::optional<unsigned> without) {
  std::vector<StageColumns::Thread> threads;
  for (const ComparedThread& thread : compared.comparison().threads) {
    const Side side = thread.a ? Side::A : Side::B;
    const auto parted = std::ranges::count(thread.rows, false, &ComparedRow::isCommon);
    threads.push_back({threadText(compared.original(side)->witness(), thread.a ? *thread.a : *thread.b), parted != 0,
                       thread.rows.size()});
  }
  const auto left = std::ranges::find(compared.comparison().threads, without, &ComparedThread::a);
  const bool isLeft = without && left != compared.comparison().threads.end();
  return StageColumns(std::move(threads),
                      isLeft ? std::optional(static_cast<unsigned>(left - compared.comparison().threads.begin()))
                             : std::nullopt);
}

} // namespace

ComparisonStage::ComparisonStage(SelectionModel& selection, QObject* parent)
    : StageSource(parent), m_selection(selection) {
  connect(&selection, &SelectionModel::eventChanged, this, &ComparisonStage::followWindow);
  connect(&selection, &SelectionModel::filterChanged, this, &StageSource::looksChanged);
  connect(&selection, &SelectionModel::foldingChanged, this, [this] {
    makeRows();
    followWindow();
    emit refolded();
  });
}

void ComparisonStage::setCompared(ComparedPointer compared, const QString& other) {
  const bool isSame = compared && m_compared && compared->lines() == m_compared->lines();
  const auto selected = isSame ? m_selected : std::nullopt;
  m_compared = std::move(compared);
  m_other = other;
  m_isCommonOpen = m_isCommonOpen && isSame;
  makeRows();
  m_selected.reset();
  if (selected && *selected < m_rows.size())
    m_selected = selected;
  else if (m_compared && !m_compared->differences().empty())
    selectDifference(0);
  isSame ? emit refolded() : emit opened();
}

QString ComparisonStage::marker() const {
  const QString words = m_compared ? fromText(m_compared->parting()) : QString();
  if (words.isEmpty())
    return {};
  const bool isRight = isWrong(*m_compared->original(Side::A)) && !isWrong(*m_compared->original(Side::B));
  return (isRight ? tr("right in %1: %2") : tr("in %1: %2")).arg(m_other, words);
}

void ComparisonStage::makeRows() {
  m_rows.clear();
  m_causeRows.clear();
  m_rule.reset();
  m_without = m_compared ? m_selection.leftOutOf(*m_compared->original(Side::A)) : std::nullopt;
  if (m_without && m_selection.leftOutOf(*m_compared->original(Side::B)) != m_without)
    m_without.reset();
  m_columns = m_compared ? columnsOf(*m_compared, m_without) : StageColumns();
  m_isNarrow.assign(m_columns.count(), true);
  if (!m_compared)
    return;
  for (const Side side : bothSides)
    m_rowOf[indexOf(side)].assign(m_compared->original(side)->graph().size(), noRow);
  addCommon();
  if (m_compared->comparison().first) {
    m_rule = m_rows.size();
    m_rows.push_back({Kind::Rule, {}});
    m_rows.push_back({Kind::Labels, {}});
    addParted();
  }
}

bool ComparisonStage::isLeftOut(Side side, EventNumber event) const {
  return timeline(side).event(event).thread == m_without;
}

const Folding& ComparisonStage::foldingNow(Side side) const {
  static const Folding nothing;
  return m_selection.showsLibraries() ? nothing : m_compared->folding(side);
}

// In A's order; a common event of B is in its twin's row.
void ComparisonStage::addCommon() {
  std::vector<EventNumber> common;
  for (EventNumber event = 1; event <= timeline(Side::A).size(); event++)
    if (!m_compared->isParted(m_compared->lineOf(Side::A, event)) && !isLeftOut(Side::A, event))
      common.push_back(event);
  if (common.empty())
    return;
  std::vector<FoldedRow> rows = {{common.front(), common.back(), common.size(), nullptr}};
  m_rows.push_back({Kind::AllCommon, {Cell{rows.front()}, Cell{}}});
  if (m_isCommonOpen)
    rows = foldedRows(common, foldingNow(Side::A));
  auto event = common.begin();
  for (const FoldedRow& row : rows) {
    if (m_isCommonOpen)
      m_rows.push_back({Kind::Common, {Cell{row}, Cell{}}});
    for (std::size_t i = 0; i < row.events; i++, ++event) {
      m_rowOf[0][nodeOf(*event)] = m_rows.size() - 1;
      if (const auto twin = m_compared->counterpart(Side::A, *event))
        m_rowOf[1][nodeOf(*twin)] = m_rows.size() - 1;
    }
  }
}

std::vector<ComparisonStage::Cell> ComparisonStage::cellsOf(Side side) const {
  std::vector<EventNumber> parted;
  for (EventNumber event = 1; event <= timeline(side).size(); event++)
    if (m_compared->isParted(m_compared->lineOf(side, event)) && !isLeftOut(side, event))
      parted.push_back(event);
  std::vector<Cell> cells;
  for (const FoldedRow& row : foldedRows(parted, foldingNow(side)))
    cells.push_back({row, nullptr});
  for (const Wait& wait : m_compared->original(side)->graph().waits())
    if (!m_compared->isCommonWait(side, wait))
      cells.push_back({{0, 0, 0, nullptr}, &wait});
  return cells;
}

void ComparisonStage::addParted() {
  for (const Side side : bothSides) {
    const Execution& execution = *m_compared->original(side);
    const std::vector<Cell> cells = cellsOf(side);
    for (std::size_t i = 0; i < cells.size(); i++) {
      const std::size_t row = *m_rule + 2 + i;
      if (row == m_rows.size())
        m_rows.push_back({});
      m_rows[row].cells[indexOf(side)] = cells[i];
      if (cells[i].wait)
        m_rowOf[indexOf(side)][execution.timeline().size() +
                               static_cast<std::size_t>(cells[i].wait - execution.graph().waits().data())] = row;
      for (EventNumber event = cells[i].events.first; event != 0 && event <= cells[i].events.last; event++)
        m_rowOf[indexOf(side)][nodeOf(event)] = row;
    }
  }
  for (std::size_t row = *m_rule + 2; row < m_rows.size(); row++)
    for (const Side side : bothSides)
      if (!cellAt(row, side).isEmpty())
        m_isNarrow[itemOf(m_rows[row], side).column] = false;
  for (std::size_t row = *m_rule; row < m_rows.size(); row++)
    if (const Cell& cell = cellAt(row, Side::A); itemOf(m_rows[row], Side::A).cause != 0 || cell.wait)
      m_causeRows.push_back(row);
}

std::size_t ComparisonStage::columnOf(Side side, unsigned thread) const {
  const std::vector<ComparedThread>& threads = m_compared->comparison().threads;
  const auto found =
      std::ranges::find(threads, std::optional(thread), side == Side::A ? &ComparedThread::a : &ComparedThread::b);
  return m_columns.of(static_cast<unsigned>(found - threads.begin()));
}

StageItem ComparisonStage::itemOf(const Row& row, Side side) const {
  const Cell& cell = row.cells[indexOf(side)];
  const Execution& execution = *m_compared->original(side);
  StageItem item;
  item.half = row.kind != Kind::Parted ? Half::Whole : side == Side::A ? Half::Left : Half::Right;
  if (cell.isEmpty())
    return item;
  if (cell.wait) {
    item.column = columnOf(side, cell.wait->thread);
    Wait shortened = *cell.wait;
    shortened.what.name = execution.names().of(shortened.what.name);
    item.text = tr("waits for %1").arg(fromText(awaitedText(execution.timeline(), shortened)));
    return item;
  }
  const EventNumber event = cell.events.first;
  item.column = columnOf(side, execution.timeline().event(event).thread);
  item.isFold = cell.events.fold != nullptr;
  item.text = fromText(item.isFold ? foldText(cell.events) : stageText(execution.timeline(), event, execution.names()));
  item.cause = row.kind == Kind::Parted ? causeNumber(execution.cause(), event) : 0;
  const std::size_t line = m_compared->lineOf(side, event);
  item.isStrong = std::ranges::find(m_compared->differences(), line) != m_compared->differences().end();
  return item;
}

QString ComparisonStage::labelOf(Side side) const {
  const bool isA = isWrong(*m_compared->original(Side::A)), isB = isWrong(*m_compared->original(Side::B));
  if (isA != isB)
    return (side == Side::A) == isA ? tr("wrong") : tr("right");
  return side == Side::A ? tr("here") : m_other;
}

StageLine ComparisonStage::lineAt(std::size_t row) const {
  const Row& of = m_rows[row];
  StageLine line;
  switch (of.kind) {
  case Kind::AllCommon: {
    StageItem item = itemOf(of, Side::A);
    item.column = 0;
    item.isFold = !m_isCommonOpen;
    item.isOpened = m_isCommonOpen;
    item.isQuiet = true;
    item.isStrong = false;
    item.text = of.cells[0].events.events == 1 ? tr("1 event in common")
                                               : tr("%1 events in common").arg(of.cells[0].events.events);
    line.items.push_back(item);
    break;
  }
  case Kind::Rule:
    line.rule = tr("Here they part. %1").arg(marker());
    break;
  case Kind::Labels:
    for (std::size_t column = 0; column < m_columns.count(); column++)
      for (const Side side : bothSides) {
        if (m_isNarrow[column])
          continue;
        StageItem item{column, side == Side::A ? Half::Left : Half::Right, labelOf(side)};
        item.isLabel = item.isQuiet = true;
        line.items.push_back(item);
      }
    break;
  case Kind::Common:
  case Kind::Parted:
    for (const Side side : bothSides)
      if (!of.cells[indexOf(side)].isEmpty())
        line.items.push_back(itemOf(of, side));
    if (const FoldedRow& events = of.cells[0].events; events.events != 0)
      line.number = fromText(numbersText(events));
  }
  return line;
}

Side ComparisonStage::sideOf(std::size_t row, Half half) const {
  const bool hasA = !cellAt(row, Side::A).isEmpty(), hasB = !cellAt(row, Side::B).isEmpty();
  return hasB && (!hasA || half == Half::Right) ? Side::B : Side::A;
}

QString ComparisonStage::tipAt(std::size_t row, Half half) const {
  const Side side = sideOf(row, half);
  const Cell& cell = cellAt(row, side);
  if (m_rows[row].kind == Kind::Rule)
    return marker();
  if (m_rows[row].kind == Kind::AllCommon)
    return tr("A double click or the key + shows what is common");
  if (cell.wait)
    return fromText(threadText(m_compared->original(side)->witness(), cell.wait->thread) + " waits for " +
                    awaitedText(timeline(side), *cell.wait));
  if (cell.events.fold)
    return fromText(foldText(cell.events));
  return cell.events.first != 0 ? fromText(stopLine(timeline(side), cell.events.first)) : QString();
}

// Of the open execution.
std::optional<EventNumber> ComparisonStage::eventAt(std::size_t row, Half half) const {
  const Cell& cell = cellAt(row, Side::A);
  const bool isHere = sideOf(row, half) == Side::A && cell.events.first != 0;
  return isHere ? std::optional(cell.events.first) : std::nullopt;
}

std::vector<QString> ComparisonStage::heads() const {
  std::vector<QString> heads;
  for (std::size_t column = 0; column < m_columns.count(); column++)
    heads.push_back(fromText(m_columns.title(column)));
  return heads;
}

std::optional<StagePlace> ComparisonStage::placeOf(Side side, NodeIndex node) const {
  const std::size_t row = m_rowOf[indexOf(side)][node];
  if (row == noRow)
    return std::nullopt;
  const bool isParted = m_rows[row].kind == Kind::Parted;
  const std::size_t column = columnOf(side, m_compared->original(side)->graph().threadOf(node));
  return StagePlace{row, m_rows[row].kind == Kind::AllCommon ? 0 : column,
                    !isParted         ? Half::Whole
                    : side == Side::A ? Half::Left
                                      : Half::Right};
}

// The edges that differ, on both sides, and the relations of the selected event.
std::vector<StageArrow> ComparisonStage::arrows(std::size_t first, std::size_t last) const {
  std::vector<StageArrow> arrows;
  if (!m_compared)
    return arrows;
  for (const Side side : bothSides)
    if (const auto edge = m_compared->differingEdge(side))
      if (const auto from = placeOf(side, edge->from), to = placeOf(side, edge->to); from && to && from->row != to->row)
        arrows.push_back({edge->relation, *from, *to, true});
  const bool isEvent = m_selected && m_rows[*m_selected].kind != Kind::AllCommon;
  const Side side = isEvent ? sideOf(*m_selected, m_half) : Side::A;
  if (isEvent && cellAt(*m_selected, side).events.first != 0)
    addRelations(
        arrows, m_compared->original(side)->graph(), {nodeOf(cellAt(*m_selected, side).events.first)},
        {*m_selected, first, last},
        [&](NodeIndex node) {
          const std::optional<StagePlace> place = placeOf(side, node);
          return place && m_rows[place->row].kind == Kind::AllCommon ? std::nullopt : place;
        },
        [](Relation) { return true; });
  return arrows;
}

// The rule with the row before it.
StageOpening ComparisonStage::opening(std::size_t room) const {
  const std::size_t rule = m_rule.value_or(m_rows.size() - 1);
  const std::size_t first = rule == 0 ? 0 : rule - 1;
  return {first, std::min(room, m_rows.size() - first), 0, {}};
}

std::optional<EventNumber> ComparisonStage::selectedEvent(Side side) const {
  if (!m_selected || m_rows[*m_selected].kind == Kind::AllCommon)
    return std::nullopt;
  const Side here = sideOf(*m_selected, m_half);
  const EventNumber event = cellAt(*m_selected, here).events.first;
  if (event == 0)
    return std::nullopt;
  return here == side ? std::optional(event) : m_compared->counterpart(here, event);
}

// An event of B is not one of the open execution: its twin is selected there.
void ComparisonStage::select(std::size_t row, Half half) {
  if (m_rows[row].kind == Kind::Rule || m_rows[row].kind == Kind::Labels) {
    const bool isDown = m_selected && *m_selected < row && *m_rule + 2 < m_rows.size();
    row = isDown ? *m_rule + 2 : *m_rule == 0 ? *m_rule + 2 : *m_rule - 1;
  }
  if (row >= m_rows.size())
    return;
  m_selected = row;
  m_half = m_rows[row].kind == Kind::Parted ? (sideOf(row, half) == Side::A ? Half::Left : Half::Right) : Half::Whole;
  m_isSelecting = true;
  if (const auto event = selectedEvent(Side::A); event && m_selection.execution() == m_compared->original(Side::A))
    m_selection.selectEvent(*event);
  m_isSelecting = false;
  emit selected();
}

void ComparisonStage::selectEvent(Side side, EventNumber event) {
  const std::size_t row = m_rowOf[indexOf(side)][nodeOf(event)];
  if (row == noRow)
    return;
  m_selected = row;
  m_half = m_rows[row].kind != Kind::Parted ? Half::Whole : side == Side::A ? Half::Left : Half::Right;
}

void ComparisonStage::selectDifference(std::size_t which) {
  const ComparedLine& line = m_compared->lines()[m_compared->differences()[which]];
  const Side side = line.events[0] ? Side::A : Side::B;
  selectEvent(side, *line.events[indexOf(side)]);
  emit selected();
}

void ComparisonStage::followWindow() {
  const auto event = m_selection.current().event;
  if (m_isSelecting || !m_compared || !event || m_selection.execution() != m_compared->original(Side::A))
    return;
  selectEvent(Side::A, *event);
  emit selected();
}

void ComparisonStage::toggle(std::size_t row) {
  if (m_rows[row].kind != Kind::AllCommon)
    return;
  m_isCommonOpen = !m_isCommonOpen;
  const bool isBelow = m_selected && m_rule && *m_selected > *m_rule;
  const std::size_t below = isBelow ? *m_selected - *m_rule : 0;
  makeRows();
  m_selected = isBelow ? *m_rule + below : 0;
  emit refolded();
}

// To the other side, or to the row before or after on the same side.
void ComparisonStage::move(StageMove move) {
  if (!m_selected)
    return;
  if (move == StageMove::Left || move == StageMove::Right)
    return select(*m_selected, move == StageMove::Left ? Half::Left : Half::Right);
  const Side side = sideOf(*m_selected, m_half);
  const auto event = selectedEvent(side);
  if (!event)
    return;
  const auto next =
      move == StageMove::Later ? timeline(side).nextOfThread(*event) : timeline(side).previousOfThread(*event);
  if (next)
    select(m_rowOf[indexOf(side)][nodeOf(*next)], m_half);
}

bool ComparisonStage::follow(Relation relation, Direction direction) {
  if (!m_selected)
    return false;
  const Side side = sideOf(*m_selected, m_half);
  const auto event = selectedEvent(side);
  if (!event)
    return false;
  for (const NodeIndex end : m_compared->original(side)->graph().neighbours(nodeOf(*event), relation, direction))
    if (const auto place = placeOf(side, end); place && place->row != *m_selected) {
      select(place->row, side == Side::A ? Half::Left : Half::Right);
      return true;
    }
  return false;
}

} // namespace revisit::gui
