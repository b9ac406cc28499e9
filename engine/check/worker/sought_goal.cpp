#include "check/worker/sought_goal.h"

#include "base/mixing.h"

#include <algorithm>

namespace revisit {

namespace {

// The place of each thread, as for a search over states (StateSearchOptions::order).
class ThreadPlaces {
public:
  explicit ThreadPlaces(const CheckOptions& options)
      : m_order(options.search.order), m_how(options.search.threadOrder), m_seed(options.explore.seed) {}

  std::uint32_t of(ThreadId thread) const {
    const auto named = std::ranges::find(m_order, thread.value());
    if (named != m_order.end())
      return static_cast<std::uint32_t>(named - m_order.begin());
    switch (m_how) {
    case ThreadOrder::Sequential:
      break;
    case ThreadOrder::Reverse:
      return ThreadTurns::mostPlaces - 1 - std::min(thread.value(), ThreadTurns::mostPlaces - 1);
    case ThreadOrder::Random:
      return static_cast<std::uint32_t>(summandOf(summandOf(m_seed) + thread.value()) % ThreadTurns::mostPlaces);
    }
    return std::min(static_cast<std::uint32_t>(m_order.size()) + thread.value(), ThreadTurns::mostPlaces - 1);
  }

private:
  std::vector<std::uint32_t> m_order;
  ThreadOrder m_how;
  std::uint64_t m_seed;
};

class Unguided final : public ExplorationGoal, public ThreadTurns {
public:
  Unguided(GoalMatcher& matcher, const CheckOptions& options) : m_matcher(matcher), m_places(options) {}
  bool holds(ExplorationState& state) override { return m_matcher.holds(state); }
  void restart() override { m_matcher.restart(); }
  std::uint32_t turn(const ExecutionGraph&, ThreadId thread, const Label&) override { return m_places.of(thread); }

private:
  GoalMatcher& m_matcher;
  ThreadPlaces m_places;
};

class Guided final : public ExplorationGoal, public GoalGuide {
public:
  Guided(GoalMatcher& matcher, const CheckOptions& options) : m_matcher(matcher), m_places(options) {}
  bool holds(ExplorationState& state) override { return m_matcher.holds(state); }
  void restart() override { m_matcher.restart(); }
  void learn(const ExecutionGraph& graph) override { m_matcher.learn(graph); }
  Estimate estimate(const ExecutionGraph& graph, const GuidedStep& step) override {
    return m_matcher.estimate(graph, step);
  }
  bool isNews(StateId state) const override { return m_matcher.isNews(state); }
  std::optional<ThreadId> lostBy(const ExecutionGraph& graph, Loss loss) override {
    return m_matcher.lostBy(graph, loss);
  }
  std::uint32_t turn(const ExecutionGraph& graph, ThreadId thread, const Label& label) override {
    return m_matcher.turn(graph, thread, label) + m_places.of(thread);
  }

private:
  GoalMatcher& m_matcher;
  ThreadPlaces m_places;
};

} // namespace

void lookForGoal(ExploreOptions& explore) {
  explore.equivalence = {};
  explore.keepGoing = true;
  for (const ErrorKind kind : {ErrorKind::Race, ErrorKind::Leak, ErrorKind::Stranded, ErrorKind::ExitStatus})
    explore.errors.treat(kind, Treatment::Ignored);
}

std::unique_ptr<ExplorationGoal> soughtGoal(GoalMatcher& matcher, const CheckOptions& options) {
  if (options.testing.guide)
    return std::make_unique<Guided>(matcher, options);
  return std::make_unique<Unguided>(matcher, options);
}

} // namespace revisit
