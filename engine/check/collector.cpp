#include "check/collector.h"

#include "base/error_text.h"
#include "check/check_notes.h"
#include "check/finding_notes.h"

#include <algorithm>

namespace revisit {

namespace {

CheckError errorOf(const Finding& finding, const WitnessError& shown, const std::shared_ptr<const Witness>& witness,
                   bool isShownFirst, bool isConfirmed) {
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

// Whether an input was made concrete. Then runs that should be the same may differ, which is a limit of the tool.
bool wasMadeConcrete(const BehaviourCache& cache) {
  return std::ranges::any_of(cache.incidents(), [](const Incident& incident) {
    return incident.kind == Incident::Kind::Imprecise && !incident.warningOnly;
  });
}

} // namespace

void Collector::restart() {
  m_findings.clear();
  m_warned.clear();
  m_stranded.clear();
  m_report.errors.clear();
  m_withoutInputs = false;
  m_report.onlyFound = false;
  m_report.onlyWitness.reset();
  m_isDone = m_failure.has_value();
}

void Collector::fail(const Error& error) {
  m_failure = error;
  m_isDone = true;
}

void Collector::add(const Execution& execution, Worker& worker) {
  if (!m_options.only.empty() && (m_report.onlyFound || !identify(execution.graph).begins(m_options.only)))
    return;
  addErrors(execution, m_findings.note(execution, bugsOf(execution)), worker);
  addWarned(execution);
  if (!m_options.only.empty())
    keepOnly(execution, worker);
}

void Collector::addWarned(const Execution& execution) {
  const std::vector<Bug> warnings = warningsOf(execution);
  if (warnings.empty())
    return;
  for (const std::size_t index : m_warned.note(execution, warnings))
    if (const Finding& finding = m_warned.all()[index]; finding.kind == ErrorKind::Stranded)
      m_stranded[finding.position] = strandedText(execution, finding);
}

void Collector::keepOnly(const Execution& execution, Worker& worker) {
  m_report.onlyFound = true;
  m_isDone = true;
  m_onlyCounts = {};
  m_onlyCounts.of(execution.kind) = 1;
  if (!m_report.errors.empty())
    return;
  if (Result<Witness> witness = worker.makeWitness(execution, std::nullopt); witness)
    m_report.onlyWitness = std::move(*witness);
  else
    fail(witness.error());
}

// Adds findings that are new, or that this execution shows better. All findings of one execution share one witness,
// because each witness costs two runs.
void Collector::addErrors(const Execution& execution, const std::vector<std::size_t>& news, Worker& worker) {
  for (const ErrorKind together : {ErrorKind::Race, ErrorKind::Leak}) {
    std::vector<std::size_t> same;
    std::ranges::copy_if(news, std::back_inserter(same),
                         [&](std::size_t index) { return m_findings.all()[index].kind == together; });
    std::ranges::stable_partition(
        same, [&](std::size_t index) { return m_findings.all()[index].adjacent == Race::Adjacent::Now; });
    addTogether(execution, same, worker);
  }
  for (const std::size_t index : news)
    if (const ErrorKind kind = m_findings.all()[index].kind; kind != ErrorKind::Race && kind != ErrorKind::Leak)
      addTogether(execution, {index}, worker);
}

void Collector::addTogether(const Execution& execution, const std::vector<std::size_t>& findings, Worker& worker) {
  if (findings.empty() || m_failure)
    return;
  const Finding& first = m_findings.all()[findings.front()];
  bool isConfirmed = true;
  Result<Witness> witness = worker.makeWitness(execution, first);
  if (!witness && witness.error().code == ErrorCode::Interrupted) {
    isConfirmed = false;
    witness = worker.describeWitness(execution, first);
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
    errors.push_back(worker.errorOf(execution, m_findings.all()[findings[i]]));
  witness->others.assign(errors.begin() + 1, errors.end());
  const auto shared = std::make_shared<const Witness>(std::move(*witness));
  for (std::size_t i = 0; i < findings.size(); i++)
    m_report.errors[findings[i]] = errorOf(m_findings.all()[findings[i]], errors[i], shared, i == 0, isConfirmed);
}

Result<CheckReport> Collector::concludeUnstarted(const Error& error, Budget::Reached bound) {
  if (error.code == ErrorCode::Killed) {
    m_report.reasons.push_back(killedNote(error));
  } else if (error.code == ErrorCode::Interrupted && bound != Budget::Reached::No) {
    m_report.exploration.incomplete.push_back(reasonOf(bound));
    m_report.reasons.push_back(noteOf(m_report.exploration.incomplete.back(), m_options));
  } else {
    return error;
  }
  m_report.nothingChecked = true;
  return std::move(m_report);
}

Result<CheckReport> Collector::conclude(Exploration exploration, Worker& worker, std::vector<CheckNote> warnings,
                                        const std::vector<RaceRule>& races) {
  m_report.exploration = std::move(exploration);
  m_report.warnings = std::move(warnings);
  if (m_failure && !breakOff(*m_failure, worker))
    return *m_failure;
  concludeErrors();
  concludeOnly();
  if (m_withoutInputs)
    m_report.reasons.push_back(
        {"solver-unknown", "something is wrong in an execution, but no inputs that lead there were found", "", 0});
  for (const IncompleteReason& reason : m_report.exploration.incomplete)
    m_report.reasons.push_back(noteOf(reason, m_options, worker.oracle(), worker.cache()));
  addIncidents(worker.cache(), m_report);
  noteNothingChecked();
  const auto message = [&](PositionId position) {
    const auto waits = m_stranded.find(position);
    return waits != m_stranded.end() ? waits->second : worker.messageAt(position);
  };
  addWarnings(worker.cache(), m_warned, m_options.explore.errors, message, m_report.warnings);
  listIntendedRaces(races);
  m_report.solver = worker.solver().stats();
  m_report.nativeRuns = worker.oracle().nativeRuns();
  m_report.verdict = !m_report.errors.empty()    ? CheckVerdict::Bug
                     : !m_report.reasons.empty() ? CheckVerdict::Incomplete
                                                 : CheckVerdict::Safe;
  return std::move(m_report);
}

// Handles an exploration that broke off: reports what it saw until then. False: it saw nothing.
bool Collector::breakOff(const Error& error, Worker& worker) {
  Exploration& exploration = m_report.exploration;
  if (error.code == ErrorCode::Interrupted) {
    exploration.incomplete.push_back(reasonOf(worker.budget().reached()));
  } else if (error.code == ErrorCode::Killed) {
    m_report.reasons.push_back(killedNote(error));
  } else if (wasMadeConcrete(worker.cache())) {
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

// Brings the counts of the errors up to date, and drops those for which there is no witness.
void Collector::concludeErrors() {
  for (std::size_t i = 0; i < m_report.errors.size(); i++)
    m_report.errors[i].finding = m_findings.all()[i];
  std::erase_if(m_report.errors, [](const CheckError& error) { return !error.witness; });
}

void Collector::concludeOnly() {
  if (!m_report.onlyFound)
    return;
  m_report.exploration.counts = m_onlyCounts;
  std::erase_if(m_report.exploration.incomplete,
                [](const IncompleteReason& reason) { return reason.kind == IncompleteReason::Kind::Cancelled; });
  m_report.reasons.push_back({"only", "only the execution that was asked for is reported", "", 0});
}

void Collector::listIntendedRaces(const std::vector<RaceRule>& races) {
  const std::vector<std::uint64_t>& counts = m_report.exploration.intendedRaces;
  for (std::size_t i = 0; i < races.size(); i++)
    if (std::ranges::find(m_report.intendedRaces, races[i].origin, &IntendedRace::rule) == m_report.intendedRaces.end())
      m_report.intendedRaces.push_back({races[i].origin, i < counts.size() ? counts[i] : 0});
}

// If an assumption rules out every execution, that is most likely a mistake.
void Collector::noteNothingChecked() {
  const ExplorationCounts& counts = m_report.exploration.counts;
  // A search over states that finds nothing wrong in a program that never ends shows no execution.
  const bool sawStates = counts.total() == 0 && m_report.exploration.space && m_report.exploration.space->states != 0;
  m_report.nothingChecked =
      counts.blocked == counts.total() && (counts.blocked != 0 || (m_report.reasons.empty() && !sawStates));
  if (m_report.nothingChecked && !m_report.onlyFound)
    m_report.reasons.push_back({"nothing-checked", "every execution ended at a false assumption", "", 0});
}

} // namespace revisit
