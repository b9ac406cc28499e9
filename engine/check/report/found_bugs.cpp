#include "check/report/found_bugs.h"

namespace revisit {
namespace {

// What is known of an error without a witness.
WitnessError errorOf(const BugPlace& place) {
  WitnessError error;
  error.kind = place.kind;
  error.message = place.message;
  error.file = place.file;
  error.line = place.line;
  error.thread = place.thread;
  return error;
}

ReportedError reportedError(const BugPlace& place, std::shared_ptr<const Witness> witness) {
  const WitnessError error = witness ? witness->error : errorOf(place);
  return {error, std::move(witness), 0};
}

std::string titleOfPlace(const BugPlace& place) {
  const std::string kind = errorName(place.kind);
  return place.message.empty() || place.message == kind ? kind : kind + ": " + place.message;
}

} // namespace

void FoundBugs::clear() {
  m_bugs = {};
  const std::lock_guard lock(m_mutex);
  m_published.clear();
  m_of.clear();
}

void FoundBugs::note(const ExecutionSummary& execution, const MakeWitness& make) {
  const BugPlace& place = *execution.bug;
  std::size_t bug = 0;
  if (const auto known = m_of.find(execution.bug); known != m_of.end())
    bug = known->second;
  else
    bug = m_bugs.add(reportedError(place, make()), titleOfPlace(place));
  m_bugs.note(bug, execution.number, execution.events);
  const std::lock_guard lock(m_mutex);
  m_of.emplace(execution.bug, bug);
  if (bug == m_published.size())
    m_published.push_back(m_bugs.all()[bug]);
  else
    m_published[bug] = m_bugs.all()[bug];
}

void FoundBugs::conclude(const CheckReport& report) {
  std::vector<ReportedError> errors;
  for (const CheckError& error : report.errors)
    errors.push_back({error.error, error.witness, error.count});
  m_bugs.conclude(errors);
  const std::lock_guard lock(m_mutex);
  m_published = m_bugs.all();
}

std::vector<DistinctBug> FoundBugs::all() const {
  const std::lock_guard lock(m_mutex);
  return m_published;
}

std::optional<std::size_t> FoundBugs::bugOf(const ExecutionSummary& execution) const {
  const std::lock_guard lock(m_mutex);
  const auto known = m_of.find(execution.bug);
  return execution.bug && known != m_of.end() ? std::optional(known->second) : std::nullopt;
}

} // namespace revisit
