// What the parts of a stateful search share: the program, where the search is, what it has visited, what it reports.
// Thread rule: belongs to one worker.
#pragma once

#include "explore/ledger.h"
#include "explore/states/path_graph.h"
#include "explore/states/search_observer.h"
#include "explore/states/search_stack.h"
#include "explore/states/state_search.h"

#include <set>

namespace revisit {

// What identifies a finding, so that it is shown once: its kind and the rest.
using Sign = std::vector<std::uint64_t>;
enum class Shown : std::uint64_t { Error, Exit, Bound, Race, Reader, Section, End, Lasso, Growth };
template <class... Parts> Sign signOf(Shown kind, Parts... parts) {
  return {static_cast<std::uint64_t>(kind), static_cast<std::uint64_t>(parts)...};
}

struct SearchContext {
  SearchContext(Program& ofProgram, MemoryModel& model, Solver& solver, const ExploreOptions& explore,
                const StateSearchOptions& search, const SearchPolicies& policies);

  // Forgets what the search has visited and shown. The slice stays, because it only grows; the walk begins its own
  // path.
  void reset();
  // Notes that this is shown. False: it was so before.
  bool noteShown(Sign sign) { return shown.insert(std::move(sign)).second; }
  SearchContext(const SearchContext&) = delete;
  SearchContext& operator=(const SearchContext&) = delete;
  StateSpace& space() { return *ledger.exploration().space; }
  // The action of the thread's next step.
  ActionId nextAction(ThreadId thread) { return actions.of(thread, product.label(thread)); }
  bool judges(ErrorKind kind) const { return ledger.options().errors.of(kind) != Treatment::Ignored; }

  StateSearchOptions options;
  Program& program;
  PathConditions conditions;
  ProductState product;
  VisibleActions actions;
  StateStore states;
  SearchStack stack;
  PathGraph graph;
  ExplorationLedger ledger;
  std::unique_ptr<Slice> slice;
  ControlState control; // options.summaries
  std::set<Sign> shown;
  SearchObserver* observer = nullptr; // may be null
  Recorder* recorder = nullptr;       // may be null
  Explorer::OnExecution onExecution;
  bool isVoid = false; // the search was left because the slice has grown
};

} // namespace revisit
