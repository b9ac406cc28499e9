#include "check/worker/collector.h"

#include "base/error_text.h"
#include "check/report/check_notes.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit {

namespace {

// Whether an input was made concrete. Then runs that should be the same may differ, which is a limit of the tool.
bool wasMadeConcrete(const BehaviourCache& cache) {
  return std::ranges::any_of(cache.incidents(), [](const Incident& incident) {
    return (incident.kind == Incident::Kind::Imprecise || incident.kind == Incident::Kind::LostInput) &&
           !incident.warningOnly;
  });
}

} // namespace

void Collector::restart() {
  m_findings.clear();
  m_warned.clear();
  m_stranded.clear();
  m_errors.clear();
  m_report = {};
  m_isDone = m_failure.has_value();
}

void Collector::fail(const Error& error) {
  m_failure = error;
  m_isDone = true;
}

void Collector::add(const Execution& execution, Worker& worker) {
  if (m_matcher)
    return keepGoal(execution, worker);
  if (!m_options.only.empty() && (m_report.onlyFound || !identify(execution.graph).begins(m_options.only)))
    return;
  addErrors(execution, m_findings.note(execution, bugsOf(execution)), worker);
  addWarned(execution);
  if (!m_options.only.empty())
    keepOnly(execution, worker);
}

void Collector::keepGoal(const Execution& execution, Worker& worker) {
  if (!execution.isGoal)
    return;
  Result<Witness> witness = worker.makeWitness(execution, ShownGoal{m_matcher->goal(), *m_matcher->found()});
  if (!witness)
    return fail(witness.error());
  m_report.goalWitness = std::move(*witness);
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
  m_report.onlyCounts = {};
  m_report.onlyCounts.of(execution.kind) = 1;
  if (!m_errors.empty())
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

void Collector::addTogether(const Execution& execution, const std::vector<std::size_t>& all, Worker& worker) {
  std::vector<std::size_t> findings;
  std::ranges::copy_if(all, std::back_inserter(findings), [&](std::size_t index) {
    const Finding& finding = m_findings.all()[index];
    return !m_isShown || !m_isShown(keyOf(worker.cache().names(), finding), finding.adjacent);
  });
  if (findings.empty() || m_failure)
    return;
  const Finding& first = m_findings.all()[findings.front()];
  bool isConfirmed = true;
  Result<Witness> witness = worker.makeWitness(execution, first);
  if (!witness && witness.error().code == ErrorCode::Interrupted) {
    isConfirmed = false;
    witness = worker.describeWitness(execution, first);
  }
  m_errors.resize(m_findings.all().size());
  if (!witness && witness.error().code == ErrorCode::Interrupted) {
    m_report.withoutInputs = true;
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
    m_errors[findings[i]] = errorShownBy(shared, errors[i], i == 0, isConfirmed);
}

PieceReport Collector::take(Exploration exploration, Worker& worker) {
  m_report.exploration = std::move(exploration);
  if (m_failure)
    breakOff(*m_failure, worker);
  takeErrors(worker);
  takeReasons(worker);
  takeWarnings(worker);
  m_report.incidents = worker.cache().incidents();
  if (m_report.exploration.spuriousWithheld)
    m_report.incidents.push_back(spuriousWithheld(m_options.explore.spuriousLimit));
  return std::move(m_report);
}

// Handles an exploration that broke off: reports what it saw until then.
void Collector::breakOff(const Error& error, Worker& worker) {
  if (error.code == ErrorCode::Interrupted) {
    m_report.exploration.incomplete.push_back(reasonOf(worker.budget().reached()));
  } else if (error.code == ErrorCode::Killed) {
    m_report.notes.push_back(killedNote(error));
  } else if (wasMadeConcrete(worker.cache())) {
    m_report.notes.push_back({"imprecise",
                              "the exploration ended here, because the program depends on the inputs in a way that is "
                              "not followed: " +
                                  error.what,
                              "", 0});
  } else {
    m_report.failure = error;
    m_report.notes.push_back({"failure", errorText(error), "", 0});
  }
}

void Collector::takeErrors(Worker& worker) {
  m_errors.resize(m_findings.all().size());
  for (std::size_t i = 0; i < m_errors.size(); i++) {
    const Finding& finding = m_findings.all()[i];
    m_errors[i].kind = finding.kind;
    m_errors[i].count = finding.count;
    m_report.errors.push_back({keyOf(worker.cache().names(), finding), finding.adjacent, std::move(m_errors[i])});
  }
}

void Collector::takeReasons(Worker& worker) {
  for (IncompleteReason& reason : m_report.exploration.incomplete) {
    CheckNote note = noteOf(reason, worker.oracle(), worker.cache());
    std::string key = fmt::format("{}\n{}\n{}", note.kind, static_cast<int>(reason.bound),
                                  keyOf(worker.cache().names(), reason.position));
    reason.position = {};
    m_report.reasons.push_back({std::move(key), std::move(reason), std::move(note)});
  }
  m_report.exploration.incomplete.clear();
}

void Collector::takeWarnings(Worker& worker) {
  const auto message = [&](PositionId position) {
    const auto waits = m_stranded.find(position);
    return waits != m_stranded.end() ? waits->second : worker.messageAt(position);
  };
  for (const Finding& finding : m_warned.all())
    m_report.warnings.push_back(
        {keyOf(worker.cache().names(), finding), warningOf(worker.cache().names(), finding, message), finding.count});
}

} // namespace revisit
