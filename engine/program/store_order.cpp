#include "program/store_order.h"

#include "program/memory_order.h"

namespace revisit {

BufferRole bufferRoleOf(LabelKind kind, RmwOp rmw, MemoryOrder order) {
  switch (kind) {
  case LabelKind::Read:
    return BufferRole::Read;
  case LabelKind::Write:
    return BufferRole::Write;
  case LabelKind::Rmw:
    return rmw == RmwOp::Insert ? BufferRole::Write : BufferRole::Full;
  case LabelKind::Fence:
    if (order == MemoryOrder::SeqCst)
      return BufferRole::Full;
    return isRelease(order) ? BufferRole::ReleaseFence : BufferRole::Nothing;
  case LabelKind::Cas:
  case LabelKind::Object:
  case LabelKind::Create:
  case LabelKind::Join:
    return BufferRole::Full;
  case LabelKind::Constraint:
  case LabelKind::Assume:
  case LabelKind::Enumerate:
  case LabelKind::End:
  case LabelKind::Exit:
  case LabelKind::Error:
  case LabelKind::Blocked:
  case LabelKind::AwaitFailed:
  case LabelKind::Cut:
  case LabelKind::Unsupported:
    return BufferRole::Nothing;
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
