#include "runtime/object_table.h"

#include "runtime/recorder.h"
#include "runtime/scheduler.h"

namespace revisit::runtime {

namespace {

constexpr std::size_t tableSize = 1 << 16;
TableObject g_table[tableSize];

// Made before main.
struct MadeEarly {
  std::uint64_t address;
  ObjectOp operation;
  std::uint64_t argument;
};
constexpr std::size_t maxMadeEarly = 4096;
MadeEarly g_madeEarly[maxMadeEarly];
std::size_t g_madeEarlyCount = 0;

void noteMadeEarly(std::uint64_t address, ObjectOp operation, std::uint64_t argument) {
  if (g_madeEarlyCount == maxMadeEarly)
    unsupported("more than 4096 semaphores made before main");
  g_madeEarly[g_madeEarlyCount++] = {address, operation, argument};
}

} // namespace

TableObject& objectAt(std::uint64_t address) {
  std::size_t at = (address * 0x9e3779b97f4a7c15ull) >> 48;
  for (std::size_t probes = 0; probes < tableSize; probes++, at = (at + 1) % tableSize) {
    if (g_table[at].address == address)
      return g_table[at];
    if (g_table[at].address == 0) {
      g_table[at].address = address;
      return g_table[at];
    }
  }
  unsupported("more than 65536 synchronisation objects");
}

std::uint64_t operate(std::uint64_t address, ObjectOp operation, std::uint64_t argument) {
  if (g_runtime.phase != Phase::Exploring) {
    TableObject& object = objectAt(address);
    const ObjectEffect effect = applyOperation(object.state, ThreadId(0), operation, argument);
    object.state = effect.after;
    if (operation == ObjectOp::SemInit)
      noteMadeEarly(address, operation, argument);
    return effect.result;
  }
  if (isForeign(address)) {
    // A library's own lock: free as long as no event happens inside it, so it needs no order of its own.
    TableObject& object = objectAt(address);
    const ObjectEffect effect = applyOperation(object.state, ThreadId(me().slot), operation, argument);
    if (effect.enabled) {
      object.state = effect.after;
      return effect.result;
    }
  }
  Pending pending;
  pending.kind = LabelKind::Object;
  pending.operation = operation;
  pending.object = address;
  pending.argument = argument;
  pending.chain = chainHere();
  const unsigned choice = waitForTurn(pending);
  TableObject& object = objectAt(address);
  const ObjectEffect effect = applyOperation(object.state, ThreadId(me().slot), operation, argument, choice);
  object.state = effect.after;
  RevisitRecord& record = fillPending(emit(REVISIT_OBJECT), pending);
  record.before = effect.result;
  record.operand = choice;
  me().sharedReads++; // what it got depends on the others: a loop around it may go on for ever
  return effect.result;
}

void remakeObjects() {
  for (std::size_t i = 0; i < g_madeEarlyCount; i++)
    operate(g_madeEarly[i].address, g_madeEarly[i].operation, g_madeEarly[i].argument);
}

} // namespace revisit::runtime
