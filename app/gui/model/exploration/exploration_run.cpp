#include "exploration_run.h"

#include "check/report/found_bugs.h"
#include "model/text.h"
#include "prepare/build_program.h"
#include "prepare/standard_input.h"

#include <fmt/format.h>

#include <atomic>

namespace revisit::gui {
namespace {

constexpr int refreshMs = 100, backlogMs = 5;
// The number of executions that panes take over at a time: a few milliseconds of work.
constexpr std::uint64_t takenAtOnce = 5000;
// Threads mostly wait for programs, including paused and ending ones, so there is one for each.
constexpr int mostThreads = 64;
// If there are more, the window says which execution has the bug but does not make a witness automatically.
constexpr std::size_t bugsKept = 200;

// An exception on a thread other than the window's, such as a lack of memory, must not end the process.
template <class Function> auto caught(Function&& function) -> decltype(function()) {
  try {
    return function();
  } catch (const std::exception& exception) {
    return Error{ErrorCode::Internal, "", exception.what()};
  }
}

} // namespace

// One run, shared with its thread. The mutex protects what the thread reports; the rest is set before the thread
// starts.
struct ExplorationRun::Work final : Observer {
  ExplorationRequest request;
  LogOptions logOptions;
  ExplorationControl control;
  std::atomic<bool> isStepping = false;

  std::mutex mutex;
  bool isEnded = false;
  LogPointer log; // null until the program has started
  ExplorationStatus status;
  std::vector<std::pair<std::uint64_t, ExecutionPointer>> bugs; // not fetched yet
  std::string messages;
  std::shared_ptr<const CompileFailure> failure;
  std::shared_ptr<BuiltProgram> program; // keeps the program's file
  std::shared_ptr<const CheckReport> report;
  std::optional<Error> error;

  FoundBugs found;
  std::size_t witnesses = 0; // that were made of bugs; used by the run's thread only

  // Called on the run's thread. The last thing that it reports is the end of the run.
  void run() {
    Result<CheckReport> result = caught([this] { return explore(); });
    if (result)
      found.conclude(*result);
    const std::lock_guard lock(mutex);
    if (result)
      take(std::move(*result));
    else
      error = result.error();
    isEnded = true;
  }

  Result<CheckReport> explore() {
    std::string said;
    std::vector<std::string> flags = request.compilerFlags;
    if (request.arithmetic)
      flags.emplace_back(arithmeticFlag);
    Result<BuiltProgram> built = buildProgram(request.files, flags, &said);
    const bool isWrong = !built && built.error().code == ErrorCode::CompileFailed;
    const auto why = isWrong ? std::make_shared<CompileFailure>(compileFailure(request.files, flags, said)) : nullptr;
    {
      const std::lock_guard lock(mutex);
      messages = said;
      failure = why;
    }
    if (!built)
      return built.error();
    const auto kept = std::make_shared<BuiltProgram>(std::move(*built));
    CheckOptions options = request.check;
    options.estimates = true;
    if (!request.input.empty()) {
      Result<std::string> input = inputFrom(request.input);
      if (!input)
        return input.error();
      options.program.standardInput = std::move(*input);
    }
    options.program.path = kept->path();
    options.program.sources = kept->sources();
    options.program.flags = kept->flags();
    options.observer = this;
    options.control = &control;
    options.log = logOptions;
    {
      const std::lock_guard lock(mutex);
      program = kept;
      request.check = options;
    }
    return runCheck(options, [this](const CheckProgress& progress) { note(progress); });
  }

  void take(CheckReport&& all) {
    report = std::make_shared<const CheckReport>(std::move(all));
    status.work = report->exploration.work;
    status.solver = report->solver;
    status.nativeRuns = report->nativeRuns;
    status.seconds = report->exploration.seconds;
    error = report->failure;
  }

  void note(const CheckProgress& progress) {
    const std::lock_guard lock(mutex);
    status.estimate = progress.estimate;
    status.solver = progress.solver;
    status.work = progress.exploration.work;
    status.nativeRuns = progress.nativeRuns;
    status.seconds = progress.seconds;
  }

  void began(const std::shared_ptr<const ExplorationLog>& newLog) override {
    found.clear();
    witnesses = 0;
    const std::lock_guard lock(mutex);
    log = newLog;
    status.counts = {};
    bugs.clear();
  }

  void finished(const ObservedExecution& execution) override {
    {
      const std::lock_guard lock(mutex);
      status.counts.of(execution.summary().kind)++;
    }
    if (execution.summary().bug)
      found.note(execution.summary(), [&] { return keep(execution); });
    if (isStepping.exchange(false))
      control.pause();
  }

  // The witness of a bug's first execution; null when there are too many bugs, or none can be made.
  std::shared_ptr<const Witness> keep(const ObservedExecution& execution) {
    if (witnesses++ >= bugsKept)
      return nullptr;
    Result<Witness> witness = execution.witness();
    if (!witness)
      return nullptr;
    const std::uint64_t number = execution.summary().number;
    const Result<ExecutionPointer> made =
        witnessAsExecution(std::move(*witness), {log, number, log->stepOf(number), program});
    if (!made)
      return nullptr;
    const std::lock_guard lock(mutex);
    bugs.emplace_back(number, made.value());
    return {made.value(), &made.value()->witness()};
  }
};

struct ExplorationRun::WitnessWork {
  std::uint64_t number = 0;
  LogPointer log;
  CheckOptions options;
  std::shared_ptr<BuiltProgram> program;
  ExplorationControl control;

  Result<ExecutionPointer> run() {
    options.observer = nullptr;
    options.log.reset();
    options.control = &control;
    options.explore.maxExecutions = 0;
    options.explore.timeoutSeconds = 0;
    Result<CheckReport> report = runCheck(options, {});
    if (!report)
      return report.error();
    if (!report->onlyFound)
      return Error{ErrorCode::NotFound, fmt::format("execution {}", number),
                   "it was not found again: explore the program again"};
    if (!report->onlyWitness && report->errors.empty())
      return Error{ErrorCode::NotFound, fmt::format("execution {}", number), "no inputs that lead there were found"};
    Witness witness = report->onlyWitness ? std::move(*report->onlyWitness) : *report->errors.front().witness;
    return witnessAsExecution(std::move(witness), {log, number, log->stepOf(number), program});
  }
};

ExplorationRun::ExplorationRun(QObject* parent) : QObject(parent) {
  m_threads.setMaxThreadCount(mostThreads);
  m_timer.setInterval(refreshMs);
  connect(&m_timer, &QTimer::timeout, this, &ExplorationRun::follow);
}

ExplorationRun::~ExplorationRun() {
  drop();
  m_threads.waitForDone();
}

void ExplorationRun::drop() {
  dropWitness();
  if (m_work)
    m_work->control.stop();
  m_work = nullptr;
}

void ExplorationRun::dropWitness() {
  if (m_witnessWork)
    m_witnessWork->control.stop();
  m_witnessWork = nullptr;
}

void ExplorationRun::start(ExplorationRequest request, const LogOptions& log) {
  if (m_work)
    m_work->control.stop();
  m_request = std::move(request);
  m_error.clear();
  m_messages.clear();
  m_failure = nullptr;
  m_work = std::make_shared<Work>();
  m_work->request = m_request;
  m_work->logOptions = log;
  m_threads.start([work = m_work] { work->run(); });
  m_timer.start();
  m_state = ExplorationState::Building;
  emit stateChanged(); // also if another program was being built
}

void ExplorationRun::pause() {
  if (m_state != ExplorationState::Running && m_state != ExplorationState::Building)
    return;
  m_work->control.pause();
  setState(ExplorationState::Paused);
}

void ExplorationRun::resume() {
  if (m_state != ExplorationState::Paused)
    return;
  m_work->isStepping = false;
  goOn();
}

void ExplorationRun::goOn() {
  m_work->control.resume();
  setState(ExplorationState::Running);
}

void ExplorationRun::step() {
  if (!isActive())
    return;
  m_work->isStepping = true;
  if (m_state == ExplorationState::Paused)
    goOn();
}

void ExplorationRun::cancel() {
  if (isActive())
    m_work->control.stop();
}

void ExplorationRun::setState(ExplorationState state) {
  if (state == m_state)
    return;
  m_state = state;
  emit stateChanged();
}

// Takes over what the thread has reported since the last call.
void ExplorationRun::follow() {
  if (!m_work)
    return;
  // Read first, so that everything that was found before the pause is taken over with it.
  const bool isPaused = m_work->control.isPaused();
  LogPointer log;
  bool isEnded = false;
  ExplorationStatus status;
  std::shared_ptr<const CheckReport> report;
  {
    const std::lock_guard lock(m_work->mutex);
    log = m_work->log;
    isEnded = m_work->isEnded;
    status = m_work->status;
    report = m_work->report;
    m_messages = fromText(m_work->messages);
    m_failure = m_work->failure;
    m_error = m_work->error ? fromText(errorText(*m_work->error)) : QString();
  }
  if (log && log != m_log) {
    m_status = status; // the new state, before observers read it
    m_report = report;
    show(log);
  }
  const bool isShown = m_shown == m_work;
  if (isShown) {
    m_status = status;
    m_report = report;
    setBugs(m_work->found.all());
    takeBugs();
  }
  const bool hasAll = !isShown || followLog();
  m_timer.setInterval(hasAll ? refreshMs : backlogMs);
  emit progressed();
  if (isEnded && hasAll) {
    m_timer.stop();
    m_shownHasEnded |= isShown && m_report;
    setState(m_error.isEmpty() ? ExplorationState::Ended : ExplorationState::Failed);
  } else if (isPaused) {
    if (hasAll)
      setState(ExplorationState::Paused);
  } else if (isShown) {
    setState(ExplorationState::Running);
  }
}

// The log was replaced, so everything shown from the old one is void.
void ExplorationRun::show(const LogPointer& log) {
  dropWitness();
  if (m_shown != m_work) { // otherwise it has begun again
    const bool isSame = m_shownHasEnded && m_shownRequest.files == m_request.files &&
                        m_shownRequest.check.search.model == m_request.check.search.model;
    m_earlierBugs = isSame ? std::optional(m_bugs) : std::nullopt;
  }
  Result<KnownFindings> known = KnownFindings::readIfThere(KnownFindings::pathBeside(m_request.files.front()));
  if (!known)
    emit knownFailed(sentenceOf(known.error()));
  m_known = known ? std::move(*known) : KnownFindings();
  setBugs(m_work->found.all());
  m_shownHasEnded = false;
  m_shown = m_work;
  m_shownRequest = m_request;
  m_log = log;
  m_followed = 0;
  m_witnesses.clear();
  takeBugs(); // an execution is shown with its witness from the first moment on
  emit logReplaced();
}

void ExplorationRun::setBugs(const std::vector<DistinctBug>& bugs) {
  m_bugs = bugs;
  m_knownComments = m_known.commentsOn(m_bugs);
}

Status ExplorationRun::setKnown(std::size_t bug, const std::optional<std::string>& comment) {
  const Status status = comment ? m_known.mark(m_bugs, bug, *comment) : m_known.unmark(m_bugs, bug);
  m_knownComments = m_known.commentsOn(m_bugs);
  emit progressed();
  return status;
}

// Takes over a part of the log. Whether that was everything.
bool ExplorationRun::followLog() {
  if (!m_log)
    return true;
  const std::uint64_t count = m_log->executionCount();
  m_followed += std::min(count - m_followed, takenAtOnce);
  m_status.planned = m_log->pendingCount();
  return m_followed == count;
}

// The log holds an execution before its witness is made. An execution that was followed in between is shown without
// one, so its witness is announced.
void ExplorationRun::takeBugs() {
  std::vector<std::pair<std::uint64_t, ExecutionPointer>> bugs;
  {
    const std::lock_guard lock(m_work->mutex);
    bugs.swap(m_work->bugs);
    if (m_work->log != m_log)
      return;
  }
  m_witnesses.insert(bugs.begin(), bugs.end());
  for (const auto& [number, execution] : bugs)
    if (number <= m_followed)
      emit witnessMade(number, execution);
}

ExecutionPointer ExplorationRun::witnessOf(std::uint64_t number) const {
  const auto found = m_witnesses.find(number);
  return found != m_witnesses.end() ? found->second : nullptr;
}

std::optional<std::size_t> ExplorationRun::bugOf(std::uint64_t number) const {
  if (!m_log || number == 0)
    return std::nullopt;
  const std::vector<ExecutionSummary> summaries = m_log->executions(number, 1);
  return summaries.empty() ? std::nullopt : m_shown->found.bugOf(summaries.front());
}

std::pair<CheckOptions, std::shared_ptr<BuiltProgram>> ExplorationRun::program() const {
  const std::lock_guard lock(m_shown->mutex);
  return {m_shown->request.check, m_shown->program};
}

void ExplorationRun::makeWitness(std::uint64_t number) {
  if (m_witnessWork && m_witnessWork->number == number)
    return; // it belongs to this log, otherwise it would have been dropped
  dropWitness();
  if (!m_log || !m_shown)
    return;
  const std::vector<ExecutionSummary> found = m_log->executions(number, 1);
  if (found.empty())
    return;
  m_witnessWork = std::make_shared<WitnessWork>();
  m_witnessWork->number = number;
  m_witnessWork->log = m_log;
  std::tie(m_witnessWork->options, m_witnessWork->program) = program();
  m_witnessWork->options.only = found.front().id.text();
  m_threads.start([this, work = m_witnessWork] { // the destructor waits for the thread
    Result<ExecutionPointer> made = caught([&] { return work->run(); });
    QMetaObject::invokeMethod(this, [this, work, made = std::move(made)] {
      if (m_witnessWork == work)
        finishWitness(made);
    });
  });
}

void ExplorationRun::finishWitness(const Result<ExecutionPointer>& made) {
  const std::uint64_t number = std::exchange(m_witnessWork, nullptr)->number;
  if (!made)
    return emit witnessFailed(number, fromText(errorText(made.error())));
  m_witnesses[number] = made.value();
  emit witnessMade(number, made.value());
}

} // namespace revisit::gui
