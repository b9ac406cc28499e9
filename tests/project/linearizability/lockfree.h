// Structures without locks. `Wrong` chooses the version with a bug.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

// Wrong: an update between the two steps is lost.
template <bool Wrong> class Counter {
public:
  void add() {
    if (Wrong)
      m_count = m_count + 1;
    else
      m_count++;
  }
  int get() const { return m_count; }

private:
  std::atomic<int> m_count{0};
};

// Wrong: the comparison and the assignment are two steps.
template <bool Wrong> class Register {
public:
  bool compareAndSet(int expected, int value) {
    if (!Wrong)
      return m_value.compare_exchange_strong(expected, value);
    if (m_value != expected)
      return false;
    m_value = value;
    return true;
  }
  int get() const { return m_value; }

private:
  std::atomic<int> m_value{0};
};

// Two numbers that are read together. Wrong: they are read once, one after the other.
template <bool Wrong> class Snapshot {
public:
  void update(bool second, int value) { m_values[second] = m_values[second].load() / 16 * 16 + 16 + value; }
  std::pair<int, int> scan() const {
    for (;;) {
      const int first = m_values[0], second = m_values[1];
      if (Wrong || (m_values[0] == first && m_values[1] == second))
        return {first % 16, second % 16};
    }
  }

private:
  std::atomic<int> m_values[2] = {{0}, {0}}; // the lower four bits, and a version
};

// R. Kent Treiber's stack, with nodes from the heap. Wrong with memory that is used again: the head may be the same
// node with another behind it. Right: nodes are kept, and the head has a count.
template <bool Wrong> class Stack {
public:
  ~Stack() {
    while (pop()) {
    }
  }
  void push(int value) {
    Node* const node = new Node{value, {nullptr}};
    Node* head = m_head;
    do
      node->next = head;
    while (!m_head.compare_exchange_strong(head, node));
  }
  std::optional<int> pop() {
    Node* head = m_head;
    do
      if (!head)
        return std::nullopt;
    while (!m_head.compare_exchange_strong(head, head->next));
    const int value = head->value;
    if (Wrong)
      delete head;
    return value;
  }

private:
  struct Node {
    int value;
    std::atomic<Node*> next;
  };
  std::atomic<Node*> m_head{nullptr};
};

// The deque of David Chase and Yossi Lev, of fixed size: its owner pushes and takes at the bottom, thieves steal at the
// top. Wrong: the owner takes the last element without competing for it.
template <bool Wrong> class StealingDeque {
public:
  void push(int value) {
    const int bottom = m_bottom;
    m_values[bottom % 8] = value;
    m_bottom = bottom + 1;
  }
  std::optional<int> take() {
    const int bottom = m_bottom - 1;
    m_bottom = bottom;
    int top = m_top;
    if (top > bottom) {
      m_bottom = bottom + 1;
      return std::nullopt;
    }
    std::optional<int> value = m_values[bottom % 8].load();
    if (top < bottom)
      return value;
    if (!Wrong && !m_top.compare_exchange_strong(top, top + 1))
      value.reset();
    else if (Wrong)
      m_top = top + 1;
    m_bottom = bottom + 1;
    return value;
  }
  std::optional<int> steal() {
    int top = m_top;
    if (top >= m_bottom)
      return std::nullopt;
    const int value = m_values[top % 8];
    if (!m_top.compare_exchange_strong(top, top + 1))
      return steal();
    return value;
  }

private:
  std::atomic<int> m_top{0}, m_bottom{0};
  std::atomic<int> m_values[8] = {};
};

// A set of the numbers 0 to 3. Wrong: of two that remove the same number, both may believe that they did.
template <bool Wrong> class SmallSet {
public:
  bool add(int key) { return !m_isThere[key & 3].exchange(true); }
  bool remove(int key) {
    if (!Wrong)
      return m_isThere[key & 3].exchange(false);
    if (!m_isThere[key & 3])
      return false;
    m_isThere[key & 3] = false;
    return true;
  }

private:
  std::atomic<bool> m_isThere[4] = {};
};

// Dmitry Vyukov's bounded queue. Lossy: a producer takes its place by a store, so that two may get the same, and an
// element is lost. As published: a producer that has its place but has not filled it hides those behind it. Right:
// others wait for it.
enum class Ring { Lossy, Published, Right };
template <Ring Form> class BoundedQueue {
public:
  explicit BoundedQueue(unsigned capacity) : m_capacity(capacity) {
    for (unsigned at = 0; at < capacity; at++)
      m_cells[at].turn = at;
  }
  bool push(int value) {
    unsigned tail = m_tail;
    for (;; tail = m_tail) {
      Cell& cell = m_cells[tail % m_capacity];
      const int ahead = static_cast<int>(cell.turn - tail);
      if (ahead < 0 && (Form != Ring::Right || m_head + m_capacity == tail))
        return false;
      if (ahead != 0)
        continue;
      if (Form == Ring::Lossy)
        m_tail = tail + 1;
      else if (!m_tail.compare_exchange_strong(tail, tail + 1))
        continue;
      cell.value = value;
      cell.turn = tail + 1;
      return true;
    }
  }
  std::optional<int> pop() {
    unsigned head = m_head;
    for (;; head = m_head) {
      Cell& cell = m_cells[head % m_capacity];
      const int ahead = static_cast<int>(cell.turn - (head + 1));
      if (ahead < 0 && (Form != Ring::Right || m_tail == head))
        return std::nullopt;
      if (ahead != 0 || !m_head.compare_exchange_strong(head, head + 1))
        continue;
      const int value = cell.value;
      cell.turn = head + m_capacity;
      return value;
    }
  }

private:
  struct Cell {
    std::atomic<unsigned> turn{0};
    std::atomic<int> value{0};
  };
  const unsigned m_capacity;
  Cell m_cells[4];
  std::atomic<unsigned> m_head{0}, m_tail{0};
};

// A place in which one thread leaves a value for another. Wrong: two may take the same one.
template <bool Wrong> class Slot {
public:
  bool offer(int value) {
    int empty = 0;
    return m_value.compare_exchange_strong(empty, value);
  }
  int take() {
    if (!Wrong)
      return m_value.exchange(0);
    const int value = m_value;
    m_value = 0;
    return value;
  }

private:
  std::atomic<int> m_value{0};
};

// Two numbers that one writer keeps equal, with a version. Wrong: the reader does not look at the version again.
template <bool Wrong> class SequenceLock {
public:
  void write(int value) {
    unsigned version = m_version;
    do
      version &= ~1u;
    while (!m_version.compare_exchange_strong(version, version + 1));
    m_first = value;
    m_second = value;
    m_version = version + 2;
  }
  std::pair<int, int> read() const {
    for (;;) {
      const unsigned version = m_version;
      const std::pair<int, int> values{m_first, m_second};
      if (version % 2 == 0 && (Wrong || m_version == version))
        return values;
    }
  }

private:
  std::atomic<unsigned> m_version{0};
  std::atomic<int> m_first{0}, m_second{0};
};
