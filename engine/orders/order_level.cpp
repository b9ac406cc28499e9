#include "orders/order_level.h"

#include <array>

namespace revisit {

namespace {

constexpr OrderLevel acqRel = acquireBit | releaseBit;
constexpr std::array<OrderLevel, 3> loadLevels = {relaxedLevel, acquireBit, acquireBit | seqCstBit};
constexpr std::array<OrderLevel, 3> storeLevels = {relaxedLevel, releaseBit, releaseBit | seqCstBit};
constexpr std::array<OrderLevel, 5> bothLevels = {relaxedLevel, acquireBit, releaseBit, acqRel, acqRel | seqCstBit};

} // namespace

std::span<const OrderLevel> levelsOf(SiteKind kind) {
  switch (kind) {
  case SiteKind::Load:
    return loadLevels;
  case SiteKind::Store:
    return storeLevels;
  case SiteKind::Update:
  case SiteKind::Fence:
    break;
  }
  return bothLevels;
}

OrderLevel topOf(SiteKind kind) {
  return levelsOf(kind).back();
}

OrderLevel levelOf(MemoryOrder order, SiteKind kind) {
  OrderLevel level = relaxedLevel;
  switch (order) {
  case MemoryOrder::Plain:
  case MemoryOrder::Relaxed:
    break;
  case MemoryOrder::Consume:
  case MemoryOrder::Acquire:
    level = acquireBit;
    break;
  case MemoryOrder::Release:
    level = releaseBit;
    break;
  case MemoryOrder::AcqRel:
    level = acqRel;
    break;
  case MemoryOrder::SeqCst:
    level = acqRel | seqCstBit;
    break;
  }
  return level & topOf(kind);
}

MemoryOrder orderOf(OrderLevel level) {
  if ((level & seqCstBit) != 0)
    return MemoryOrder::SeqCst;
  switch (level) {
  case acqRel:
    return MemoryOrder::AcqRel;
  case acquireBit:
    return MemoryOrder::Acquire;
  case releaseBit:
    return MemoryOrder::Release;
  default:
    return MemoryOrder::Relaxed;
  }
}

unsigned rankOf(OrderLevel level, SiteKind kind) {
  if ((level & seqCstBit) != 0)
    return kind == SiteKind::Load || kind == SiteKind::Store ? 2 : 3;
  return static_cast<unsigned>((level & acquireBit) != 0) + static_cast<unsigned>((level & releaseBit) != 0);
}

MemoryOrder failureOrderOf(OrderLevel level, OrderLevel success, MemoryOrder failure) {
  if (level == success)
    return failure;
  const OrderLevel derived = level & topOf(SiteKind::Load);
  const OrderLevel now = levelOf(failure, SiteKind::Load);
  const auto made = static_cast<OrderLevel>(isAtMost(level, success) ? now & derived : now | derived);
  return orderOf(made);
}

} // namespace revisit
