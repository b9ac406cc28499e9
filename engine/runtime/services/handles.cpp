#include "runtime/services/handles.h"

#include "runtime/sync/object_table.h"
#include "runtime/trace/recorder.h"

#include <cstdio>

namespace revisit::runtime {

namespace {

std::uint64_t objectOf(const Thread& thread) {
  return REVISIT_HANDLE_ADDRESS + thread.slot;
}

[[noreturn]] void failUse(ObjectOp use, const char* of) {
  char message[128];
  std::snprintf(message, sizeof message, "%s of %s", use == ObjectOp::HandleJoin ? "join" : "detach", of);
  fail(ErrorKind::ThreadMisuse, message);
}

} // namespace

std::uint64_t cancellationOf(const Thread& thread) {
  return REVISIT_CANCELLATION_ADDRESS + thread.slot;
}

std::uint64_t endingOf(const Thread& thread) {
  return REVISIT_ENDING_ADDRESS + thread.slot;
}

bool isFollowed(std::uint64_t object, ObjectOp use) {
  RevisitRecord& record = emit(REVISIT_HANDLE);
  record.op = static_cast<std::uint8_t>(use);
  record.address = object;
  record.chain = chainUnwound();
  if (isTold(object))
    return true;
  if (g_runtime.channel->objectCount == REVISIT_MAX_OBJECTS)
    reachLimit("more synchronisation objects end, or threads are cancelled, than can be followed");
  return false;
}

Thread* findThread(pthread_t handle) {
  for (unsigned slot = 0; slot < g_runtime.channel->slotCount; slot++) {
    Thread& thread = threadAt(slot);
    if (thread.state != ThreadState::Absent && thread.handle == handle && thread.image == me().image)
      return &thread;
  }
  return nullptr;
}

Thread& spendHandle(pthread_t handle, ObjectOp use) {
  Thread* const thread = findThread(handle);
  if (thread == nullptr)
    failUse(use, "what is no thread");
  if (thread->createdDetached)
    failUse(use, "a thread that was created detached");
  if (thread == &me() && use == ObjectOp::HandleJoin)
    failUse(use, "the calling thread itself");
  RevisitRecord& record = emit(REVISIT_HANDLE);
  record.op = static_cast<std::uint8_t>(use);
  record.address = objectOf(*thread);
  record.chain = chainUnwound();
  if (isTold(objectOf(*thread)))
    operate(objectOf(*thread), use, 0);
  else if (thread->spent)
    failMisuse(objectOf(*thread), use, object_result::spent);
  thread->spent = true;
  return *thread;
}

} // namespace revisit::runtime
