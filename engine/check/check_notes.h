// The texts of a report: why a verdict is incomplete, and warnings. Stateless.
#pragma once

#include "check/check.h"
#include "instrument/image.h"
#include "program/behaviour_cache.h"
#include "target/native_oracle.h"

namespace revisit {

// Why an exploration is incomplete, with the option that raises the bound.
CheckNote noteOf(const IncompleteReason& reason, const CheckOptions& options);
// The same with the program's operation there and its source position.
CheckNote noteOf(const IncompleteReason& reason, const CheckOptions& options, const NativeOracle& oracle,
                 const BehaviourCache& cache);

// Requires that the error's code is Killed.
CheckNote killedNote(const Error& error);

// Adds warnings about the way in which the program was built.
void addImageWarnings(const instrument::Image& image, std::vector<CheckNote>& warnings);

// Adds what runs did that the tool does not follow: as reasons, or as warnings where the verdict does not depend on it.
void addIncidents(const BehaviourCache& cache, CheckReport& report);

} // namespace revisit
