#include "selection_model.h"

#include "query/rows/stage_columns.h"
#include "query/timeline/event_search.h"

#include <algorithm>
#include <set>

namespace revisit::gui {
namespace {

// Limits of the history; the newest entries are kept. Executions are large, and a log is that of a whole exploration.
constexpr std::size_t maxPlaces = 500, maxEvents = 200'000, maxLogs = 2;

// Converts the selection to another order of the same events.
Selection inOther(const Selection& selection, const ExecutionPointer& by) {
  Selection result = selection;
  result.execution = by;
  const Timeline& timeline = selection.execution->timeline();
  if (selection.event) {
    const WitnessEvent& event = timeline.event(*selection.event);
    result.event = by->timeline().numberOf(event.thread, event.index);
  }
  const bool isAtEnd = selection.position == timeline.size();
  const bool isAtEvent = selection.event && selection.position == *selection.event && result.event;
  result.position = isAtEnd     ? by->timeline().size()
                    : isAtEvent ? *result.event
                                : std::min(selection.position, by->timeline().size());
  return result;
}

// The event that the execution's marks emphasise.
std::optional<EventNumber> focusOf(const Execution& execution) {
  const std::optional<NodeIndex> focus = execution.marks().focus;
  return focus ? execution.graph().eventOf(*focus) : std::nullopt;
}

// What one wants to see of it first: its error, in one thread; without one its end, or the moment of a goal.
Selection atSubject(const ExecutionPointer& execution) {
  const Timeline& timeline = execution->timeline();
  const WitnessError& error = execution->witness().error;
  Selection selection{execution, {}, timeline.subject(), {}};
  std::optional<EventNumber> event = selection.position;
  if (isOfWaiting(error.kind) && !error.index) // the thread waits behind its last event
    event = timeline.lastOf(error.thread, selection.position);
  else if (error.kind != ErrorKind::None && !error.index && !execution->cause().empty() &&
           timeline.event(selection.position).kind != LabelKind::Error)
    event = execution->cause().back();
  if (event && *event != 0) {
    selection.event = event;
    selection.line = execution->lineOf(*event);
  }
  if (!error.file.empty())
    selection.line = SourceLine{error.file, error.line};
  return selection;
}

// The last event that is on the stage when main is not.
void selectLastBesideMain(Selection& selection) {
  EventNumber event = selection.position;
  while (event != 0 && selection.execution->timeline().event(event).thread == 0)
    event--;
  selection.event = event != 0 ? std::optional(event) : std::nullopt;
  selection.line = event != 0 ? selection.execution->lineOf(event) : std::nullopt;
}

SchedulePosition doneIn(const Execution& execution) {
  return execution.graph().next().value_or(execution.timeline().size()); // the node's number from 0
}

} // namespace

void SelectionModel::open(ExecutionPointer execution, std::optional<EventNumber> at) {
  if (!execution) {
    m_history.clear();
    m_place = 0;
    show({});
    emit historyChanged();
    return;
  }
  const std::optional<EventNumber> focus = at ? at : focusOf(*execution);
  Selection selection = atSubject(execution);
  if (focus)
    selection = {execution, focus, *focus, execution->lineOf(*focus)};
  else if (m_leavesMainOut && execution->witness().error.kind == ErrorKind::None)
    selectLastBesideMain(selection);
  if (execution->isOnTheWay())
    selection.position = doneIn(*execution);
  jump(std::move(selection));
}

void SelectionModel::replace(const ExecutionPointer& old, const ExecutionPointer& by) {
  for (Selection& selection : m_history)
    if (selection.execution == old) // what nobody has moved stays at the error, of which more may be known now
      selection = selection == atSubject(old) ? atSubject(by) : inOther(selection, by);
  if (old && m_current.execution == old)
    show(m_history[m_place]);
}

void SelectionModel::selectEvent(EventNumber event) {
  if (execution())
    jump({execution(), event, event, execution()->lineOf(event)});
}

void SelectionModel::selectSubject() {
  if (execution())
    jump(atSubject(execution()));
}

void SelectionModel::selectWait(unsigned thread, const std::optional<SourceLine>& line) {
  if (!execution())
    return;
  const SchedulePosition end = execution()->timeline().size();
  jump({execution(), execution()->timeline().lastOf(thread, end), end, line ? line : m_current.line, thread});
}

void SelectionModel::selectPosition(SchedulePosition position) {
  if (!execution())
    return;
  if (position != 0)
    selectEvent(position);
  else
    jump({execution(), {}, 0, m_current.line});
}

void SelectionModel::selectStop(SchedulePosition position, const std::optional<SourceLine>& line) {
  if (!execution())
    return;
  const std::optional<EventNumber> event = position != 0 ? std::optional(position) : std::nullopt;
  const std::optional<SourceLine> fallback = event ? execution()->lineOf(*event) : m_current.line;
  jump({execution(), event, position, line ? line : fallback});
}

void SelectionModel::selectLine(const SourceLine& line) {
  if (!execution())
    return;
  Selection selection = m_current;
  selection.line = line;
  if (const std::vector<EventNumber> events = execution()->eventsAt(line); !events.empty()) {
    const auto next = std::ranges::upper_bound(events, m_current.event.value_or(0));
    selection.event = next != events.end() ? *next : events.front();
    selection.position = *selection.event;
    selection.waiting.reset();
  }
  jump(std::move(selection));
}

void SelectionModel::selectNothing() {
  if (execution())
    jump({execution(), {}, execution()->timeline().size(), m_current.line});
}

void SelectionModel::selectPlace(const SourceLine& line) {
  if (!execution())
    return;
  Selection selection = m_current;
  selection.line = line;
  jump(std::move(selection));
}

// Going somewhere else forgets the places that lie ahead in the history.
void SelectionModel::jump(Selection selection) {
  if (!m_history.empty() && selection == m_current)
    return;
  m_history.resize(m_history.empty() ? 0 : m_place + 1);
  m_history.push_back(selection);
  forgetOldest();
  m_place = m_history.size() - 1;
  show(std::move(selection));
  emit historyChanged();
}

void SelectionModel::forgetOldest() {
  std::set<const Execution*> executions;
  std::set<const ExplorationLog*> logs;
  std::size_t events = 0, kept = 0;
  for (auto place = m_history.rbegin(); place != m_history.rend(); ++place, kept++) {
    if (executions.insert(place->execution.get()).second)
      events += place->execution->timeline().size();
    if (place->execution->origin().log)
      logs.insert(place->execution->origin().log.get());
    if (kept == maxPlaces || (kept != 0 && (events > maxEvents || logs.size() > maxLogs)))
      break;
  }
  m_history.erase(m_history.begin(), m_history.end() - static_cast<std::ptrdiff_t>(kept));
}

void SelectionModel::goBack() {
  if (!canGoBack())
    return;
  show(m_history[--m_place]);
  emit historyChanged();
}

void SelectionModel::goForward() {
  if (!canGoForward())
    return;
  show(m_history[++m_place]);
  emit historyChanged();
}

// All signals come after the whole state has changed. What belongs to one execution is dropped with it, but the filter
// stays and is searched for in the new one.
void SelectionModel::show(Selection selection) {
  const Selection before = std::exchange(m_current, std::move(selection));
  m_preview.reset();
  const bool isOther = before.execution != m_current.execution;
  if (isOther) {
    m_lit.clear();
    m_bookmarked.clear();
    m_opened.clear();
    search();
    emit executionChanged();
    emit litChanged();
    emit bookmarkedChanged();
    emit filterChanged();
  }
  if (isOther || before.position != m_current.position)
    emit positionChanged();
  if (isOther || before.event != m_current.event || before.waiting != m_current.waiting)
    emit eventChanged();
  if (isOther || before.line != m_current.line)
    emit lineChanged();
}

void SelectionModel::setFilter(const QString& filter) {
  if (filter == m_filter)
    return;
  m_filter = filter;
  search();
  emit filterChanged();
}

void SelectionModel::search() {
  m_matching.clear();
  m_namesEvents = namesEvents(m_filter.toStdString());
  if (execution() && !m_filter.trimmed().isEmpty())
    m_matching = searchEvents(execution()->timeline(), m_filter.toStdString());
}

bool SelectionModel::matches(EventNumber event) const {
  return m_filter.trimmed().isEmpty() || std::ranges::binary_search(m_matching, event);
}

void SelectionModel::setShowsLibraries(bool shows) {
  if (shows == m_showsLibraries)
    return;
  m_showsLibraries = shows;
  m_opened.clear();
  emit foldingChanged();
}

void SelectionModel::setLeavesMainOut(bool leaves) {
  if (std::exchange(m_leavesMainOut, leaves) != leaves)
    emit foldingChanged();
}

std::optional<unsigned> SelectionModel::leftOutOf(const Execution& execution) const {
  return m_leavesMainOut ? mainWithoutPart(execution.timeline(), execution.cause(), execution.graph().waits())
                         : std::nullopt;
}

void SelectionModel::toggleFold(EventNumber event) {
  const Fold* const fold = execution() && !m_showsLibraries ? execution()->folding().of(event) : nullptr;
  if (!fold)
    return;
  if (m_opened.erase(fold->first) == 0)
    m_opened.insert(fold->first);
  emit foldingChanged();
}

const Fold* SelectionModel::closedFoldOf(EventNumber event) const {
  if (!execution() || m_showsLibraries || m_namesEvents)
    return nullptr;
  const Fold* const fold = execution()->folding().of(event);
  return fold && !m_opened.contains(fold->first) ? fold : nullptr;
}

FoldedRow SelectionModel::rowOf(EventNumber event) const {
  const Fold* const fold = closedFoldOf(event);
  std::vector<EventNumber> events;
  for (EventNumber each = fold ? fold->first : event; fold && each <= fold->last(); each++)
    if (matches(each))
      events.push_back(each);
  if (!std::ranges::binary_search(events, event))
    return {event, event, 1, nullptr};
  return foldedRows(events, execution()->folding()).front();
}

bool SelectionModel::beginsRow(EventNumber event) const {
  const Fold* const fold = closedFoldOf(event);
  for (EventNumber each = fold ? fold->first : event; each < event; each++)
    if (matches(each))
      return false;
  return true;
}

std::vector<Fold> SelectionModel::closedFolds() const {
  std::vector<Fold> closed;
  if (execution() && !m_showsLibraries && !m_namesEvents)
    for (const Fold& fold : execution()->folding().folds())
      if (!m_opened.contains(fold.first))
        closed.push_back(fold);
  return closed;
}

bool SelectionModel::isLit(EventNumber event) const {
  return std::ranges::binary_search(m_lit, event);
}

void SelectionModel::setMessages(std::vector<CompilerMessage> messages) {
  if (messages == m_messages)
    return;
  m_messages = std::move(messages);
  emit messagesChanged();
}

void SelectionModel::light(std::vector<EventNumber> events) {
  std::ranges::sort(events);
  if (events == m_lit)
    return;
  m_lit = std::move(events);
  emit litChanged();
}

void SelectionModel::setPreview(std::optional<Preview> preview) {
  if (std::exchange(m_preview, std::move(preview)) != m_preview)
    emit previewChanged();
}

bool SelectionModel::isBookmarked(EventNumber event) const {
  return std::ranges::binary_search(m_bookmarked, event);
}

void SelectionModel::bookmark(std::vector<EventNumber> events) {
  std::ranges::sort(events);
  if (events == m_bookmarked)
    return;
  m_bookmarked = std::move(events);
  emit bookmarkedChanged();
}

} // namespace revisit::gui
