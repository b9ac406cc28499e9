// Which freed block a thread takes again: canonical names of memory. Two states that differ only in the names of blocks
// have the same futures up to these names, so it does not matter which block is taken as long as the thread could not
// tell it from a new one. So a block is taken again only if it was freed and nothing points to it: no state of a
// thread, no next step, and no memory that is in use. Otherwise a use after free could be missed.
#include "explore/product/product_state.h"

#include <algorithm>

namespace revisit {

namespace {

bool contains(const OfferedBlock& block, std::uint64_t address) {
  return address >= block.begin && address <= block.end; // also directly behind it
}

bool pointsInto(ExpressionPool& pool, ExprId expr, const OfferedBlock& block) {
  if (pool.isConstant(expr)) {
    for (unsigned low = 0; low + 64 <= pool.width(expr); low += 64)
      if (contains(block, pool.constantBits(pool.extract(expr, low, 64))))
        return true;
    return false;
  }
  return std::ranges::any_of(pool.operands(expr), [&](ExprId part) { return pointsInto(pool, part, block); });
}

bool pointsInto(ExpressionPool& pool, const Value& value, const OfferedBlock& block) {
  return value.isExpr() ? pointsInto(pool, value.expr, block) : contains(block, value.bits);
}

} // namespace

bool ProductState::isFreed(LocationId mark) {
  const Value& value = cell(mark).value;
  return value.isExpr() || value.bits != 0;
}

bool ProductState::isHeldBy(ThreadId thread, const OfferedBlock& block) {
  ExpressionPool& pool = m_program.pool();
  const Label& next = label(thread);
  if (pointsInto(pool, next.value, block)) // also the result of a thread that has ended
    return true;
  if (isTerminal(next.kind))
    return false;
  if (pointsInto(pool, next.expected, block) ||
      (isMemory(next.kind) && contains(block, m_program.names().locationAddress(next.location))) ||
      (next.kind == LabelKind::Object && contains(block, m_program.names().objectAddress(next.object))))
    return true;
  const auto holds = [&](StateId state) {
    const BlockFacts& facts = m_program.blockFacts(state);
    return facts.mayHoldAny || std::ranges::any_of(facts.held, [&](const HeldBlock& held) {
             return held.block == block.begin && !(held.container.valid() && isFreed(held.container));
           });
  };
  return holds(state(thread)) || (roundStart(thread).valid() && holds(roundStart(thread)));
}

bool ProductState::isInUse(const OfferedBlock& block) {
  if (std::ranges::any_of(createdThreads(), [&](ThreadId thread) { return isHeldBy(thread, block); }))
    return true;
  return std::ranges::any_of(idsBelow<LocationId>(locationsUsed()), [&](LocationId location) {
    const std::uint32_t number = at(cellSlot(location));
    return number != 0 && cellOf(number).life != MemoryLife::Over &&
           pointsInto(m_program.pool(), cellOf(number).value, block);
  });
}

std::uint32_t ProductState::blockToTake(ThreadId thread) {
  const std::vector<OfferedBlock>& offered = m_program.blockFacts(state(thread)).offered;
  std::uint32_t free = 0;
  for (std::size_t i = 0; i < offered.size(); i++)
    if ((offered[i].freed.valid() ? isFreed(offered[i].freed) : offered[i].isFree) && !isInUse(offered[i]))
      free |= 1u << i;
  return preferredBlock(free, static_cast<unsigned>(offered.size()));
}

std::uint64_t ProductState::freedBlocks() {
  std::uint64_t sum = 0;
  if (!m_program.recyclesBlocks())
    return sum;
  for (const LocationId location : idsBelow<LocationId>(locationsUsed()))
    if (at(cellSlot(location)) != 0)
      if (const std::uint64_t block = m_program.markedBlock(location); block != 0 && isFreed(location))
        sum += numberOfBlock(block);
  return sum;
}

} // namespace revisit
