#include "runtime/trace/recorder.h"

#include "runtime/nursery/system_calls.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/replay.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/watchdog.h"
#include "runtime/signals/delivery.h"
#include "runtime/trace/raw.h"

#include <cstdio>
#include <unwind.h>

namespace revisit::runtime {

namespace {

constexpr std::uint32_t reserve = REVISIT_LAST_RECORDS;
constexpr unsigned maxDepth = 64;

bool inRuntime(std::uint64_t pc) {
  return pc >= g_runtime.codeBegin && pc < g_runtime.codeEnd;
}

struct Chain {
  std::uint64_t pcs[maxDepth];
  unsigned depth = 0;

  void add(std::uint64_t pc) {
    if (depth < maxDepth && !inRuntime(pc))
      pcs[depth++] = pc;
  }
};

// Chains of calls are paths in one tree: a node is a return address and the node of the caller. Chains with common
// callers share nodes, and a chain is recorded as one number. 0: no chain.
std::uint32_t internNode(std::uint64_t pc, std::uint32_t parent) {
  RevisitChannel& channel = *g_runtime.channel;
  const std::uint64_t hash = (pc * 0x9e3779b97f4a7c15ull) ^ (parent * 0xc2b2ae3d27d4eb4full);
  std::uint32_t& bucket = channel.chainBuckets[(hash ^ (hash >> 29)) % REVISIT_MAX_CHAINS];
  for (std::uint32_t node = bucket; node != 0; node = channel.chains[node].next)
    if (channel.chains[node].pc == pc && channel.chains[node].parent == parent)
      return node;
  if (channel.chainCount == 0)
    channel.chainCount = 1;
  if (channel.chainCount >= REVISIT_MAX_CHAINS) {
    static bool isTold = false; // prevents recursion: the message itself needs a chain
    if (!isTold) {
      isTold = true;
      reachLimit("more than 524288 different chains of calls");
    }
    return 0;
  }
  const std::uint32_t node = channel.chainCount++;
  channel.chains[node] = {pc, parent, bucket};
  bucket = node;
  return node;
}

std::uint32_t intern(const Chain& chain) {
  std::uint32_t node = 0;
  for (unsigned i = chain.depth; i-- > 0;)
    node = internNode(chain.pcs[i], node);
  return node;
}

// Follows the frame pointers. They may be anything where code keeps none. So the walk stays within the thread's own
// stack and goes up only: then it ends.
void walkFrames(Chain& chain, std::uint64_t frame) {
  const std::uint64_t bottom = stackBottom(me().slot);
  const std::uint64_t top = stackTop(me().slot);
  while (frame >= bottom && frame <= top - 16 && frame % 8 == 0 && chain.depth < maxDepth) {
    const auto* words = reinterpret_cast<const std::uint64_t*>(frame);
    if (words[1] == 0)
      break;
    chain.add(words[1]);
    if (words[0] <= frame)
      break;
    frame = words[0];
  }
}

_Unwind_Reason_Code addUnwound(_Unwind_Context* context, void* chain) {
  const std::uint64_t pc = _Unwind_GetIP(context);
  if (pc == 0)
    return _URC_END_OF_STACK;
  static_cast<Chain*>(chain)->add(pc);
  return _URC_NO_REASON;
}

Chain unwind() {
  Internal internal;
  Chain chain;
  _Unwind_Backtrace(addUnwound, &chain);
  return chain;
}

RevisitRecord& append(RevisitRecordKind kind) {
  RevisitChannel& channel = *g_runtime.channel;
  RevisitRecord& record = channel.records[channel.recordCount];
  record = RevisitRecord{};
  record.kind = static_cast<std::uint8_t>(kind);
  record.thread = me().slot;
  channel.recordCount++;
  if (replaying())
    countRecord(kind);
  return record;
}

std::uint32_t limit() {
  return g_runtime.channel->recordLimit - reserve;
}

[[noreturn]] void stopUnsupported(const char* message, bool isLimit) {
  RevisitRecord& record = emitLast(REVISIT_UNSUPPORTED);
  record.op = isLimit ? 1 : 0;
  record.extra = internString(message);
  record.chain = chainUnwound();
  stopThread(ThreadState::Stopped);
}

} // namespace

// Space for REVISIT_LAST_RECORDS is left, so that each thread can still say how it ends. While it is only to be found
// out whether the thread ends at all, its records go nowhere.
RevisitRecord& emit(RevisitRecordKind kind) {
  if (g_runtime.channel->recordCount < limit())
    return append(kind);
  if (!looksForEnd())
    cut(CutBy::Steps, chainHere());
  static RevisitRecord nobodys;
  return nobodys = {};
}

void leave(CutBy bound, std::uint32_t chain, std::uint32_t loop) {
  RevisitRecord& record = emitLast(REVISIT_CUT);
  record.op = static_cast<std::uint8_t>(bound);
  record.extra = loop;
  record.chain = chain;
  stopThread(ThreadState::Stopped);
}

void cut(CutBy bound, std::uint32_t chain) {
  spoilProcess();
  leave(bound, chain);
}

void tellEntered() {
  Thread& self = me();
  for (std::uint32_t i = 0; i < self.entered; i++)
    emit(REVISIT_LOOP_ENTER).extra = self.enteredLoops[i];
  self.entered = 0;
}

RevisitRecord& emitLast(RevisitRecordKind kind) {
  return append(kind);
}

RevisitRecord& fillPending(RevisitRecord& record, const Pending& pending) {
  record.op = static_cast<std::uint8_t>(pending.operation);
  record.flags = REVISIT_FLAG_EVENT | REVISIT_FLAG_SERVICE | (pending.silent ? REVISIT_FLAG_SILENT : 0);
  record.address = pending.object;
  record.extra64 = pending.argument;
  record.after = pending.lockBatch;
  record.extra = pending.child;
  record.chain = pending.chain;
  return record;
}

std::uint32_t internString(const char* text) {
  RevisitChannel& channel = *g_runtime.channel;
  if (text == nullptr || *text == 0)
    return 0;
  if (channel.stringBytes == 0)
    channel.stringBytes = 1;
  const std::uint32_t start = channel.stringBytes;
  std::uint32_t at = start;
  while (*text != 0 && at + 1 < REVISIT_MAX_STRING_BYTES)
    channel.strings[at++] = *text++;
  if (at + 1 >= REVISIT_MAX_STRING_BYTES)
    return 0;
  channel.strings[at++] = 0;
  channel.stringBytes = at;
  return start;
}

// A library function in between may keep no frame pointer and so hide its caller. Then the unwinder is used.
std::uint32_t chainHere() {
  Chain chain;
  walkFrames(chain, reinterpret_cast<std::uint64_t>(__builtin_frame_address(0)));
  if (chain.depth != 0 && !isInstrumented(chain.pcs[0])) {
    Chain unwound = unwind();
    if (unwound.depth != 0)
      chain = unwound;
  }
  return intern(chain);
}

std::uint32_t chainFrom(std::uint64_t pc, std::uint64_t frame) {
  Chain chain;
  chain.add(pc + 1); // nodes contain return addresses
  walkFrames(chain, frame);
  return intern(chain);
}

void prepareUnwinding() {
  unwind();
}

std::uint32_t chainUnwound() {
  const Chain chain = unwind();
  return chain.depth == 0 ? chainHere() : intern(chain);
}

void noteCallers() {
  Thread& self = me();
  Callers& last = self.lastAccess;
  const std::uint64_t bottom = stackBottom(self.slot);
  const std::uint64_t top = stackTop(self.slot);
  const auto isFrame = [&](std::uint64_t frame) { return frame >= bottom && frame <= top - 16 && frame % 8 == 0; };
  const auto wordsOf = [](std::uint64_t frame) { return reinterpret_cast<const std::uint64_t*>(frame); };
  auto frame = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
  while (isFrame(frame) && inRuntime(wordsOf(frame)[1]) && wordsOf(frame)[0] > frame)
    frame = wordsOf(frame)[0];
  last.records = g_runtime.channel->recordCount;
  // Usually the function is the same call as at the last access, and so are its callers.
  if (isFrame(frame) && last.depth > 1 && last.frame == wordsOf(frame)[0] && isFrame(last.frame) &&
      wordsOf(last.frame)[1] == last.pcs[1]) {
    last.pcs[0] = wordsOf(frame)[1];
    return;
  }
  last.depth = 0;
  for (bool isInnermost = true; isFrame(frame) && last.depth < Callers::maxDepth; isInnermost = false) {
    if (wordsOf(frame)[1] == 0)
      break;
    if (!inRuntime(wordsOf(frame)[1]))
      last.pcs[last.depth++] = wordsOf(frame)[1];
    if (isInnermost)
      last.frame = wordsOf(frame)[0];
    if (wordsOf(frame)[0] <= frame)
      break;
    frame = wordsOf(frame)[0];
  }
}

std::uint32_t chainOfLastAccess() {
  const Callers& last = me().lastAccess;
  const RevisitChannel& channel = *g_runtime.channel;
  if (last.depth == 0)
    return 0;
  for (std::uint32_t i = last.records; i < channel.recordCount; i++)
    if (channel.records[i].thread == me().slot && channel.records[i].chain != 0)
      return 0;
  Chain chain;
  for (unsigned i = 0; i < last.depth; i++)
    chain.add(last.pcs[i]);
  return intern(chain);
}

void failAt(ErrorKind kind, const char* message, std::uint64_t address, std::uint32_t chain) {
  RevisitRecord& record = emitLast(REVISIT_ERROR);
  record.op = static_cast<std::uint8_t>(kind);
  record.extra = internString(message);
  record.address = address;
  record.chain = chain;
  stopThread(ThreadState::Stopped);
}

void fail(ErrorKind kind, const char* message, std::uint64_t address) {
  lookBeforeEnd();
  failAt(kind, message, address, chainUnwound());
}

void reachLimit(const char* message) {
  if (!exploring()) {
    std::fprintf(stderr, "revisit: %s\n", message);
    systemCall(SYS_exit_group, 1);
  }
  stopUnsupported(message, true);
}

void failCheck(ErrorKind kind, const char* message, std::uint64_t address) {
  lookBeforeEnd();
  const std::uint32_t chain = chainUnwound();
  RevisitRecord& record = emitLast(REVISIT_ERROR);
  record.op = static_cast<std::uint8_t>(kind);
  record.extra = internString(message);
  record.address = address;
  record.before = 1;
  record.chain = chain;
  stopThread(ThreadState::Stopped);
}

void unsupported(const char* message) {
  stopUnsupported(message, false);
}

} // namespace revisit::runtime
