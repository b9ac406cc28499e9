// The texts of a report: why a verdict is incomplete, and warnings. Stateless.
#pragma once

#include "check/check.h"
#include "instrument/image.h"
#include "program/behaviour_cache.h"
#include "target/native_oracle.h"

namespace revisit {

// Why an exploration is incomplete. `oracle` and `cache` add the program's operation there and its source position.
CheckNote noteOf(const IncompleteReason& reason);
CheckNote noteOf(const IncompleteReason& reason, const NativeOracle& oracle, const BehaviourCache& cache);
// The note about this reason with the number of executions, and the option that raises the bound.
CheckNote withBound(CheckNote note, const IncompleteReason& reason, const CheckOptions& options);
// "1 execution", "2 executions".
std::string executionsOf(std::uint64_t count);

// Requires that the error's code is Killed.
CheckNote killedNote(const Error& error);

// Adds warnings about the way in which the program was built.
void addImageWarnings(const instrument::Image& image, std::vector<CheckNote>& warnings);

// Adds what runs did that the tool does not follow: as reasons, or as warnings where the verdict does not depend on it.
void addIncidents(const std::vector<Incident>& incidents, CheckReport& report);

} // namespace revisit
