// Atomic sections for the brute force.
#pragma once

#include "brute_steps.h"

namespace revisit::test {

// The only thread that may continue because it is inside a section; -1: any.
int onlyInSection(const World& world);
// Notes what the thread's next step accesses if it goes this way inside a section.
void noteTouched(World& world, const BruteSteps& steps, std::size_t thread, int way);
// Notes which threads are inside a section and cannot continue. Such a section never happened as a whole, so nothing
// may follow it that conflicts with it.
void noteStuck(World& world, const BruteSteps& steps);
// Whether a section that could not continue now can: then it has another place in the order, if it gets stuck again.
bool someStuckGoesOn(const World& world, const BruteSteps& steps);
// Whether the thread's next step would follow the accesses of a section that cannot continue.
bool comesAfterStuck(const World& world, const BruteSteps& steps, std::size_t thread, int way);

} // namespace revisit::test
