// The texts of a report: why a verdict is incomplete, warnings, and findings that the user's settings turn into
// warnings. Stateless.
#pragma once

#include "check/report/check_report.h"
#include "explore/findings/findings.h"
#include "instrument/image.h"
#include "program/behaviour_cache.h"
#include "target/native_oracle.h"

#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <functional>

namespace revisit {

// Why an exploration is incomplete. `oracle` and `cache` add the program's operation there and its source position.
CheckNote noteOf(const IncompleteReason& reason);
CheckNote noteOf(const IncompleteReason& reason, const NativeOracle& oracle, const BehaviourCache& cache);
// The note about this reason with the number of executions, and the option that raises the bound.
CheckNote withBound(CheckNote note, const IncompleteReason& reason, const CheckOptions& options);
// Of these reasons, the bound at which most executions were cut, if more than half of all were; otherwise the end.
// `reasonOf` gives the IncompleteReason of an entry.
template <class Reasons, class ReasonOf = std::identity>
auto mostCutting(const Reasons& reasons, const ExplorationCounts& counts, ReasonOf reasonOf = {}) {
  const auto cuts = [&](const auto& entry) {
    const IncompleteReason& reason = std::invoke(reasonOf, entry);
    return reason.kind == IncompleteReason::Kind::Bound ? reason.count : 0;
  };
  const auto most = std::ranges::max_element(reasons, {}, cuts);
  const bool isMost = most != reasons.end() && cuts(*most) != 0 && 2 * counts.cut > counts.total();
  return isMost ? most : reasons.end();
}
// "file:line" of the note; empty without a file.
std::string placeText(const CheckNote& note);
// An object with the note's members, and an array of these.
nlohmann::ordered_json noteJson(const CheckNote& note);
nlohmann::ordered_json notesJson(const std::vector<CheckNote>& notes);
// "1 execution", "2 executions".
std::string executionsOf(std::uint64_t count);

// Requires that the error's code is Killed.
CheckNote killedNote(const Error& error);

// Adds warnings about the way in which the program was built.
void addImageWarnings(const instrument::Image& image, std::vector<CheckNote>& warnings);

// Further steps of a thread that happen for no reason were left out, because of a limit.
Incident spuriousWithheld(std::uint32_t limit);
// Adds what runs did that the tool does not follow: as reasons, or as warnings where the verdict does not depend on it.
// Calls of the functions named in `harmless` are such warnings.
void addIncidents(const std::vector<Incident>& incidents, const std::vector<std::string>& harmless,
                  CheckReport& report);

// For a thread that still waits when the process ends: which thread waits for what. Requires that the execution shows
// this bug.
std::string strandedText(const Execution& execution, const Bug& bug);

// A finding as a warning, with its position and without the number of executions. `message` returns the text for memory
// that was allocated at a position and leaked, and for a thread that still waits there at the end.
CheckNote warningOf(const ProgramNames& names, const Finding& finding,
                    const std::function<std::string(PositionId)>& message);
CheckNote withExecutions(CheckNote note, std::uint64_t count);
// Appends a warning that lists the ignored kinds of errors, if there are any.
void addIgnored(const ErrorPolicy& policy, std::vector<CheckNote>& warnings);

// Equal for the same position, and for findings that count as the same (Findings), in every worker.
std::string keyOf(const ProgramNames& names, PositionId position);
std::string keyOf(const ProgramNames& names, const Finding& finding);

} // namespace revisit
