// Safe sets (S-POR, Algorithm 1): a step that touches nothing that other threads touch is explored alone. Stateless.
#pragma once

#include "explore/summaries/slice.h"

namespace revisit {

class SafeSets {
public:
  // Off: only what the slice omits is invisible.
  SafeSets(const ProductState& product, const Slice& slice, bool isOn)
      : m_product(product), m_slice(slice), m_isOn(isOn) {}

  // Whether the thread's next step commutes with everything that other threads can do.
  bool isInvisible(ThreadId thread) const {
    const Label& label = m_product.label(thread);
    return m_slice.omits(label) || (m_isOn && touchesNothing(label));
  }
  // The threads whose next step may be invisible.
  ThreadBits candidates() const { return m_isOn || m_slice.isOn() ? m_product.able() : 0; }
  // The threads to explore: one of these whose step is invisible, or all.
  ThreadBits of(ThreadBits able) const {
    for (ThreadBits left = candidates() & able; left != 0; left &= left - 1)
      if (isInvisible(firstOf(left)))
        return bitOf(firstOf(left));
    return able;
  }

private:
  static bool touchesNothing(const Label& step) {
    switch (groupOf(step.kind)) {
    case LabelGroup::Fence:
    case LabelGroup::Thread:
    case LabelGroup::Condition:
    case LabelGroup::Number:
      return true;
    case LabelGroup::Object: // which block the thread takes depends on others, but all choices are equal up to its name
      return step.operation == ObjectOp::BlockTake;
    case LabelGroup::Access:
    case LabelGroup::Ending:
      break;
    }
    return false;
  }

  const ProductState& m_product;
  const Slice& m_slice;
  bool m_isOn;
};

} // namespace revisit
