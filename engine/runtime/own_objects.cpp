#include "runtime/own_objects.h"

#include "runtime/object_table.h"

#include <algorithm>

namespace revisit::runtime {

namespace {

OwnObject* find(std::uint64_t address) {
  Thread& self = me();
  OwnObject* const end = self.ownObjects + std::min<std::uint32_t>(self.ownObjectsSeen, maxOwnObjects);
  OwnObject* const found =
      std::find_if(self.ownObjects, end, [&](const OwnObject& own) { return own.address == address; });
  return found != end ? found : nullptr;
}

// The newest are kept. Which ones those are depends on the thread's own history alone.
void keep(std::uint64_t address, ObjectOp initialisation) {
  Thread& self = me();
  OwnObject* own = find(address);
  if (own == nullptr)
    own = &self.ownObjects[self.ownObjectsSeen++ % maxOwnObjects];
  *own = {address, initialisation};
  self.ownObjectsLow = self.ownObjectsSeen == 1 ? address : std::min(self.ownObjectsLow, address);
  self.ownObjectsHigh = std::max(self.ownObjectsHigh, address);
}

} // namespace

void noteDone(std::uint64_t address) {
  keep(address, ObjectOp::OnceInit);
}

bool knowsDone(std::uint64_t address) {
  const OwnObject* own = find(address);
  return own != nullptr && own->initialisation == ObjectOp::OnceInit;
}

int initialiseObject(std::uint64_t address, ObjectOp initialisation, std::uint64_t argument) {
  if (exploring())
    if (OwnObject* own = find(address))
      own->address = 0;
  return static_cast<int>(operate(address, initialisation, argument));
}

int destroyObject(std::uint64_t address, ObjectOp destruction, ObjectOp initialisation, std::uint64_t argument) {
  const auto result = static_cast<int>(operate(address, destruction, argument));
  if (exploring())
    keep(address, initialisation);
  return result;
}

void noteObjectStore(std::uint64_t address) {
  const Thread& self = me();
  if (self.ownObjectsSeen == 0 || address < self.ownObjectsLow || address > self.ownObjectsHigh)
    return;
  OwnObject* own = find(address);
  if (own == nullptr)
    return;
  own->address = 0;
  operateSilently(address, own->initialisation, 0);
}

} // namespace revisit::runtime
