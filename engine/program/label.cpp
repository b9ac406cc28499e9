#include "program/label.h"

namespace revisit {

bool sameStep(const Label& a, const Label& b) {
  return a.kind == b.kind && a.rmw == b.rmw && a.order == b.order && a.failureOrder == b.failureOrder &&
         a.operation == b.operation && a.error == b.error && a.awaits == b.awaits && a.awaitStart == b.awaitStart &&
         a.inUnboundedLoop == b.inUnboundedLoop && a.unlessSame == b.unlessSame && a.weak == b.weak &&
         a.uninitialised == b.uninitialised && a.blind == b.blind && a.continuesSection == b.continuesSection &&
         a.lockBatch == b.lockBatch && a.lifetime == b.lifetime && a.offset == b.offset && a.size == b.size &&
         a.location == b.location && a.object == b.object && a.child == b.child && a.value == b.value &&
         a.expected == b.expected && a.argument == b.argument;
}

} // namespace revisit
