// Atomic sections for the brute force.
#pragma once

#include "brute_steps.h"

namespace revisit::test {

// The thread that alone may go on, because it is inside a section; -1: any.
int onlyInSection(const World& world);
// Notes what the thread's next step touches, when it is inside a section.
void noteTouched(World& world, const BruteSteps& steps, std::size_t thread);
// Notes who stands inside a section and cannot go on. Such a section was never done as a whole: nothing may follow it
// that it did not do last.
void noteStuck(World& world, const BruteSteps& steps);
// Whether a section that could not go on now could: then it stands somewhere else in the order, if it ever gets stuck.
bool someStuckGoesOn(const World& world, const BruteSteps& steps);
// Whether the thread's next step would follow what a section did that cannot go on.
bool comesAfterStuck(const World& world, const BruteSteps& steps, std::size_t thread);

} // namespace revisit::test
