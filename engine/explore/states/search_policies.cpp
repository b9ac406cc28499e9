#include "explore/states/search_policies.h"

#include "explore/states/backtrack_sets.h"
#include "explore/states/race_sources.h"

namespace revisit {

std::unique_ptr<SourcePolicy> SearchPolicies::sources(SearchContext& context, SleepSets& sleep) const {
  switch (context.options.sources) {
  case StateSearchOptions::Sources::All:
    break;
  case StateSearchOptions::Sources::Eager:
    return std::make_unique<EagerSources>(context);
  case StateSearchOptions::Sources::Lazy:
    return std::make_unique<LazySources>(context, sleep);
  case StateSearchOptions::Sources::Races:
    return std::make_unique<RaceSources>(context);
  case StateSearchOptions::Sources::Persistent:
    return std::make_unique<BacktrackSets>(context, sleep, context.options.sleepSets);
  }
  return std::make_unique<AllThreads>();
}

} // namespace revisit
