// Goals drawn from the executions of a program: what few of them show, and what none of them does. Counted in the
// graphs themselves, without the code that looks for goals.
#pragma once

#include "check/check.h"

#include <array>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace revisit::bench {

struct DrawnGoal {
  std::string text;
  std::uint64_t shows = 0; // how many executions
};

// What the executions of one exploration show.
class GoalSurvey final : public Observer {
public:
  void began(const std::shared_ptr<const ExplorationLog>& log) override;
  void finished(const ObservedExecution& execution) override;

  std::uint64_t executions() const { return m_executions; }
  // Draw `count` goals, fewer if there are not so many: a line, a reads-from pair and an order in turn. rare() draws
  // goals that some executions show, at most this share of them; unreachable() draws goals that no execution shows.
  std::vector<DrawnGoal> rare(std::mt19937_64& random, std::size_t count, double share) const;
  std::vector<DrawnGoal> unreachable(std::mt19937_64& random, std::size_t count) const;

private:
  enum Kind : std::size_t { Line, ReadsFrom, Order, kinds };
  using Executions = std::vector<std::uint32_t>;   // their numbers, in order
  using Shown = std::map<std::string, Executions>; // by goal
  using Pools = std::array<std::vector<DrawnGoal>, kinds>;

  static std::vector<DrawnGoal> draw(std::mt19937_64& random, std::size_t count, Pools pools);
  void addOrders(std::mt19937_64& random, double share, std::vector<DrawnGoal>& pool) const;

  std::uint32_t m_executions = 0;
  std::array<Shown, kinds> m_shown;
  std::map<std::string, Shown> m_orders; // by object, pairs of operations of different threads
  // What can be combined: threads and lines; the readers and the sources of a variable, by its name.
  std::set<std::string> m_threads, m_lines;
  std::map<std::string, std::set<std::string>> m_readers, m_sources;
};

} // namespace revisit::bench
