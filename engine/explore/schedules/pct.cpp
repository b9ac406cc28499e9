#include "explore/schedules/pct.h"

#include "explore/schedules/sampler.h"

#include <algorithm>

#include <fmt/format.h>

namespace revisit {

namespace {

class PctSampler final : public Sampler {
public:
  PctSampler(Program& program, MemoryModel& model, Solver& solver, const ExploreOptions& options)
      : Sampler(program, model, solver, options), m_changes(options.depth - 1) {}

private:
  // A thread's priority. Threads whose priority was not changed have one from the upper half of the range.
  static constexpr std::uint64_t unchanged = std::uint64_t{1} << 63;

  void began() override {
    m_steps = 0;
    m_priorities.clear();
    for (std::uint64_t& step : m_changes)
      step = m_mostSteps == 0 ? 0 : 1 + random(m_mostSteps);
  }

  std::string covered(std::uint64_t executions) const override {
    const std::size_t depth = m_changes.size() + 1;
    double oneIn = static_cast<double>(m_threads);
    for (std::size_t i = 0; i < m_changes.size(); i++)
      oneIn *= static_cast<double>(m_mostSteps);
    return fmt::format(
        "sampled only: {} schedules with depth {}; with {} threads and {} steps, each shows a given bug of "
        "that depth with a probability of at least 1 in {:.0f}",
        executions, depth, m_threads, m_mostSteps, oneIn);
  }

  void finished() override { m_mostSteps = std::max(m_mostSteps, m_steps); }

  std::size_t pick(std::span<const Turn> able) override {
    m_steps++;
    m_threads = std::max(m_threads, able.back().thread.value() + 1);
    std::size_t best = highest(able);
    for (std::size_t i = 0; i < m_changes.size(); i++)
      if (m_changes[i] == m_steps) {
        priority(able[best].thread) = i;
        best = highest(able);
      }
    return best;
  }

  std::size_t highest(std::span<const Turn> able) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < able.size(); i++)
      if (priority(able[i].thread) > priority(able[best].thread))
        best = i;
    return best;
  }

  // Drawn when the thread first appears: so every order of the threads is equally likely, whatever their number.
  std::uint64_t& priority(ThreadId thread) {
    while (m_priorities.size() <= thread.value())
      m_priorities.push_back(unchanged | randomBits());
    return m_priorities[thread.value()];
  }

  std::uint64_t m_steps = 0;               // of this execution
  std::uint64_t m_mostSteps = 0;           // of any execution so far
  std::uint32_t m_threads = 0;             // the largest number so far
  std::vector<std::uint64_t> m_changes;    // the steps before which priorities change; 0: never
  std::vector<std::uint64_t> m_priorities; // by thread
};

} // namespace

std::unique_ptr<Explorer> makePctSampler(Program& program, MemoryModel& model, Solver& solver, ExploreOptions options) {
  return std::make_unique<PctSampler>(program, model, solver, options);
}

} // namespace revisit
