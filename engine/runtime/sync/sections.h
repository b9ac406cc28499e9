// Atomic sections: no other thread has an event between those of a section. Thread rule: called by the thread that has
// the baton, during a run.
#pragma once

namespace revisit::runtime {

// Sections may be nested: only the outermost counts.
void beginSection();
void endSection();

} // namespace revisit::runtime
