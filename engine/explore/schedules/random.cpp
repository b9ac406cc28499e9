#include "explore/schedules/random.h"

#include "explore/schedules/sampler.h"

#include <fmt/format.h>

namespace revisit {

namespace {

class RandomSampler final : public Sampler {
public:
  using Sampler::Sampler;

private:
  std::size_t pick(std::span<const Turn> able) override { return random(able.size()); }
  std::string covered(std::uint64_t executions) const override {
    return fmt::format("sampled only: {} random schedule{}", executions, executions == 1 ? "" : "s");
  }
};

} // namespace

std::unique_ptr<Explorer> makeRandomSampler(Program& program, MemoryModel& model, Solver& solver,
                                            ExploreOptions options) {
  return std::make_unique<RandomSampler>(program, model, solver, options);
}

} // namespace revisit
