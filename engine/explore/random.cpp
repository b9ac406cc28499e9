#include "explore/random.h"

#include "explore/sampler.h"

namespace revisit {

namespace {

class RandomSampler final : public Sampler {
public:
  using Sampler::Sampler;

private:
  std::size_t pick(std::span<const Turn> able) override { return random(able.size()); }
};

} // namespace

std::unique_ptr<Explorer> makeRandomSampler(Program& program, MemoryModel& model, Solver& solver,
                                            ExploreOptions options) {
  return std::make_unique<RandomSampler>(program, model, solver, options, "random sampling sees only some executions");
}

} // namespace revisit
