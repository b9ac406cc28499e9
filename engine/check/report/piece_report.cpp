#include "check/report/piece_report.h"

#include "check/report/check_notes.h"
#include "query/findings/distinct_bugs.h"

#include <algorithm>
#include <unordered_map>

namespace revisit {

namespace {

void add(std::vector<std::uint64_t>& sum, const std::vector<std::uint64_t>& next) {
  sum.resize(std::max(sum.size(), next.size()));
  for (std::size_t i = 0; i < next.size(); i++)
    sum[i] += next[i];
}

// Adds the entries. `join` adds one to the known entry of the same key. O(entries), also where both are many.
template <class Entry, class Join>
void appendEntries(std::vector<Entry>& entries, std::vector<Entry>& next, const Join& join) {
  if (next.empty())
    return;
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < entries.size(); i++)
    places.emplace(entries[i].key, i);
  for (Entry& entry : next)
    if (const auto [place, isNew] = places.emplace(entry.key, entries.size()); isNew)
      entries.push_back(std::move(entry));
    else
      join(entries[place->second], entry);
}

// If an assumption rules out every execution, that is most likely a mistake.
void noteNothingChecked(CheckReport& report) {
  const ExplorationCounts& counts = report.exploration.counts;
  // A search over states that finds nothing wrong in a program that never ends shows no execution.
  const bool sawStates = counts.total() == 0 && report.exploration.space && report.exploration.space->states != 0;
  report.nothingChecked =
      counts.blocked == counts.total() && (counts.blocked != 0 || (report.reasons.empty() && !sawStates));
  if (report.nothingChecked && !report.onlyFound)
    report.reasons.push_back({"nothing-checked", "every execution ended at a false assumption", "", 0});
}

void listIntendedRaces(CheckReport& report, const std::vector<RaceRule>& races) {
  const std::vector<std::uint64_t>& counts = report.exploration.intendedRaces;
  for (std::size_t i = 0; i < races.size(); i++)
    if (std::ranges::find(report.intendedRaces, races[i].origin, &IntendedRace::rule) == report.intendedRaces.end())
      report.intendedRaces.push_back({races[i].origin, i < counts.size() ? counts[i] : 0});
}

// What is said of several places in one line is said once.
void joinAtLines(std::vector<PieceReport::Reason>& reasons) {
  std::vector<PieceReport::Reason> joined;
  for (PieceReport::Reason& reason : reasons) {
    const auto same = std::ranges::find_if(joined, [&](const PieceReport::Reason& other) {
      return !reason.note.file.empty() && reason.note == other.note && reason.reason.bound == other.reason.bound;
    });
    if (same == joined.end())
      joined.push_back(std::move(reason));
    else
      same->reason.count += reason.reason.count;
  }
  reasons = std::move(joined);
}

// The errors that have a witness, one for each bug.
std::vector<CheckError> bugsAmong(std::vector<PieceReport::Error>&& all) {
  std::erase_if(all, [](const PieceReport::Error& error) { return !error.error.witness; });
  std::vector<ReportedError> shown;
  for (const PieceReport::Error& error : all)
    shown.push_back({error.error.error, error.error.witness, error.error.count});
  const std::vector<std::size_t> first = firstOfSameBug(shown);
  std::vector<CheckError> bugs;
  std::vector<std::size_t> places(all.size()); // in `bugs`
  for (std::size_t i = 0; i < all.size(); i++)
    if (first[i] == i) {
      places[i] = bugs.size();
      bugs.push_back(std::move(all[i].error));
    } else {
      bugs[places[first[i]]].count += shown[i].executions;
    }
  return bugs;
}

} // namespace

void PieceReport::append(PieceReport next) {
  addCounts(exploration, next.exploration);
  add(exploration.intendedRaces, next.exploration.intendedRaces);
  exploration.seconds = std::max(exploration.seconds, next.exploration.seconds);
  if (next.exploration.space)
    exploration.space = next.exploration.space;
  if (next.exploration.preemptions)
    exploration.preemptions = next.exploration.preemptions;
  appendEntries(reasons, next.reasons,
                [](Reason& known, const Reason& reason) { known.reason.count += reason.reason.count; });
  appendEntries(errors, next.errors, [](Error& known, Error& error) {
    const std::uint64_t count = known.error.count + error.error.count;
    // The first execution that shows a race with adjacent accesses shows it best.
    const bool isBetter = known.adjacent == Race::Adjacent::NotYet && error.adjacent == Race::Adjacent::Now;
    if (isBetter || !known.error.witness)
      known = std::move(error);
    known.error.count = count;
  });
  appendEntries(warnings, next.warnings,
                [](Warning& known, const Warning& warning) { known.executions += warning.executions; });
  for (const Incident& incident : next.incidents)
    addIncident(incidents, incident);
  notes.insert(notes.end(), std::make_move_iterator(next.notes.begin()), std::make_move_iterator(next.notes.end()));
  if (!failure)
    failure = std::move(next.failure);
  withoutInputs |= next.withoutInputs;
  if (!goalWitness)
    goalWitness = std::move(next.goalWitness);
  if (next.onlyFound && !onlyFound) {
    onlyFound = true;
    onlyWitness = std::move(next.onlyWitness);
    onlyCounts = next.onlyCounts;
  }
}

CheckError errorShownBy(const std::shared_ptr<const Witness>& witness, const WitnessError& shown, bool isShownFirst,
                        bool isConfirmed) {
  CheckError error;
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

CheckReport conclude(PieceReport whole, const CheckOptions& options, std::vector<CheckNote> warnings,
                     const std::vector<RaceRule>& races) {
  CheckReport report;
  report.exploration = std::move(whole.exploration);
  report.warnings = std::move(warnings);
  report.failure = std::move(whole.failure);
  report.reasons = std::move(whole.notes);
  report.errors = bugsAmong(std::move(whole.errors));
  if (whole.onlyFound) {
    report.onlyFound = true;
    report.onlyWitness = std::move(whole.onlyWitness);
    report.exploration.counts = whole.onlyCounts;
    std::erase_if(whole.reasons, [](const PieceReport::Reason& reason) {
      return reason.reason.kind == IncompleteReason::Kind::Cancelled;
    });
    report.reasons.push_back({"only", "only the execution that was asked for is reported", "", 0});
  }
  if (whole.withoutInputs)
    report.reasons.push_back(
        {"solver-unknown", "something is wrong in an execution, but no inputs that lead there were found", "", 0});
  report.goalWitness = std::move(whole.goalWitness);
  joinAtLines(whole.reasons);
  for (PieceReport::Reason& reason : whole.reasons) {
    report.reasons.push_back(withBound(std::move(reason.note), reason.reason, options));
    report.exploration.incomplete.push_back(std::move(reason.reason));
  }
  addIncidents(whole.incidents, options.assumedHarmless, report);
  noteNothingChecked(report);
  for (const PieceReport::Warning& warning : whole.warnings)
    report.warnings.push_back(withExecutions(warning.note, warning.executions));
  addIgnored(options.explore.errors, report.warnings);
  listIntendedRaces(report, races);
  report.verdict = !report.errors.empty()    ? CheckVerdict::Bug
                   : !report.reasons.empty() ? CheckVerdict::Incomplete
                                             : CheckVerdict::Safe;
  return report;
}

} // namespace revisit
