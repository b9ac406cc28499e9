// Makes the policies of which a search is composed, by its options. A test that wants to see what a rule is good for
// overrides one of these. Stateless.
#pragma once

#include "explore/states/cycle_closing.h"
#include "explore/states/source_policy.h"
#include "explore/states/state_summaries.h"

namespace revisit {

class SearchPolicies {
public:
  virtual ~SearchPolicies() = default;

  // What may be omitted. `judgesRaces`: races are errors.
  virtual std::unique_ptr<Slice> slice(Program& program, ProductState& product, bool judgesRaces) const {
    return std::make_unique<Slice>(program, product, judgesRaces);
  }
  // Who chooses the threads to explore from a state.
  virtual std::unique_ptr<SourcePolicy> sources(SearchContext& context, SleepSets& sleep) const;
  virtual std::unique_ptr<SleepSets> sleepSets(SearchContext& context) const {
    return std::make_unique<SleepSets>(context.actions, context.stack, context.options.sleepSets);
  }
  virtual std::unique_ptr<CycleClosing> cycles(SearchContext& context, StateWalk& walk) const {
    return std::make_unique<CycleClosing>(context, walk);
  }
  // Who prunes.
  virtual std::unique_ptr<Summaries> summaries(SearchContext& context) const {
    return std::make_unique<Summaries>(context.program, context.product, context.control, context.conditions);
  }
  virtual std::unique_ptr<StateSummaries> pruning(SearchContext& context, SleepSets& sleep) const {
    return std::make_unique<StateSummaries>(context, sleep, summaries(context));
  }
};

} // namespace revisit
