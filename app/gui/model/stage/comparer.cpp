#include "comparer.h"

#include "core/logged_execution.h"
#include "log/nearest_execution.h"
#include "model/text.h"

#include <QFileInfo>
#include <QtConcurrent>

namespace revisit::gui {
namespace {

constexpr int staysMs = 250;

// One may be a graph of the exploration's log, and the other the witness of the same execution.
bool isSame(const Execution& a, const Execution& b) {
  const ExecutionOrigin &x = a.origin(), &y = b.origin();
  return &a == &b || (x.log && x.log == y.log && x.execution != 0 && x.execution == y.execution);
}

bool isExplored(const ExecutionPointer& execution) {
  return execution && execution->origin().log && execution->origin().execution != 0;
}

ExecutionPointer nearestOf(const ExecutionPointer& open, const std::shared_ptr<std::atomic<bool>>& isSought) {
  const ExecutionOrigin& origin = open->origin();
  const auto number = nearestExecution(*origin.log, origin.execution, [&] { return isSought->load(); });
  const Result<ExecutionPointer> found = number ? executionOf(origin.log, *number) : Result<ExecutionPointer>(nullptr);
  return found ? found.value() : nullptr;
}

} // namespace

Comparer::Comparer(SelectionModel& selection, QObject* parent) : QObject(parent), m_selection(selection) {
  m_starting.setSingleShot(true);
  m_starting.setInterval(staysMs);
  connect(&m_starting, &QTimer::timeout, this, &Comparer::seek);
  connect(&m_reading, &QFutureWatcherBase::finished, this, &Comparer::fileRead);
  connect(&m_seeking, &QFutureWatcherBase::finished, this, &Comparer::nearestFound);
  connect(&m_comparing, &QFutureWatcherBase::finished, this, &Comparer::made);
  connect(&selection, &SelectionModel::executionChanged, this, &Comparer::executionChanged);
  executionChanged();
}

Comparer::~Comparer() {
  stopSeeking();
  m_reading.waitForFinished();
  m_seeking.waitForFinished();
  m_comparing.waitForFinished();
}

bool Comparer::isBusy() const {
  return m_reading.isRunning() || m_starting.isActive() || m_seeking.isRunning() || m_comparing.isRunning();
}

QString Comparer::otherName() const {
  if (!m_other)
    return {};
  const bool isOfSame = isExplored(m_other) && m_open && m_open->origin().log == m_other->origin().log;
  return isOfSame ? QStringLiteral("#%1").arg(m_other->origin().execution)
                  : QFileInfo(fromText(m_other->path())).fileName();
}

bool Comparer::isWanted() const {
  const bool isWrong = m_open && m_open->witness().error.kind != ErrorKind::None;
  return m_wanted == Wanted::Comparison || (m_wanted == Wanted::Marker && isWrong);
}

void Comparer::want(Wanted wanted) {
  m_wanted = wanted;
  refresh();
  if (m_compared && wanted == Wanted::Comparison && !m_other->isWitness() && isExplored(m_other))
    emit witnessWanted(m_other->origin().execution);
}

void Comparer::compareWithFile(const QString& path) {
  m_reading.setFuture(QtConcurrent::run(&openExecution, path.toStdString()));
}

void Comparer::fileRead() {
  const Result<ExecutionPointer> read = m_reading.result();
  if (read)
    compareWith(read.value());
  else
    emit failed(sentenceOf(read.error()));
}

void Comparer::compareWith(ExecutionPointer other) {
  m_isByUser = other != nullptr;
  m_other = std::move(other);
  refresh();
}

void Comparer::executionChanged() {
  const ExecutionPointer& open = m_selection.execution();
  if (open && open->isOnTheWay())
    return; // a step of the algorithm is not compared
  const bool isOther = !m_open || !open || !isSame(*open, *m_open);
  if (isOther && m_open)
    m_before = m_open;
  if (isOther && open && m_other && isSame(*open, *m_other)) // the pair stays, the other way round
    m_other = m_before;
  else if (isOther && !m_isByUser)
    m_other = open && open->origin().move ? open->origin().move->from : nullptr;
  m_open = open;
  refresh();
}

// Starts what is wanted, unless it is there.
void Comparer::refresh() {
  if (m_compared && m_compared->original(Side::A) == m_open && m_compared->original(Side::B) == m_other)
    return;
  stopSeeking();
  m_comparing.setFuture({}); // the comparison in progress is no longer needed
  setCompared({});
  if (!m_open || !isWanted())
    return;
  if (m_other)
    m_comparing.setFuture(QtConcurrent::run(
        [a = m_open, b = m_other]() -> ComparedPointer { return std::make_shared<const ComparedExecution>(a, b); }));
  else if (isExplored(m_open) && !m_reading.isRunning())
    m_starting.start();
}

void Comparer::stopSeeking() {
  m_starting.stop();
  if (m_isSought)
    *m_isSought = false;
}

void Comparer::compareWithNearest() {
  if (isWanted() && !m_isByUser && isExplored(m_open) && !m_reading.isRunning())
    m_starting.start();
}

void Comparer::seek() {
  stopSeeking();
  m_isSought = std::make_shared<std::atomic<bool>>(true);
  m_seeking.setFuture(QtConcurrent::run(&nearestOf, m_open, m_isSought));
}

void Comparer::nearestFound() {
  if (m_isByUser || m_seeking.future().resultCount() == 0)
    return;
  const ExecutionPointer found = m_seeking.result();
  const bool isOfOpen = found && m_open && found->origin().log == m_open->origin().log && !isSame(*found, *m_open);
  if (!isOfOpen || (m_other && isSame(*found, *m_other))) {
    emit changed(); // it is not sought any more
    return;
  }
  m_other = found;
  refresh();
}

void Comparer::improve(const ExecutionPointer& witness) {
  if (!m_other || m_other->isWitness() || !isSame(*m_other, *witness))
    return;
  m_other = witness;
  refresh();
}

void Comparer::made() {
  if (m_comparing.future().resultCount() != 0)
    setCompared(m_comparing.result());
}

void Comparer::setCompared(ComparedPointer compared) {
  if (compared == m_compared)
    return;
  m_compared = std::move(compared);
  emit changed();
  if (m_compared && m_wanted == Wanted::Comparison && !m_other->isWitness() && isExplored(m_other))
    emit witnessWanted(m_other->origin().execution);
}

} // namespace revisit::gui
