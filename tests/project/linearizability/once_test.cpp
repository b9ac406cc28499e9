// Without revisit_add_model_tests().
#include "structures.h"

REVISIT_LINEARIZABILITY_TEST(Once, Right, counter<false>().programs(20))
REVISIT_LINEARIZABILITY_TEST(Once, Wrong,
                             boundedQueue<Ring::Lossy>().model([] { return BoundedQueue<Ring::Lossy>(1); }))
REVISIT_LINEARIZABILITY_TEST(Once, Expected, counter<true>().expect("not linearizable"))
REVISIT_LINEARIZABILITY_TEST(Once, Waits, blockingQueue<false>().programs(10))
