// The names that the program gives its threads. They are recorded in the trace; the threads of the process keep their
// own names.
// Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/memory/access.h"
#include "runtime/services/handles.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <cstdarg>
#include <cstring>
#include <pthread.h>
#include <sys/prctl.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::size_t room = 16; // of the system's, with the zero at the end

void tellName(const Thread& thread, const char* name) {
  char kept[room] = "";
  std::memcpy(kept, name, strnlen(name, room - 1));
  RevisitRecord& record = emit(REVISIT_THREAD_NAME);
  record.address = thread.slot;
  record.extra = internString(kept);
}

} // namespace

REVISIT_EXPORT int pthread_setname_np(pthread_t handle, const char* name) noexcept {
  if (!exploring())
    return REVISIT_REAL(pthread_setname_np)(handle, name);
  const Thread* const thread = findThread(handle);
  if (thread == nullptr)
    return ESRCH;
  if (std::strlen(name) >= room)
    return ERANGE;
  tellName(*thread, name);
  return 0;
}

// The other uses change the process.
REVISIT_EXPORT int prctl(int option, ...) noexcept {
  va_list given;
  va_start(given, option);
  unsigned long values[4];
  for (unsigned long& value : values)
    value = va_arg(given, unsigned long);
  va_end(given);
  if (!exploring())
    return REVISIT_REAL(prctl)(option, values[0], values[1], values[2], values[3]);
  if (option != PR_SET_NAME)
    unsupported("prctl: it would change the process that the exploration needs");
  tellName(me(), reinterpret_cast<const char*>(values[0]));
  return 0;
}
