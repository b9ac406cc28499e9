#include "explore/states/search_policies.h"

#include "explore/states/backtrack_sets.h"
#include "explore/states/race_sources.h"

namespace revisit {

std::unique_ptr<Slice> SearchPolicies::slice(Program& program, ProductState& product, bool judgesRaces) const {
  return std::make_unique<Slice>(program, product, judgesRaces);
}

std::unique_ptr<SleepSets> SearchPolicies::sleepSets(SearchContext& context, SearchStack& stack) const {
  return std::make_unique<SleepSets>(context.actions, stack, context.options.sleepSets);
}

std::unique_ptr<SourcePolicy> SearchPolicies::sources(SearchContext& context, SearchStack& stack,
                                                      SleepSets& sleep) const {
  switch (context.options.sources) {
  case StateSearchOptions::Sources::All:
    break;
  case StateSearchOptions::Sources::Eager:
    return std::make_unique<EagerSources>(context, stack);
  case StateSearchOptions::Sources::Lazy:
    return std::make_unique<LazySources>(context, stack, sleep);
  case StateSearchOptions::Sources::Races:
    return std::make_unique<RaceSources>(context, stack);
  case StateSearchOptions::Sources::Persistent:
    return std::make_unique<BacktrackSets>(context, stack, sleep, context.options.sleepSets);
  }
  return std::make_unique<AllThreads>();
}

std::unique_ptr<CycleClosing> SearchPolicies::cycles(SearchContext& context, StateWalk& walk) const {
  return std::make_unique<CycleClosing>(context, walk);
}

std::unique_ptr<Summaries> SearchPolicies::summaries(SearchContext& context) const {
  return std::make_unique<Summaries>(context.program, context.product, context.control, context.conditions);
}

std::unique_ptr<StateSummaries> SearchPolicies::stateSummaries(SearchContext& context, SearchStack& stack,
                                                               SleepSets& sleep) const {
  return std::make_unique<StateSummaries>(context, stack, sleep, summaries(context));
}

} // namespace revisit
