#include "queue.h"

#include <gtest/gtest.h>
#include <revisit/linearizability.h>

REVISIT_LINEARIZABILITY_TEST(Queue, IsLinearizable,
                             revisit::Linearizability<Queue>()
                                 .operation("push", &Queue::push, revisit::any(1, 2))
                                 .operation("pop", &Queue::pop)
                                 .operation("size", &Queue::size))

// Without size() it is.
REVISIT_LINEARIZABILITY_TEST(
    Queue, PushAndPopAreLinearizable,
    revisit::Linearizability<Queue>().operation("push", &Queue::push, revisit::any(1, 2)).operation("pop", &Queue::pop))
