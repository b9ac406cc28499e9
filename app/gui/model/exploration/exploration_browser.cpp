#include "exploration_browser.h"

#include "model/text.h"

#include <algorithm>

namespace revisit::gui {
namespace {

constexpr int witnessDelayMs = 250;
// A witness is made without a request when the execution was found within this time, because making it takes as long
// again.
constexpr double quickSeconds = 3;

} // namespace

ExplorationBrowser::ExplorationBrowser(ExplorationRun& run, SelectionModel& selection, QObject* parent)
    : QObject(parent), m_run(run), m_selection(selection) {
  m_delay.setSingleShot(true);
  m_delay.setInterval(witnessDelayMs);
  connect(&m_delay, &QTimer::timeout, this, &ExplorationBrowser::considerWitness);
  connect(&run, &ExplorationRun::progressed, this, &ExplorationBrowser::follow);
  connect(&run, &ExplorationRun::logReplaced, this, &ExplorationBrowser::restart);
  connect(&run, &ExplorationRun::witnessMade, this, &ExplorationBrowser::takeWitness);
  connect(&run, &ExplorationRun::witnessFailed, this, &ExplorationBrowser::sayWhyNot);
  connect(&run, &ExplorationRun::stateChanged, this, [this] { m_isRunNewer |= m_run.isActive(); });
  connect(&selection, &SelectionModel::executionChanged, this, [this] {
    if (m_selection.execution() && m_selection.execution()->isByItself())
      m_isRunNewer = m_run.isActive();
    m_wanted = 0; // if the user has opened something else in the meantime, that stays open
    setNotice({});
    m_delay.start();
    emit changed();
  });
}

bool ExplorationBrowser::isAboutWitness() const {
  const ExecutionPointer& open = m_selection.execution();
  return open && open->isByItself() && !m_isRunNewer;
}

std::uint64_t ExplorationBrowser::current() const {
  const ExecutionPointer& execution = m_selection.execution();
  if (!execution || !m_run.log() || execution->origin().log != m_run.log())
    return 0;
  const ExecutionOrigin& origin = execution->origin();
  if (origin.execution != 0 || origin.step == 0)
    return origin.execution;
  const std::vector<Step> steps = m_run.log()->steps(origin.step, 1);
  return steps.empty() ? 0 : steps.front().execution;
}

void ExplorationBrowser::open(std::uint64_t number) {
  if (!m_run.log() || number == 0 || number > m_run.log()->executionCount())
    return;
  m_wanted = 0;
  const ExecutionPointer& shown = m_selection.execution();
  if (shown && shown->origin().log == m_run.log() && shown->origin().execution == number)
    return;
  if (const ExecutionPointer known = m_run.witnessOf(number))
    return m_selection.open(known);
  if (const Result<ExecutionPointer> made = executionOf(m_run.log(), number))
    return m_selection.open(made.value());
  m_wanted = number;
  setNotice(tr("Execution %1 is beyond the steps that are kept: it is being found again …").arg(number));
  m_run.makeWitness(number);
}

std::optional<std::uint64_t> ExplorationBrowser::next(Direction direction, Which which) const {
  const std::uint64_t now = current();
  if (which == Which::Any) {
    if (direction == Direction::Forward)
      return now < m_known ? std::optional(now + 1) : std::nullopt;
    return now > 1 ? std::optional(now - 1) : std::nullopt;
  }
  if (direction == Direction::Forward) {
    const auto found = std::ranges::upper_bound(m_buggy, now);
    return found != m_buggy.end() ? std::optional(*found) : std::nullopt;
  }
  const auto found = std::ranges::lower_bound(m_buggy, now);
  return found != m_buggy.begin() ? std::optional(*(found - 1)) : std::nullopt;
}

void ExplorationBrowser::goTo(Direction direction, Which which) {
  if (const auto number = next(direction, which))
    open(*number);
}

Result<ExecutionPointer> ExplorationBrowser::find(std::uint64_t number) const {
  if (const ExecutionPointer known = m_run.witnessOf(number))
    return known;
  if (m_run.log())
    return executionOf(m_run.log(), number);
  return Error{ErrorCode::NotFound, "", "nothing was explored"};
}

void ExplorationBrowser::step() {
  if (!m_run.isActive())
    return;
  m_isStepping = true;
  m_run.step();
}

void ExplorationBrowser::restart() {
  m_known = 0;
  m_wanted = 0;
  m_other = 0;
  m_own = 0;
  m_isStepping = false;
  m_buggy.clear();
  m_foundAfter.clear();
  m_delay.stop();
  setNotice({});
  emit changed();
}

void ExplorationBrowser::follow() {
  const LogPointer& log = m_run.log();
  const std::uint64_t count = m_run.followed();
  if (!log || count == m_known)
    return;
  const bool isFirst = m_known == 0;
  for (const ExecutionSummary& summary : log->executions(m_known + 1, count - m_known)) {
    m_known = summary.number;
    m_foundAfter.push_back(m_run.status().seconds);
    if (summary.bug)
      m_buggy.push_back(summary.number);
    if (!m_expected.empty() && summary.id.begins(m_expected))
      openExpected(summary.number);
  }
  chooseForUser(isFirst);
  emit changed();
}

// Opens the newest execution while the user goes through them step by step. Otherwise opens the first, and then the
// first with a bug as soon as there is one. Once the user has opened anything, that stays open.
void ExplorationBrowser::chooseForUser(bool isFirst) {
  const ExecutionPointer& shown = m_selection.execution();
  if (m_wanted != 0)
    return; // that execution will be opened
  if (m_isStepping) {
    m_isStepping = false;
    open(m_known);
  } else if (isFirst && (!shown || (shown->origin().log && shown->origin().log != m_run.log()))) {
    openItself(m_buggy.empty() ? 1 : m_buggy.front());
  } else if (!m_buggy.empty() && m_expected.empty() && isUntouched()) {
    openItself(m_buggy.front());
  }
}

void ExplorationBrowser::openItself(std::uint64_t number) {
  open(number);
  m_own = number;
  m_ownPosition = m_selection.current().position;
}

bool ExplorationBrowser::isUntouched() const {
  const ExecutionPointer& shown = m_selection.execution();
  return m_own != 0 && shown && shown->origin().log == m_run.log() && shown->origin().execution == m_own &&
         m_selection.current().position == m_ownPosition;
}

void ExplorationBrowser::expect(const QString& id, qulonglong event) {
  m_expected = id.toStdString();
  m_expectedEvent = event;
}

void ExplorationBrowser::openExpected(std::uint64_t number) {
  m_expected.clear();
  open(number);
  if (current() == number)
    lookAtExpected(); // otherwise it is opened when it is found
}

void ExplorationBrowser::lookAtExpected() {
  const EventNumber event = std::exchange(m_expectedEvent, 0);
  if (event >= 1 && event <= m_selection.execution()->timeline().size())
    m_selection.selectEvent(event);
}

void ExplorationBrowser::makeToo(std::uint64_t number) {
  m_other = number;
  considerOther();
}

void ExplorationBrowser::considerOther() {
  const bool isQuick = m_other != 0 && m_other <= m_foundAfter.size() && m_foundAfter[m_other - 1] <= quickSeconds;
  if (!isQuick || m_delay.isActive() || m_run.isMakingWitness())
    return; // the open execution has priority
  if (const std::uint64_t number = std::exchange(m_other, 0); !m_run.witnessOf(number))
    m_run.makeWitness(number);
}

// Called after a delay, so that going quickly through many executions costs nothing.
void ExplorationBrowser::considerWitness() {
  if (m_wanted != 0)
    return; // that execution is being found, and nothing replaces it
  const std::uint64_t number = current();
  const ExecutionPointer& shown = m_selection.execution();
  if (number == 0 || number > m_foundAfter.size() || shown->isWitness() || shown->origin().execution != number)
    return considerOther();
  if (m_foundAfter[number - 1] <= quickSeconds)
    makeWitness();
  else
    setNotice(tr("To be replayed and asked about, this execution has to be found again, which takes about %1 seconds.")
                  .arg(static_cast<int>(m_foundAfter[number - 1]) + 1));
}

void ExplorationBrowser::makeWitness() {
  const ExecutionPointer& shown = m_selection.execution();
  const std::uint64_t number = current();
  if (number == 0 || shown->isWitness() || shown->origin().execution != number)
    return;
  setNotice(tr("The execution is being found again, to be replayed and asked about …"));
  m_run.makeWitness(number);
}

void ExplorationBrowser::takeWitness(std::uint64_t number, const ExecutionPointer& made) {
  if (m_wanted == number) {
    m_wanted = 0;
    m_selection.open(made);
    return lookAtExpected();
  }
  const ExecutionPointer shown = m_selection.execution();
  if (shown && shown->origin().log == m_run.log() && shown->origin().execution == number && !shown->isWitness())
    m_selection.replace(shown, made);
  considerOther();
}

void ExplorationBrowser::sayWhyNot(std::uint64_t number, const QString& reason) {
  if (number == m_wanted) {
    m_wanted = 0;
    setNotice(tr("Execution %1 cannot be found again: %2.").arg(number).arg(reason));
  } else if (number == current()) {
    setNotice(tr("This execution cannot be replayed: %1.").arg(reason));
  }
  considerOther();
}

void ExplorationBrowser::setNotice(const QString& text) {
  if (text == m_notice)
    return;
  m_notice = text;
  emit witnessNoticeChanged();
}

} // namespace revisit::gui
