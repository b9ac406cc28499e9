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
  bool isInvisible(ThreadId thread) const;
  // The threads whose next step may be invisible.
  ThreadBits candidates() const { return m_isOn || m_slice.isOn() ? m_product.able() : 0; }
  // The threads to explore: one of these whose step is invisible, or all.
  ThreadBits of(ThreadBits able) const;

private:
  const ProductState& m_product;
  const Slice& m_slice;
  bool m_isOn;
};

} // namespace revisit
