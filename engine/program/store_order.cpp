#include "program/store_order.h"

#include "program/memory_order.h"

namespace revisit {

BufferRole bufferRoleOf(LabelKind kind, RmwOp rmw, MemoryOrder order) {
  switch (groupOf(kind)) {
  case LabelGroup::Access:
    if (kind == LabelKind::Read)
      return BufferRole::Read;
    return kind == LabelKind::Write || (kind == LabelKind::Rmw && rmw == RmwOp::Insert) ? BufferRole::Write
                                                                                        : BufferRole::Full;
  case LabelGroup::Fence:
    if (order == MemoryOrder::SeqCst)
      return BufferRole::Full;
    return isRelease(order) ? BufferRole::ReleaseFence : BufferRole::Nothing;
  case LabelGroup::Object:
  case LabelGroup::Thread:
    return BufferRole::Full;
  case LabelGroup::Condition:
  case LabelGroup::Number:
  case LabelGroup::Ending:
    break;
  }
  return BufferRole::Nothing;
}

bool staysBefore(StoreBufferKind kind, const BufferedStep& first, const BufferedStep& second, bool sameLocation) {
  if (first.role == BufferRole::Nothing || second.role == BufferRole::Nothing)
    return false;
  if (first.role == BufferRole::Full || second.role == BufferRole::Full || first.role == BufferRole::Read)
    return true;
  if (first.role == BufferRole::Write && first.order == MemoryOrder::SeqCst)
    return true;
  if (second.role == BufferRole::Read)
    return false;
  return kind == StoreBufferKind::Tso || first.role == BufferRole::ReleaseFence ||
         second.role == BufferRole::ReleaseFence || sameLocation || isRelease(second.order);
}

} // namespace revisit
