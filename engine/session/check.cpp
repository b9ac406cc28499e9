#include "session/check.h"

#include "explore/condpor.h"
#include "explore/random.h"
#include "memory/sequential.h"
#include "program/behaviour_cache.h"
#include "program/positions.h"
#include "session/build_witness.h"
#include "session/launch.h"
#include "session/path_events.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace revisit {

namespace {

using instrument::Image;

const char* kindName(Incident::Kind kind) {
  static constexpr const char* names[] = {"hidden-write",   "unmodelled-call", "imprecise", "self-check",
                                          "solver-unknown", "assertions-off",  "other"};
  return names[static_cast<int>(kind)];
}

const char* kindName(IncompleteReason::Kind kind) {
  static constexpr const char* names[] = {"max-executions", "timeout",        "cancelled", "stopped-at-bug",
                                          "bound",          "solver-unknown", "sampling"};
  return names[static_cast<int>(kind)];
}

// One run of runCheck: owns every layer, collects findings as executions end.
class Check {
public:
  Check(const CheckOptions& options, const std::function<void(const CheckProgress&)>& progress)
      : m_options(options), m_progress(progress) {}

  Result<CheckReport> run() {
    if (m_options.model != "sc")
      return Error{ErrorCode::Unsupported, "--model",
                   fmt::format("memory model '{}' is not available yet: use sc", m_options.model)};
    const Result<Image> image = openInstrumented(m_options.program);
    if (!image)
      return image.error();
    m_buildId = image.value().buildId();
    NativeOptions native;
    native.unroll = m_options.unroll;
    native.allAccesses = m_options.allAccesses;
    native.osThreads = m_options.osThreads;
    native.watchdogMs = m_options.watchdogMs;
    Result<std::unique_ptr<NativeOracle>> oracle =
        launchOracle(m_pool, image.value(), m_options.program, m_options.arguments, native);
    if (!oracle)
      return oracle.error();
    m_oracle = std::move(*oracle);
    m_solver = makeSolver(m_pool);
    m_cache = std::make_unique<BehaviourCache>(*m_oracle, m_pool, CacheOptions{.keep = m_options.keepCache});
    noteImage(image.value());

    ExploreOptions explore = m_options.explore;
    if (!m_options.only.empty())
      explore.keepGoing = true;
    explore.cancelled = [this] { return poll(); };
    m_explorer = m_options.algorithm == Algorithm::Random ? makeRandomSampler(*m_cache, m_model, *m_solver, explore)
                                                          : makeConDpor(*m_cache, m_model, *m_solver, explore);
    m_explorer->setRecorder(m_options.recorder);
    m_explorer->onExecution([this](const Execution& execution) { onExecution(execution); });
    m_start = m_lastProgress = Clock::now();
    const Result<Exploration> exploration = m_explorer->run();
    if (!exploration)
      return exploration.error();
    if (m_failure)
      return *m_failure;
    m_report.exploration = exploration.value();
    conclude();
    return std::move(m_report);
  }

private:
  using Clock = std::chrono::steady_clock;

  bool poll() {
    const auto now = Clock::now();
    if (m_progress && now - m_lastProgress > std::chrono::milliseconds(200)) {
      m_lastProgress = now;
      m_progress(
          {m_explorer->progress(), m_explorer->estimate(), std::chrono::duration<double>(now - m_start).count()});
    }
    return m_stop || (m_options.explore.cancelled && m_options.explore.cancelled());
  }

  void noteImage(const Image& image) {
    if (image.assertionsOff())
      m_report.warnings.push_back({kindName(Incident::Kind::AssertionsOff),
                                   "assertions are compiled out: the program was built with NDEBUG", "", 0});
    for (const std::string& name : image.foreignObjects())
      m_report.warnings.push_back(
          {"not-instrumented", fmt::format("'{}' is linked in but not instrumented: what it does is not seen", name),
           "", 0});
  }

  void onExecution(const Execution& execution) {
    if (execution.number == 1) { // also after a restart: every finding so far is void
      m_findings.clear();
      m_report.errors.clear();
    }
    if (!m_options.only.empty()) {
      if (m_report.onlyFound || identify(execution.graph).text() != m_options.only)
        return;
      m_report.onlyFound = true;
      m_stop = true;
      m_onlyCounts = {};
      switch (execution.kind) {
      case ExecutionKind::Complete:
        m_onlyCounts.complete = 1;
        break;
      case ExecutionKind::Erroneous:
        m_onlyCounts.erroneous = 1;
        break;
      case ExecutionKind::Deadlocked:
        m_onlyCounts.deadlocked = 1;
        break;
      case ExecutionKind::Blocked:
        m_onlyCounts.blocked = 1;
        break;
      case ExecutionKind::Cut:
        m_onlyCounts.cut = 1;
        break;
      }
    }
    for (const std::size_t index : m_findings.note(execution))
      addError(execution, m_findings.all()[index]);
  }

  void addError(const Execution& execution, const Finding& finding) {
    CheckError error;
    error.finding = finding;
    error.message = m_oracle->errorMessage(finding.position);
    error.thread = m_cache->threadName(finding.thread);
    Result<WitnessParts> parts = buildWitness(execution, finding, error.message);
    if (!parts) {
      m_failure = parts.error();
      m_stop = true;
      return;
    }
    error.witness = std::move(parts->witness);
    error.file = error.witness.error.file;
    error.line = error.witness.error.line;
    if (const Status status = m_cache->confirm(parts->plan); !status) {
      m_failure = status.error();
      m_stop = true;
      return;
    }
    error.confirmed = true;
    if (const Status status = placeDecisions(error.witness, parts->plan); !status) {
      m_failure = status.error();
      m_stop = true;
      return;
    }
    complete(error.witness);
    m_report.errors.push_back(std::move(error));
  }

  Status placeDecisions(Witness& witness, const Plan& plan) {
    const Result<Recording> recording = m_oracle->run(plan);
    return recording ? placePathEvents(witness, recording.value(), m_oracle->lastTrace()) : recording.error();
  }

  void complete(Witness& witness) {
    witness.program.path = m_options.program;
    witness.program.buildId = m_buildId;
    witness.program.sources = m_options.sources;
    witness.program.flags = m_options.flags;
    witness.program.arguments = m_options.arguments;
    witness.options.memoryModel = m_options.model;
    witness.options.algorithm = m_options.algorithm == Algorithm::Random ? "random" : "condpor";
    witness.options.unroll = m_options.unroll;
    witness.options.allAccesses = m_options.allAccesses;
    for (const RevisitRange& range : m_oracle->sharedRanges())
      witness.shared.push_back({range.begin, range.end - range.begin});
  }

  void conclude() {
    if (m_report.onlyFound)
      m_report.exploration.counts = m_onlyCounts;
    for (CheckError& error : m_report.errors)
      for (const Finding& finding : m_findings.all())
        if (finding.kind == error.finding.kind && finding.position == error.finding.position)
          error.finding = finding;
    for (const IncompleteReason& reason : m_report.exploration.incomplete) {
      CheckNote note{kindName(reason.kind), reason.detail, "", 0};
      if (reason.position.valid())
        if (const auto chain = m_cache->callChain(reason.position); !chain.empty()) {
          note.file = shownPosition(chain)->file;
          note.line = shownPosition(chain)->line;
        }
      m_report.reasons.push_back(std::move(note));
    }
    for (const Incident& incident : m_cache->incidents())
      (incident.warningOnly ? m_report.warnings : m_report.reasons)
          .push_back({kindName(incident.kind), incident.detail, incident.file, incident.line});
    m_report.solver = m_solver->stats();
    m_report.nativeRuns = m_oracle->nativeRuns();
    m_report.verdict = !m_report.errors.empty()    ? CheckVerdict::Bug
                       : !m_report.reasons.empty() ? CheckVerdict::Incomplete
                                                   : CheckVerdict::Safe;
  }

  const CheckOptions& m_options;
  const std::function<void(const CheckProgress&)>& m_progress;
  ExpressionPool m_pool;
  SequentialConsistency m_model;
  std::unique_ptr<Solver> m_solver;
  std::unique_ptr<NativeOracle> m_oracle;
  std::unique_ptr<BehaviourCache> m_cache;
  std::unique_ptr<Explorer> m_explorer;
  Findings m_findings;
  CheckReport m_report;
  std::string m_buildId;
  std::optional<Error> m_failure;
  bool m_stop = false;
  ExplorationCounts m_onlyCounts; // with `only`: of that execution alone
  Clock::time_point m_start, m_lastProgress;
};

// One thing that went wrong in a recording.
struct EndOfRun {
  ErrorKind kind;
  PositionId position;
};

// Everything that went wrong, by the rules by which an exploration names its findings.
std::vector<EndOfRun> endsOf(const Recording& recording) {
  std::vector<EndOfRun> ends;
  std::map<ThreadId, Label> waiting; // what each thread that can not go on waits for
  std::map<ThreadId, Label> lastRead;
  bool spins = false, exited = false;
  for (const RecordedStep& step : recording.steps) {
    if (step.label.kind == LabelKind::Error)
      ends.push_back({step.label.error, step.label.position});
    exited |= step.label.kind == LabelKind::Exit;
    if (step.pending)
      waiting[step.thread] = step.label;
    else if (step.label.kind == LabelKind::Read)
      lastRead[step.thread] = step.label;
    if (step.label.kind == LabelKind::AwaitFailed) {
      waiting[step.thread] = lastRead[step.thread];
      spins = true;
    }
  }
  if (!ends.empty() || exited || waiting.empty())
    return ends;
  const auto named =
      std::ranges::find_if(waiting, [](const auto& entry) { return entry.second.kind != LabelKind::Join; });
  const Label& label = named != waiting.end() ? named->second : waiting.begin()->second;
  ends.push_back({spins ? ErrorKind::Livelock : ErrorKind::Deadlock, label.position});
  return ends;
}

} // namespace

Result<CheckReport> runCheck(const CheckOptions& options, const std::function<void(const CheckProgress&)>& progress) {
  return Check(options, progress).run();
}

Result<ReplayOutcome> replayPlain(const Witness& witness) {
  const Result<Image> image = openInstrumented(witness.program.path);
  if (!image)
    return image.error();
  if (const Status status = witness.checkAgainst(image.value().buildId()); !status)
    return status.error();
  ExpressionPool pool;
  NativeOptions native;
  native.unroll = witness.options.unroll;
  native.allAccesses = witness.options.allAccesses;
  Result<std::unique_ptr<NativeOracle>> oracle =
      launchOracle(pool, image.value(), witness.program.path, witness.program.arguments, native);
  if (!oracle)
    return oracle.error();
  std::vector<std::vector<unsigned>> paths;
  for (const WitnessThread& thread : witness.threads)
    paths.push_back(thread.path);
  std::vector<RevisitRange> shared;
  for (const WitnessRange& range : witness.shared)
    shared.push_back({range.address, range.address + range.size});
  if (const Status status = oracle.value()->restore(paths, shared); !status)
    return status.error();
  Plan plan;
  for (const WitnessStep& step : witness.plan)
    plan.steps.push_back({ThreadId(step.thread), step.kind, step.outcome});
  for (const WitnessInput& input : witness.inputs)
    plan.inputs.set(pool.symbol(ThreadId(input.thread), input.index, input.width, input.name), input.value);
  const Result<Recording> recording = oracle.value()->run(plan);
  if (!recording)
    return recording.error();
  ReplayOutcome outcome;
  outcome.output = recording.value().output;
  outcome.found = "no error";
  for (const EndOfRun& end : endsOf(recording.value())) {
    const auto chain = oracle.value()->callChain(end.position);
    const SourcePosition place = chain.empty() ? SourcePosition{} : *shownPosition(chain);
    outcome.found = fmt::format("{} at {}:{}", errorName(end.kind), place.file, place.line);
    outcome.sameError =
        end.kind == witness.error.kind && place.file == witness.error.file && place.line == witness.error.line;
    if (outcome.sameError)
      break;
  }
  return outcome;
}

} // namespace revisit
