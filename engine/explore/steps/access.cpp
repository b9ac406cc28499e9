#include "explore/steps/access.h"

#include "program/value_ops.h"

namespace revisit {

namespace {

unsigned sizeOf(const Label& access, unsigned bytes) {
  return access.size != 0 ? access.size : bytes;
}

// A store to a part leaves the rest as it is, and does not bring memory back to life.
void store(ExpressionPool& pool, const Cell& cell, unsigned bytes, const Label& access, const Value& part,
           StepEffect& step) {
  step.writes = true;
  step.after.value = writePart(pool, cell.value, bytes, access.offset, access.size, part);
  const bool isWhole = access.size == 0 || access.size == bytes;
  const bool staysFresh = access.uninitialised && (isWhole || cell.life == MemoryLife::Fresh);
  step.after.life = step.seen.memory == MemoryLife::Over ? MemoryLife::Over
                    : staysFresh                         ? MemoryLife::Fresh
                                                         : MemoryLife::Alive;
}

MemoryLife lifeLeftBy(const Label& write) {
  if (write.lifetime == Lifetime::Ends)
    return MemoryLife::Over;
  if (write.lifetime == Lifetime::Destroys)
    return MemoryLife::Destroyed;
  return write.lifetime == Lifetime::Begins || write.uninitialised ? MemoryLife::Fresh : MemoryLife::Alive;
}

} // namespace

Value valueSeen(ExpressionPool& pool, const Cell& cell, unsigned bytes, const Label& access) {
  return readPart(pool, cell.value, bytes, access.offset, access.size);
}

MemoryLife lifeSeen(const Cell& cell, const Label& access) {
  const bool isSeen = cell.life == MemoryLife::Fresh       ? access.lifetime == Lifetime::NeedsContent
                      : cell.life == MemoryLife::Destroyed ? seesDestroyed(access.lifetime)
                                                           : !isOwned(access.lifetime);
  return isSeen ? cell.life : MemoryLife::Alive;
}

ExprId storesInto(ExpressionPool& pool, const Cell& cell, unsigned bytes, const Label& access) {
  if (!mayOnlyRead(access))
    return pool.boolean(true);
  if (neverStores(access))
    return pool.boolean(false);
  const unsigned size = sizeOf(access, bytes);
  const Value old = valueSeen(pool, cell, bytes, access);
  if (access.kind == LabelKind::Cas)
    return equalValues(pool, old, access.expected, size);
  return pool.bitNot(equalValues(pool, old, applyRmw(pool, access.rmw, old, access.value, size), size));
}

Value valueAfter(ExpressionPool& pool, const Value& content, unsigned bytes, const Label& update) {
  return applyRmw(pool, update.rmw, content, update.value, bytes);
}

StepEffect accessCell(ExpressionPool& pool, const Cell& cell, unsigned bytes, const Label& access, bool taken) {
  StepEffect step;
  if (access.kind == LabelKind::Write) {
    step.writes = true;
    step.after = {access.value, lifeLeftBy(access)};
    return step;
  }
  const Value old = valueSeen(pool, cell, bytes, access);
  step.seen.memory = lifeSeen(cell, access);
  if (access.kind != LabelKind::Rmw || access.rmw != RmwOp::Insert)
    step.seen.value = old;
  if (access.kind == LabelKind::Read)
    return step;
  if (mayOnlyRead(access)) {
    step.seen.taken = step.side = taken;
    if (const ExprId stores = storesInto(pool, cell, bytes, access); taken || !access.weak) {
      if (!pool.isConstant(stores))
        step.condition = stores;
    } else {
      step.outcome = pool.isZero(stores) ? 0 : 1;
    }
    if (!taken)
      return step;
  }
  const Value part = access.kind == LabelKind::Cas
                         ? access.value
                         : applyRmw(pool, access.rmw, old, access.value, sizeOf(access, bytes));
  store(pool, cell, bytes, access, part, step);
  return step;
}

} // namespace revisit
