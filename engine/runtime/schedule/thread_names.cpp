// The names that the program gives its threads. They are recorded in the trace, and the program reads them back; the
// threads of the process keep their own names.
// Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/memory/access.h"
#include "runtime/services/handles.h"
#include "runtime/services/process_state.h"
#include "runtime/services/services.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <pthread.h>
#include <sys/prctl.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::size_t room = 16; // of the system's, with the zero at the end

void giveName(const Thread& thread, const char* name) {
  setName(thread.slot, name);
  RevisitRecord& record = emit(REVISIT_THREAD_NAME);
  record.address = thread.slot;
  record.extra = internString(name);
}

// Threads without a name have that of the program.
void takeName(const Thread& thread, char (&name)[room]) {
  if (!nameOf(thread.slot, name))
    std::snprintf(name, room, "%.15s", program_invocation_short_name);
}

} // namespace

REVISIT_EXPORT int pthread_setname_np(pthread_t handle, const char* name) noexcept {
  if (!exploring())
    return REVISIT_REAL(pthread_setname_np)(handle, name);
  const Thread* const thread = findThread(handle);
  if (thread == nullptr)
    return ESRCH;
  char given[room + 1] = "";
  serviceText(name, given, sizeof given);
  if (std::strlen(given) >= room)
    return ERANGE;
  giveName(*thread, given);
  return 0;
}

REVISIT_EXPORT int pthread_getname_np(pthread_t handle, char* to, std::size_t bytes) noexcept {
  if (!exploring())
    return REVISIT_REAL(pthread_getname_np)(handle, to, bytes);
  const Thread* const thread = findThread(handle);
  if (thread == nullptr)
    return ESRCH;
  if (bytes < room)
    return ERANGE;
  char name[room];
  takeName(*thread, name);
  serviceWrite(word(to), name, std::strlen(name) + 1);
  return 0;
}

REVISIT_EXPORT int prctl(int option, ...) noexcept {
  va_list given;
  va_start(given, option);
  unsigned long values[4];
  for (unsigned long& value : values)
    value = va_arg(given, unsigned long);
  va_end(given);
  if (!exploring())
    return REVISIT_REAL(prctl)(option, values[0], values[1], values[2], values[3]);
  char name[room] = "";
  switch (option) {
  case PR_SET_NAME:
    serviceText(reinterpret_cast<const char*>(values[0]), name, sizeof name);
    giveName(me(), name);
    return 0;
  case PR_GET_NAME:
    takeName(me(), name);
    serviceWrite(values[0], name, sizeof name);
    return 0;
  default:
    return controlProcess(option, values[0]);
  }
}
