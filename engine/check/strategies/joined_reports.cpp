#include "check/strategies/joined_reports.h"

#include "query/findings/distinct_bugs.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace revisit {

namespace {

// Texts with a number of executions differ from strategy to strategy; where there is a position, it says enough.
bool isSameNote(const CheckNote& one, const CheckNote& other) {
  return std::tie(one.kind, one.file, one.line) == std::tie(other.kind, other.file, other.line) &&
         (!one.file.empty() || one.detail == other.detail);
}

void addNotes(std::vector<CheckNote>& notes, const std::vector<CheckNote>& more) {
  for (const CheckNote& note : more)
    if (std::ranges::none_of(notes, [&](const CheckNote& known) { return isSameNote(known, note); }))
      notes.push_back(note);
}

// Whether the list of strategies says the same: that a share of the time was over, and what was covered.
bool isSaidByStrategies(const std::string& kind) {
  return kind == "timeout" || kind == "preemption-bound" || kind == "sampling";
}

bool isSaidByStrategies(const IncompleteReason& reason) {
  using Kind = IncompleteReason::Kind;
  return reason.kind == Kind::Timeout || reason.kind == Kind::Preemptions || reason.kind == Kind::Sampling;
}

void addIntendedRaces(std::vector<IntendedRace>& races, const std::vector<IntendedRace>& more) {
  for (const IntendedRace& race : more)
    if (const auto known = std::ranges::find(races, race.rule, &IntendedRace::rule); known != races.end())
      known->executions += race.executions;
    else
      races.push_back(race);
}

} // namespace

std::uint64_t JoinedReports::add(CheckReport report, bool continuesFirst) {
  std::uint64_t added = 0;
  for (const CheckError& error : report.errors) {
    const BugSite site = siteOf(error.error);
    const auto known = std::ranges::find_if(m_errors, [&](const CheckError& one) { return siteOf(one.error) == site; });
    if (known == m_errors.end()) {
      m_errors.push_back(error);
      added++;
    } else {
      known->count = std::max(known->count, error.count);
    }
  }
  m_solver.add(report.solver);
  m_nativeRuns += report.nativeRuns;
  if (continuesFirst)
    m_reports.front() = std::move(report);
  else
    m_reports.push_back(std::move(report));
  m_newest = continuesFirst ? 0 : m_reports.size() - 1;
  return added;
}

CheckReport JoinedReports::joined(bool isComplete, const std::optional<CheckNote>& reason) const {
  CheckReport whole;
  whole.errors = m_errors;
  whole.solver = m_solver;
  whole.nativeRuns = m_nativeRuns;
  whole.nothingChecked = std::ranges::all_of(m_reports, &CheckReport::nothingChecked);
  for (const CheckReport& report : m_reports) {
    addNotes(whole.warnings, report.warnings);
    addIntendedRaces(whole.intendedRaces, report.intendedRaces);
    if (!whole.failure)
      whole.failure = report.failure;
    addCounts(whole.exploration, report.exploration);
    if (isComplete)
      continue;
    for (const CheckNote& note : report.reasons)
      if (!isSaidByStrategies(note.kind) && (whole.nothingChecked || note.kind != "nothing-checked"))
        addNotes(whole.reasons, {note});
    for (const IncompleteReason& one : report.exploration.incomplete)
      if (!isSaidByStrategies(one))
        whole.exploration.incomplete.push_back(one);
  }
  if (isComplete) {
    whole.exploration = m_reports[m_newest].exploration;
    whole.intendedRaces = m_reports[m_newest].intendedRaces;
  } else if (reason) {
    whole.reasons.push_back(*reason);
    whole.exploration.incomplete.push_back({IncompleteReason::Kind::Timeout, reason->detail, {}});
  }
  whole.verdict = !whole.errors.empty()    ? CheckVerdict::Bug
                  : !whole.reasons.empty() ? CheckVerdict::Incomplete
                                           : CheckVerdict::Safe;
  return whole;
}

} // namespace revisit
