// The same stack as most people write it first: nodes come from new and go to delete. Two things are wrong with it, and
// the second shows only when memory is used again:
//     revisit check heap_stack.cpp
//     revisit check --reuse-memory --ignore use-after-free heap_stack.cpp
#include <atomic>
#include <cassert>
#include <optional>
#include <thread>

namespace {

class HeapStack {
public:
  ~HeapStack() {
    while (pop()) {
    }
  }

  void push(int value) {
    Node* node = new Node{value, m_head.load()};
    while (!m_head.compare_exchange_weak(node->next, node)) {
    }
  }

  std::optional<int> pop() {
    Node* head = m_head.load();
    // First: another thread may have deleted the node that `next` is read from. Second: the node may have been deleted
    // and made anew, at the same address, with another next.
    while (head && !m_head.compare_exchange_weak(head, head->next)) {
    }
    if (!head)
      return std::nullopt;
    const int value = head->value;
    delete head;
    return value;
  }

private:
  struct Node {
    int value;
    Node* next;
  };
  std::atomic<Node*> m_head = nullptr;
};

} // namespace

// 1 to 3 are pushed, and 4 after that; each comes out once.
int main() {
  HeapStack stack;
  for (int value = 1; value <= 3; value++)
    stack.push(value);
  std::atomic<unsigned> seen = 0;
  const auto note = [&seen](std::optional<int> value) {
    if (value)
      assert((seen.fetch_or(1u << *value) & 1u << *value) == 0 && "this value came out before");
  };
  std::thread one([&] { note(stack.pop()); });
  std::thread two([&] {
    note(stack.pop());
    note(stack.pop());
    stack.push(4);
  });
  one.join();
  two.join();
  while (const std::optional<int> rest = stack.pop())
    note(rest);
  assert(seen == 0b11110 && "a value was lost");
}
