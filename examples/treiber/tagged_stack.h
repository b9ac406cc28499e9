// A stack without a lock, after R. Kent Treiber: a linked list whose head moves by compare-and-swap. Its nodes live in
// an array, so the head is a number, and beside it in the same word is a tag that counts how often the head moved.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

class TaggedStack {
public:
  using Index = std::uint32_t;

  // The stack is empty; nodes 0 to size - 1 belong to the caller.
  explicit TaggedStack(std::size_t size) : m_next(size) {}

  // The node must belong to the caller.
  void push(Index node) {
    std::uint64_t head = m_head.load();
    do
      m_next[node].store(indexOf(head));
    while (!m_head.compare_exchange_weak(head, moved(head, node)));
  }

  // From now on the node belongs to the caller.
  std::optional<Index> pop() {
    std::uint64_t head = m_head.load();
    while (indexOf(head) != none) {
      // Another thread may take the node meanwhile: then what is read here is of no use, and the head has moved.
      const Index next = m_next[indexOf(head)].load();
      if (m_head.compare_exchange_weak(head, moved(head, next)))
        return indexOf(head);
    }
    return std::nullopt;
  }

private:
  static constexpr Index none = 0xffffffff;

  static Index indexOf(std::uint64_t head) { return static_cast<Index>(head); }
  static std::uint64_t moved(std::uint64_t head, Index to) {
#ifdef BUG_ABA
    return head >> 32 << 32 | to; // the tag stays: a node that came back looks as if it had never been away
#else
    return ((head >> 32) + 1) << 32 | to;
#endif
  }

  std::vector<std::atomic<Index>> m_next;
  std::atomic<std::uint64_t> m_head = none;
};
