// The words of a report: why a verdict is incomplete, and what the user should know besides. Stateless.
#pragma once

#include "instrument/image.h"
#include "program/behaviour_cache.h"
#include "session/check.h"
#include "target/native_oracle.h"

namespace revisit {

// Why an exploration is incomplete, with the option that raises the bound; the second also knows what the program did
// there and where that is in the source.
CheckNote noteOf(const IncompleteReason& reason, const CheckOptions& options);
CheckNote noteOf(const IncompleteReason& reason, const CheckOptions& options, const NativeOracle& oracle,
                 const BehaviourCache& cache);

// Requires that the error's code is Killed.
CheckNote killedNote(const Error& error);

// What the build of the program means for the check.
void addImageWarnings(const instrument::Image& image, std::vector<CheckNote>& warnings);

// What the runs met that is not followed: reasons, or warnings where the verdict does not depend on it.
void addIncidents(const BehaviourCache& cache, CheckReport& report);

} // namespace revisit
