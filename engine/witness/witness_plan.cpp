#include "witness/witness_plan.h"

namespace revisit {

Plan planOf(const Witness& witness, ExpressionPool& pool) {
  Plan plan;
  for (const WitnessStep& step : witness.plan)
    plan.steps.push_back(planned(step));
  for (const WitnessInput& input : witness.inputs)
    plan.inputs.set(pool.symbol(ThreadId(input.thread), input.index, input.width, input.name, input.type), input.value);
  return plan;
}

} // namespace revisit
