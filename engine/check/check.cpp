#include "check/check.h"

#include "base/error_text.h"
#include "check/check_notes.h"
#include "check/finding_notes.h"
#include "check/launch.h"
#include "check/native_witness.h"
#include "check/race_rules.h"
#include "explore/condpor/condpor.h"
#include "explore/schedules/pct.h"
#include "explore/schedules/preemption_bounded.h"
#include "explore/schedules/random.h"
#include "log/exploration_recorder.h"
#include "log/steady_estimate.h"
#include "memory/sequential.h"
#include "program/behaviour_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <new>

namespace revisit {

namespace {

using instrument::Image;

// One run of runCheck: owns all layers and collects findings as executions end.
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
    NativeOptions native;
    native.unroll = m_options.unroll;
    native.allAccesses = m_options.allAccesses;
    native.reuseMemory = m_options.reuseMemory;
    native.findFreshReads = m_options.findsFreshReads();
    native.osThreads = m_options.osThreads;
    native.standardInput = m_options.standardInput;
    native.watchdogMs = m_options.watchdogMs;
    native.runTimeoutMs = m_options.watchdogMs == 0 ? 0 : std::max(native.runTimeoutMs, 6 * m_options.watchdogMs);
    native.recordLimit = m_options.runSteps + REVISIT_LAST_RECORDS;
    native.recursion = m_options.recursion;
    native.budget = &m_budget;
    m_budget.begin(m_options.explore.timeoutSeconds, m_options.memoryMiB << 20);
    m_budget.setStopped([this] { return isCancelled(); });
    Result<std::unique_ptr<NativeOracle>> oracle =
        launchOracle(m_pool, image.value(), m_options.program, m_options.arguments, native);
    if (!oracle && !unstarted(oracle.error()))
      return oracle.error();
    if (!oracle)
      return std::move(m_report);
    m_oracle = std::move(*oracle);
    m_budget.setOthers([this] { return m_oracle->residentBytes(); });
    m_solver = makeSolver(m_pool, {.memoryMiB = m_options.memoryMiB, .budget = &m_budget});
    m_cache = std::make_unique<BehaviourCache>(*m_oracle, m_pool, CacheOptions{.keep = m_options.keepCache});
    addImageWarnings(image.value(), m_report.warnings);

    ExploreOptions explore = m_options.explore;
    addNotedRaces(image.value().raceNotes(), explore.intendedRaces);
    m_raceRules = explore.intendedRaces.rules;
    if (!m_options.only.empty())
      explore.keepGoing = true;
    explore.cancelled = [this] { return poll(); };
    explore.budget = &m_budget;
    explore.pollEachExecution = m_options.control != nullptr;
    m_explorer = makeExplorer(explore);
    m_witnesses = std::make_unique<NativeWitnesses>(m_options, image.value().buildId(), *m_oracle, *m_cache);
    watch();
    m_start = m_lastProgress = Clock::now();
    m_budget.begin(m_options.explore.timeoutSeconds, m_options.memoryMiB << 20);
    search();
    if (m_failure && !breakOff(*m_failure))
      return *m_failure;
    conclude();
    return std::move(m_report);
  }

private:
  using Clock = std::chrono::steady_clock;

  // Running out of memory counts as a bound that was reached: the report contains what was explored until then.
  void search() {
    // Released to make room for the report; unused until then.
    auto kept = std::make_unique_for_overwrite<char[]>(4 << 20);
    try {
      const Result<Exploration> exploration = m_explorer->run();
      m_report.exploration = exploration ? exploration.value() : m_explorer->progress();
      if (!exploration)
        fail(exploration.error());
    } catch (const std::bad_alloc&) {
      kept.reset();
      m_report.exploration = m_explorer->progress();
      m_report.exploration.incomplete.push_back({IncompleteReason::Kind::Memory, "there is no memory left", {}});
    }
  }

  // Handles a program that did not reach its main function. False: the error is not a finding about the program.
  bool unstarted(const Error& error) {
    if (error.code == ErrorCode::Killed) {
      m_report.reasons.push_back(killedNote(error));
    } else if (error.code == ErrorCode::Interrupted && m_budget.reached() != Budget::Reached::No) {
      m_report.exploration.incomplete.push_back(reasonOf(m_budget.reached()));
      m_report.reasons.push_back(noteOf(m_report.exploration.incomplete.back(), m_options));
    } else {
      return false;
    }
    m_report.nothingChecked = true;
    return true;
  }

  std::unique_ptr<Explorer> makeExplorer(const ExploreOptions& explore) {
    switch (m_options.algorithm) {
    case Algorithm::Random:
      return makeRandomSampler(*m_cache, m_model, *m_solver, explore);
    case Algorithm::Pct:
      return makePctSampler(*m_cache, m_model, *m_solver, explore);
    case Algorithm::Preemptions:
      return makePreemptionBounded(*m_cache, m_model, *m_solver, explore);
    case Algorithm::ConDpor:
      break;
    }
    return makeConDpor(*m_cache, m_model, *m_solver, explore);
  }

  // Whether an input was made concrete. Then runs that should be the same may differ, which is a limit of the tool.
  bool wasMadeConcrete() const {
    return std::ranges::any_of(m_cache->incidents(), [](const Incident& incident) {
      return incident.kind == Incident::Kind::Imprecise && !incident.warningOnly;
    });
  }

  bool isCancelled() const {
    return (m_options.control && m_options.control->isStopped()) ||
           (m_options.explore.cancelled && m_options.explore.cancelled());
  }

  // Handles an exploration that broke off: reports what it saw until then. False: it saw nothing.
  bool breakOff(const Error& error) {
    Exploration& exploration = m_report.exploration;
    exploration.seconds = std::chrono::duration<double>(Clock::now() - m_start).count();
    if (error.code == ErrorCode::Interrupted) {
      exploration.incomplete.push_back(reasonOf(m_budget.reached()));
    } else if (error.code == ErrorCode::Killed) {
      m_report.reasons.push_back(killedNote(error));
    } else if (wasMadeConcrete()) {
      m_report.reasons.push_back(
          {"imprecise",
           "the exploration ended here, because the program depends on the inputs in a way that is "
           "not followed: " +
               error.what,
           "", 0});
    } else {
      if (exploration.counts.total() == 0)
        return false;
      m_report.failure = error;
      m_report.reasons.push_back({"failure", errorText(error), "", 0});
    }
    return true;
  }

  bool poll() {
    const auto now = Clock::now();
    if (m_progress && now - m_lastProgress > std::chrono::milliseconds(200)) {
      m_lastProgress = now;
      const double seconds = std::chrono::duration<double>(now - m_start).count();
      m_estimate.add(seconds, m_explorer->estimate());
      m_progress(
          {m_explorer->progress(), m_estimate.value(), seconds, m_solver->stats(), m_oracle->nativeRuns(), cutLoop()});
    }
    const bool mustStop = m_options.control && m_options.control->poll();
    m_start += Clock::now() - now; // a pause does not count
    m_budget.leaveOut(Clock::now() - now);
    return m_stop || mustStop || isCancelled();
  }

  // The loop at whose bound most executions were cut, if most executions were cut.
  std::string cutLoop() const {
    const Exploration& exploration = m_explorer->progress();
    const IncompleteReason* most = nullptr;
    for (const IncompleteReason& reason : exploration.incomplete)
      if (reason.kind == IncompleteReason::Kind::Bound && (!most || reason.count > most->count))
        most = &reason;
    if (!most || 2 * exploration.counts.cut <= exploration.counts.total())
      return {};
    const CheckNote place = noteOf(*most, m_options, *m_oracle, *m_cache);
    return place.file.empty() ? std::string() : fmt::format("{}:{}", place.file, place.line);
  }

  void watch() {
    if (m_options.log)
      m_recorder = std::make_unique<ExplorationRecorder>(*m_cache, *m_options.log, m_message,
                                                         [this](const auto& log) { began(log); });
    else
      began(nullptr);
    m_explorer->setRecorder(m_recorder.get());
    m_explorer->onExecution([this](const Execution& execution) { onExecution(execution); });
    m_explorer->onRestart([this] { onRestart(); });
  }

  void began(const std::shared_ptr<const ExplorationLog>& log) {
    m_report.log = log;
    if (m_options.observer)
      m_options.observer->began(log);
  }

  // All findings so far are void.
  void onRestart() {
    m_findings.clear();
    m_warned.clear();
    m_stranded.clear();
    m_report.errors.clear();
    m_withoutInputs = false;
    m_report.onlyFound = false;
    m_report.onlyWitness.reset();
    m_stop = m_failure.has_value();
    m_summaries.restart();
    if (!m_recorder)
      began(nullptr);
  }

  void onExecution(const Execution& execution) {
    if (m_options.observer)
      observe(execution);
    if (!m_options.only.empty() && (m_report.onlyFound || !identify(execution.graph).begins(m_options.only)))
      return;
    addErrors(execution, m_findings.note(execution, bugsOf(execution)));
    if (const std::vector<Bug> warnings = warningsOf(execution); !warnings.empty())
      for (const std::size_t index : m_warned.note(execution, warnings))
        if (const Finding& finding = m_warned.all()[index]; finding.kind == ErrorKind::Stranded)
          m_stranded[finding.position] = strandedText(execution, finding);
    if (!m_options.only.empty())
      keepOnly(execution);
  }

  void observe(const Execution& execution) {
    const auto make = [&]() -> Result<Witness> {
      const std::vector<Bug> bugs = bugsOf(execution);
      return makeWitness(execution, bugs.empty() ? std::nullopt : std::optional(bugs.front()));
    };
    const ExecutionSummary summary = m_recorder ? m_recorder->lastExecution() : m_summaries.of(execution);
    const ObservedExecution::MakeWitness makeWitness = make;
    m_options.observer->finished({summary, makeWitness});
  }

  void keepOnly(const Execution& execution) {
    m_report.onlyFound = true;
    m_stop = true;
    m_onlyCounts = {};
    m_onlyCounts.of(execution.kind) = 1;
    if (!m_report.errors.empty())
      return;
    if (Result<Witness> witness = makeWitness(execution, std::nullopt); witness)
      m_report.onlyWitness = std::move(*witness);
    else
      fail(witness.error());
  }

  // Makes the witness even when a bound is reached in the meantime; allows this much more time.
  Result<Witness> makeWitness(const Execution& execution, const std::optional<Bug>& bug) {
    constexpr double grace = 1; // seconds
    m_budget.setGrace(grace);
    Result<Witness> witness = m_witnesses->make(execution, bug);
    m_budget.setGrace(0);
    return witness;
  }

  // The same without running the program.
  Result<Witness> describeWitness(const Execution& execution, const Bug& bug) {
    constexpr double grace = 1.5; // seconds
    m_budget.setGrace(grace);
    Result<Witness> witness = m_witnesses->describe(execution, bug);
    m_budget.setGrace(0);
    return witness;
  }

  // Adds findings that are new, or that this execution shows better. All findings of one execution share one witness,
  // because each witness costs two runs.
  void addErrors(const Execution& execution, const std::vector<std::size_t>& news) {
    for (const ErrorKind together : {ErrorKind::Race, ErrorKind::Leak}) {
      std::vector<std::size_t> same;
      std::ranges::copy_if(news, std::back_inserter(same),
                           [&](std::size_t index) { return m_findings.all()[index].kind == together; });
      std::ranges::stable_partition(
          same, [&](std::size_t index) { return m_findings.all()[index].adjacent == Race::Adjacent::Now; });
      addTogether(execution, same);
    }
    for (const std::size_t index : news)
      if (const ErrorKind kind = m_findings.all()[index].kind; kind != ErrorKind::Race && kind != ErrorKind::Leak)
        addTogether(execution, {index});
  }

  void addTogether(const Execution& execution, const std::vector<std::size_t>& findings) {
    if (findings.empty() || m_failure)
      return;
    const Finding& first = m_findings.all()[findings.front()];
    bool isConfirmed = true;
    Result<Witness> witness = makeWitness(execution, first);
    if (!witness && witness.error().code == ErrorCode::Interrupted) {
      isConfirmed = false;
      witness = describeWitness(execution, first);
    }
    m_report.errors.resize(m_findings.all().size());
    if (!witness && witness.error().code == ErrorCode::Interrupted) {
      m_withoutInputs = true;
      return;
    }
    if (!witness)
      return fail(witness.error());
    std::vector<WitnessError> errors = {witness->error};
    for (std::size_t i = 1; i < findings.size(); i++)
      errors.push_back(m_witnesses->errorOf(execution, m_findings.all()[findings[i]]));
    witness->others.assign(errors.begin() + 1, errors.end());
    const auto shared = std::make_shared<const Witness>(std::move(*witness));
    for (std::size_t i = 0; i < findings.size(); i++)
      m_report.errors[findings[i]] = errorOf(m_findings.all()[findings[i]], errors[i], shared, i == 0, isConfirmed);
  }

  static CheckError errorOf(const Finding& finding, const WitnessError& shown,
                            const std::shared_ptr<const Witness>& witness, bool isShownFirst, bool isConfirmed) {
    CheckError error;
    error.finding = finding;
    error.message = shown.message;
    error.thread = witness->threads[shown.thread].name;
    error.file = shown.file;
    error.line = shown.line;
    error.error = shown;
    error.witness = witness;
    error.isShownFirst = isShownFirst;
    error.confirmed = isConfirmed;
    return error;
  }

  void fail(const Error& error) {
    m_failure = error;
    m_stop = true;
  }

  void conclude() {
    if (m_report.onlyFound)
      m_report.exploration.counts = m_onlyCounts;
    for (std::size_t i = 0; i < m_report.errors.size(); i++)
      m_report.errors[i].finding = m_findings.all()[i];
    std::erase_if(m_report.errors, [](const CheckError& error) { return !error.witness; });
    if (m_report.onlyFound) {
      std::erase_if(m_report.exploration.incomplete,
                    [](const IncompleteReason& reason) { return reason.kind == IncompleteReason::Kind::Cancelled; });
      m_report.reasons.push_back({"only", "only the execution that was asked for is reported", "", 0});
    }
    if (m_withoutInputs)
      m_report.reasons.push_back(
          {"solver-unknown", "something is wrong in an execution, but no inputs that lead there were found", "", 0});
    for (const IncompleteReason& reason : m_report.exploration.incomplete)
      m_report.reasons.push_back(noteOf(reason, m_options, *m_oracle, *m_cache));
    addIncidents(*m_cache, m_report);
    noteNothingChecked();
    const auto message = [this](PositionId position) {
      const auto waits = m_stranded.find(position);
      return waits != m_stranded.end() ? waits->second : m_message(position);
    };
    addWarnings(*m_cache, m_warned, m_options.explore.errors, message, m_report.warnings);
    listIntendedRaces();
    m_report.solver = m_solver->stats();
    m_report.nativeRuns = m_oracle->nativeRuns();
    m_report.verdict = !m_report.errors.empty()    ? CheckVerdict::Bug
                       : !m_report.reasons.empty() ? CheckVerdict::Incomplete
                                                   : CheckVerdict::Safe;
  }

  void listIntendedRaces() {
    const std::vector<std::uint64_t>& counts = m_report.exploration.intendedRaces;
    for (std::size_t i = 0; i < m_raceRules.size(); i++)
      if (std::ranges::find(m_report.intendedRaces, m_raceRules[i].origin, &IntendedRace::rule) ==
          m_report.intendedRaces.end())
        m_report.intendedRaces.push_back({m_raceRules[i].origin, i < counts.size() ? counts[i] : 0});
  }

  // If an assumption rules out every execution, that is most likely a mistake.
  void noteNothingChecked() {
    const ExplorationCounts& counts = m_report.exploration.counts;
    m_report.nothingChecked = counts.blocked == counts.total() && (counts.blocked != 0 || m_report.reasons.empty());
    if (m_report.nothingChecked && !m_report.onlyFound)
      m_report.reasons.push_back({"nothing-checked", "every execution ended at a false assumption", "", 0});
  }

  const CheckOptions& m_options;
  const std::function<void(const CheckProgress&)>& m_progress;
  Budget m_budget;
  ExpressionPool m_pool;
  SequentialConsistency m_model;
  std::unique_ptr<Solver> m_solver;
  std::unique_ptr<NativeOracle> m_oracle;
  std::unique_ptr<BehaviourCache> m_cache;
  std::unique_ptr<Explorer> m_explorer;
  std::unique_ptr<ExplorationRecorder> m_recorder; // with a log
  std::unique_ptr<NativeWitnesses> m_witnesses;
  // The program's own message about the error at this position.
  const std::function<std::string(PositionId)> m_message = [this](PositionId position) {
    return m_oracle->errorMessage(position);
  };
  ExecutionSummaries m_summaries{m_message};
  Findings m_findings; // with the same indices as the report's errors
  Findings m_warned;
  // By position: the threads that wait there when the process ends, and what for.
  std::map<PositionId, std::string> m_stranded;
  CheckReport m_report;
  std::vector<RaceRule> m_raceRules;
  std::optional<Error> m_failure;
  bool m_withoutInputs = false; // no inputs were found for a finding
  bool m_stop = false;
  ExplorationCounts m_onlyCounts; // with `only`: the counts of that execution alone
  Clock::time_point m_start, m_lastProgress;
  SteadyEstimate m_estimate;
};

} // namespace

Result<CheckReport> runCheck(const CheckOptions& options, const std::function<void(const CheckProgress&)>& progress) {
  return Check(options, progress).run();
}

} // namespace revisit
