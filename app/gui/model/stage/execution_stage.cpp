#include "execution_stage.h"

#include "model/source_files.h"
#include "model/text.h"
#include "query/timeline/event_text.h"
#include "stage_relations.h"

#include <algorithm>

namespace revisit::gui {
namespace {

// A fold may stand for any number of events, an event may be read by any number: so many are looked at, no more.
constexpr std::size_t mostNodes = 500, mostQuiet = 100;

// Relations that are drawn, thin, between threads, whatever is selected.
bool isAlwaysDrawn(Relation relation) {
  return relation == Relation::ReadsFrom || relation == Relation::ObjectChain || relation == Relation::Create ||
         relation == Relation::Join || relation == Relation::Waiting;
}

std::vector<NodeIndex> racingNodes(const Execution& execution) {
  const WitnessError& error = execution.witness().error;
  if (error.kind != ErrorKind::Race || !error.other)
    return {};
  const auto one = error.index ? execution.timeline().numberOf(error.thread, *error.index) : std::nullopt;
  const auto other = execution.timeline().numberOf(error.other->thread, error.other->index);
  return one && other ? std::vector<NodeIndex>{nodeOf(std::min(*one, *other)), nodeOf(std::max(*one, *other))}
                      : std::vector<NodeIndex>();
}

} // namespace

ExecutionStage::ExecutionStage(SelectionModel& selection, SourceFiles* files, QObject* parent)
    : StageSource(parent), m_selection(selection), m_files(files) {
  m_shown.fill(true);
  connect(&selection, &SelectionModel::executionChanged, this, &ExecutionStage::open);
  connect(&selection, &SelectionModel::eventChanged, this, &StageSource::selected);
  connect(&selection, &SelectionModel::positionChanged, this, &StageSource::selected);
  for (const auto changed : {&SelectionModel::filterChanged, &SelectionModel::foldingChanged})
    connect(&selection, changed, this, &ExecutionStage::refold);
  for (const auto changed :
       {&SelectionModel::litChanged, &SelectionModel::bookmarkedChanged, &SelectionModel::previewChanged})
    connect(&selection, changed, this, &StageSource::looksChanged);
  open();
}

// Steps of one exploration are graphs that grow and shrink at their ends.
bool ExecutionStage::isNextStep(const Execution& before) const {
  return m_execution && m_execution->isOnTheWay() && before.isOnTheWay() &&
         before.origin().log == m_execution->origin().log;
}

void ExecutionStage::open() {
  const ExecutionPointer before = std::exchange(m_execution, m_selection.execution());
  m_racing = m_execution ? racingNodes(*m_execution) : std::vector<NodeIndex>();
  m_folds = m_selection.closedFolds();
  makeRows();
  if (before && isNextStep(*before))
    emit refolded();
  else
    emit opened();
}

// The rows are made anew only when other events share one.
void ExecutionStage::refold() {
  std::vector<Fold> folds = m_selection.closedFolds();
  if ((folds == m_folds && leftOut() == m_without) || m_execution != m_selection.execution()) {
    emit looksChanged();
    return;
  }
  m_folds = std::move(folds);
  makeRows();
  emit refolded();
}

std::optional<unsigned> ExecutionStage::leftOut() const {
  return m_execution ? m_selection.leftOutOf(*m_execution) : std::nullopt;
}

bool ExecutionStage::hasRow(NodeIndex node) const {
  return m_execution->graph().threadOf(node) != m_without;
}

void ExecutionStage::makeRows() {
  m_without = leftOut();
  m_columns = m_execution
                  ? stageColumns(m_execution->timeline(), m_execution->cause(), m_execution->graph().waits(), m_without)
                  : StageColumns();
  m_rows = m_execution ? StageRows(m_execution->timeline(), m_execution->names(), m_folds, m_execution->cause(),
                                   m_execution->graph().waits(), m_without, m_execution->marks().gaps)
                       : StageRows();
  m_causeRows.clear();
  for (std::size_t row = 0; row < m_rows.rows().size(); row++)
    if (m_rows.isOfCause(row))
      m_causeRows.push_back(row);
}

bool ExecutionStage::matches(std::size_t row) const {
  const StageRow& of = m_rows.rows()[row];
  if (m_selection.filter().trimmed().isEmpty())
    return !of.isGap();
  if (of.first == 0 || of.isGap())
    return false;
  const std::vector<EventNumber>& matching = m_selection.matchingEvents();
  const auto first = std::ranges::lower_bound(matching, of.first);
  return first != matching.end() && *first <= of.last();
}

void ExecutionStage::setShown(Relation relation, bool shown) {
  if (m_shown[indexOf(relation)] == shown)
    return;
  m_shown[indexOf(relation)] = shown;
  emit shownChanged();
  emit looksChanged();
}

StageLine ExecutionStage::lineAt(std::size_t row) const {
  const StageRow& of = m_rows.rows()[row];
  if (of.isGap())
    return {};
  StageItem item{m_columns.of(of.thread), Half::Whole, fromText(m_rows.text(row)), of.cause};
  if (m_columns.threadsOf(item.column).size() > 1)
    item.text = fromText(threadText(of.thread)) + u' ' + item.text;
  item.isFold = of.isFold();
  item.isQuiet = !matches(row);
  if (of.first != 0) {
    item.mark = m_execution->marks().of(nodeOf(of.first));
    item.isObject = m_execution->timeline().event(of.first).kind == LabelKind::Object;
  }
  StageLine line;
  if (m_selection.preview() && selectedRow() == row)
    line.preview = fromText(m_selection.preview()->words);
  if (of.first != 0) {
    const Fold* const fold = m_execution->folding().of(of.first);
    item.isOpened = !of.isFold() && fold && fold->first == of.first && !m_selection.showsLibraries();
    line.number = fromText(numbersText({of.first, of.last(), of.events, nullptr}));
    line.isAhead = of.first > m_selection.current().position;
    for (EventNumber event = of.first; event <= of.last() && event < of.first + mostNodes; event++) {
      line.isLit = line.isLit || m_selection.isLit(event);
      line.isBookmarked = line.isBookmarked || m_selection.isBookmarked(event);
    }
  }
  line.items.push_back(std::move(item));
  return line;
}

QString ExecutionStage::tipAt(std::size_t row, Half) const {
  const StageRow& of = m_rows.rows()[row];
  const Wait* const wait = m_rows.waitOf(row);
  if (of.isGap())
    return {};
  if (of.isFold())
    return tr("%1. A double click or the key + shows them.").arg(fromText(m_rows.fullText(row)));
  if (m_execution->graph().next() && of.first == *m_execution->graph().next() + 1)
    return tr("not in the graph yet: %1").arg(fromText(eventText(m_execution->timeline(), of.first)));
  QString text = wait ? fromText(threadText(m_execution->witness(), of.thread) + " " + m_rows.fullText(row))
                      : fromText(stopLine(m_execution->timeline(), of.first));
  const auto line =
      wait ? std::optional(SourceLine{wait->position.file, wait->position.line}) : m_execution->lineOf(of.first);
  if (line && m_files)
    if (const auto source = m_files->line(fromText(line->file), line->line))
      text += u'\n' + *source;
  return text;
}

std::optional<EventNumber> ExecutionStage::eventAt(std::size_t row, Half) const {
  const StageRow& of = m_rows.rows()[row];
  return of.first != 0 && !of.isGap() ? std::optional(of.first) : std::nullopt;
}

std::vector<QString> ExecutionStage::heads() const {
  std::vector<QString> heads;
  for (std::size_t column = 0; column < m_columns.count(); column++)
    heads.push_back(fromText(m_columns.title(column)));
  return heads;
}

std::optional<std::size_t> ExecutionStage::selectedRow() const {
  const Selection& now = m_selection.current();
  if (!m_execution || m_execution != now.execution)
    return std::nullopt;
  const auto wait = std::ranges::find(m_execution->graph().waits(), now.waiting, &Wait::thread);
  if (wait != m_execution->graph().waits().end())
    return m_rows.rowOfWait(static_cast<std::size_t>(wait - m_execution->graph().waits().begin()));
  const bool isHere = now.event && hasRow(nodeOf(*now.event));
  return isHere ? std::optional(m_rows.rowOf(*now.event)) : std::nullopt;
}

// From an empty row on to the next one with an event.
void ExecutionStage::select(std::size_t row, Half) {
  for (const bool isUp = row < selectedRow().value_or(0); m_rows.rows()[row].isGap(); row += isUp ? -1 : 1)
    if (isUp && row == 0)
      return;
  if (const std::optional<EventNumber> event = eventAt(row, Half::Whole)) {
    if (m_selection.current().event == event)
      emit selected();
    return m_selection.selectEvent(*event);
  }
  const Wait& wait = *m_rows.waitOf(row);
  const std::optional<SourceLine> place =
      wait.position.line != 0 ? std::optional(SourceLine{wait.position.file, wait.position.line}) : std::nullopt;
  m_selection.selectWait(wait.thread, place);
}

void ExecutionStage::toggle(std::size_t row) {
  if (const std::optional<EventNumber> event = eventAt(row, Half::Whole))
    m_selection.toggleFold(*event);
}

std::vector<NodeIndex> ExecutionStage::nodesOf(std::size_t row) const {
  const StageRow& of = m_rows.rows()[row];
  std::vector<NodeIndex> nodes;
  if (of.first == 0)
    nodes.push_back(m_execution->timeline().size() + row - m_rows.rowOfWait(0));
  else
    for (std::size_t i = 0; i < std::min(of.events, mostNodes); i++)
      nodes.push_back(nodeOf(of.first + i));
  return nodes;
}

std::size_t ExecutionStage::rowOfNode(NodeIndex node) const {
  const std::optional<EventNumber> event = m_execution->graph().eventOf(node);
  return event ? m_rows.rowOf(*event) : m_rows.rowOfWait(node - m_execution->timeline().size());
}

StagePlace ExecutionStage::placeOf(NodeIndex node) const {
  return {rowOfNode(node), m_columns.of(m_execution->graph().threadOf(node)), Half::Whole};
}

std::vector<StageArrow> ExecutionStage::arrows(std::size_t first, std::size_t last) const {
  std::vector<StageArrow> arrows;
  addQuiet(arrows, first, last);
  addOfSelected(arrows, first, last);
  if (m_racing.size() == 2)
    arrows.push_back({Relation::Coherence, placeOf(m_racing[0]), placeOf(m_racing[1]), true, true});
  if (const auto& preview = m_selection.preview();
      preview && preview->edge && hasRow(preview->edge->from) && hasRow(preview->edge->to)) {
    const auto& [relation, from, to] = *preview->edge;
    arrows.push_back({relation, placeOf(from), placeOf(to), true, false, nullptr, true});
  }
  for (const MarkedArrow& arrow : m_execution->marks().arrows)
    if (hasRow(arrow.from) && hasRow(arrow.to))
      arrows.push_back({Relation::ProgramOrder, placeOf(arrow.from), placeOf(arrow.to), true, false, &arrow});
  return arrows;
}

void ExecutionStage::addQuiet(std::vector<StageArrow>& arrows, std::size_t first, std::size_t last) const {
  const EventGraph& graph = m_execution->graph();
  for (std::size_t row = first; row <= last; row++) {
    if (m_rows.rows()[row].events != 1)
      continue;
    const NodeIndex node = nodesOf(row).front();
    std::size_t looked = 0;
    for (const std::size_t index : graph.incident(node)) {
      const EventEdge& edge = graph.edges()[index];
      if (looked++ == mostQuiet)
        break;
      if (!isAlwaysDrawn(edge.relation) || graph.threadOf(edge.from) == graph.threadOf(edge.to) || !hasRow(edge.from) ||
          !hasRow(edge.to))
        continue;
      const StagePlace from = placeOf(edge.from), to = placeOf(edge.to);
      const bool isMet = edge.to == node && from.row >= first && from.row <= last && !m_rows.rows()[from.row].isFold();
      if (!isMet)
        arrows.push_back({edge.relation, from, to});
    }
  }
}

void ExecutionStage::addOfSelected(std::vector<StageArrow>& arrows, std::size_t first, std::size_t last) const {
  if (const std::optional<std::size_t> selected = selectedRow())
    addRelations(
        arrows, m_execution->graph(), nodesOf(*selected), {*selected, first, last},
        [&](NodeIndex node) { return hasRow(node) ? std::optional(placeOf(node)) : std::nullopt; },
        [&](Relation relation) { return isShown(relation); });
}

void ExecutionStage::move(StageMove move) {
  const std::optional<std::size_t> row = selectedRow();
  if (!row)
    return;
  if (move == StageMove::Left || move == StageMove::Right)
    moveAside(*row, move == StageMove::Right);
  else
    moveInThread(*row, move == StageMove::Later);
}

// To the nearest row of the next column that has one.
void ExecutionStage::moveAside(std::size_t row, bool toTheRight) {
  const auto columnOf = [&](std::size_t of) { return m_columns.of(m_rows.rows()[of].thread); };
  const std::size_t here = columnOf(row);
  std::optional<std::size_t> found;
  const auto distance = [&](std::size_t of) { return std::pair(of > row ? of - row : row - of, of); };
  for (std::size_t other = 0; other < rowCount(); other++) {
    const std::size_t column = columnOf(other);
    if (m_rows.rows()[other].isGap() || column == here || (column > here) != toTheRight)
      continue;
    const bool isNearer = !found || (toTheRight ? column < columnOf(*found) : column > columnOf(*found)) ||
                          (column == columnOf(*found) && distance(other) < distance(*found));
    if (isNearer)
      found = other;
  }
  if (found)
    select(*found);
}

void ExecutionStage::moveInThread(std::size_t row, bool later) {
  const unsigned thread = m_rows.rows()[row].thread;
  for (std::size_t other = row; later ? ++other < rowCount() : other-- > 0;)
    if (m_rows.rows()[other].thread == thread && !m_rows.rows()[other].isGap())
      return select(other);
}

bool ExecutionStage::follow(Relation relation, Direction direction) {
  const std::optional<std::size_t> row = selectedRow();
  if (!row)
    return false;
  for (const NodeIndex node : nodesOf(*row))
    for (const NodeIndex end : m_execution->graph().neighbours(node, relation, direction))
      if (const std::size_t to = rowOfNode(end); to != *row && hasRow(end)) {
        select(to);
        return true;
      }
  return false;
}

// Of an event its number, then the waits; of an empty row its place.
std::size_t ExecutionStage::keyOf(std::size_t row) const {
  const std::size_t events = m_execution->timeline().size();
  if (m_rows.rows()[row].isGap())
    return events + 1 + m_execution->graph().waits().size() + row;
  return row >= m_rows.rowOfWait(0) ? events + 1 + row - m_rows.rowOfWait(0) : m_rows.rows()[row].first;
}

std::size_t ExecutionStage::rowOfKey(std::size_t key) const {
  const std::size_t events = m_execution->timeline().size(), waits = m_execution->graph().waits().size();
  const std::size_t row = key <= events           ? m_rows.rowOf(key)
                          : key <= events + waits ? m_rows.rowOfWait(key - events - 1)
                                                  : key - events - waits - 1;
  return std::min(row, rowCount() - 1); // the one of a shorter execution
}

} // namespace revisit::gui
