// The queue with a front that waits: push() while it is full, pop() while it is empty, until it is closed.
#pragma once

#include "gate.h"
#include "mpmc_queue.h"

template <class T, std::size_t Capacity> class BlockingQueue {
public:
  // Looks so many times before a thread sleeps.
  explicit BlockingQueue(unsigned spins = 64) : m_filled(spins), m_freed(spins) {}

  // False, and the value is dropped, when the queue is closed.
  bool push(T value) {
    bool isPushed = false;
    m_freed.await([&] { return m_isClosed.load() || (isPushed = m_queue.tryPush(value)); });
    if (isPushed)
      m_filled.changed();
    return isPushed;
  }

  // Nothing once the queue is closed and empty. Values whose push() returned before close() was called all come out.
  std::optional<T> pop() {
    std::optional<T> value;
    m_filled.await([&] {
      const bool isLast = m_isClosed.load(); // before the look: what was pushed until then is seen by it
      value = m_queue.tryPop();
      return value || isLast;
    });
    if (value)
      m_freed.changed();
    return value;
  }

  void close() {
    m_isClosed.store(true);
    m_filled.changed();
    m_freed.changed();
  }

private:
  MpmcQueue<T, Capacity> m_queue;
  Gate m_filled, m_freed;
  std::atomic<bool> m_isClosed = false;
};
