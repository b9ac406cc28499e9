// The records mark the begin and the end of a section; the engine keeps it together. Thread rule: called by the
// program's threads; during a run only by the one that has the baton.
#include "runtime/sync/sections.h"

#include "library/include/revisit.h"
#include "runtime/trace/recorder.h"

#include <pthread.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

pthread_mutex_t g_plainSection = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; // outside Revisit

void record(bool begins) {
  const std::uint32_t chain = chainHere();
  RevisitRecord& record = emit(REVISIT_SECTION);
  record.op = begins ? 1 : 0;
  record.chain = chain;
}

} // namespace

void revisit::runtime::beginSection() {
  if (me().sectionDepth++ != 0)
    return;
  me().sectionEvents = 0;
  record(true);
}

void revisit::runtime::endSection() {
  if (--me().sectionDepth != 0)
    return;
  me().sectionEvents = 0;
  record(false);
}

REVISIT_EXPORT void __VERIFIER_atomic_begin() {
  if (g_runtime.phase == Phase::Plain)
    REVISIT_REAL(pthread_mutex_lock)(&g_plainSection);
  if (exploring())
    beginSection();
}

REVISIT_EXPORT void __VERIFIER_atomic_end() {
  if (g_runtime.phase == Phase::Plain)
    REVISIT_REAL(pthread_mutex_unlock)(&g_plainSection);
  if (!exploring())
    return;
  if (me().sectionDepth == 0)
    fail(ErrorKind::LockMisuse, "the end of an atomic section that never began");
  endSection();
}
