#include "explore/states/safe_sets.h"

namespace revisit {

bool SafeSets::isInvisible(ThreadId thread) const {
  const Label& label = m_product.label(thread);
  if (m_slice.omits(label))
    return true;
  if (!m_isOn)
    return false;
  switch (label.kind) {
  case LabelKind::Fence:
  case LabelKind::Create:
  case LabelKind::Join:
  case LabelKind::Constraint:
  case LabelKind::Assume:
  case LabelKind::Enumerate:
    return true;
  case LabelKind::Object: // which block the thread takes depends on others, but all choices are equal up to its name
    return label.operation == ObjectOp::BlockTake;
  default:
    return false;
  }
}

ThreadBits SafeSets::of(ThreadBits able) const {
  for (ThreadBits left = m_isOn || m_slice.isOn() ? able : 0; left != 0; left &= left - 1)
    if (isInvisible(firstOf(left)))
      return bitOf(firstOf(left));
  return able;
}

} // namespace revisit
