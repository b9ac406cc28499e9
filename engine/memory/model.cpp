#include "memory/model.h"

namespace revisit {

Access accessOf(ThreadId thread, const Label& label, bool stores, EventId twin) {
  const bool isUpdate = label.kind == LabelKind::Cas || (label.kind == LabelKind::Rmw && label.rmw != RmwOp::Insert);
  const MemoryOrder order = label.kind == LabelKind::Cas && !stores ? label.failureOrder : label.order;
  return {thread, label.location, order, stores, isUpdate, twin};
}

} // namespace revisit
