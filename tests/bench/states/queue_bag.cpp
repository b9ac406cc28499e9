// A bag over a lock-free queue. `add` appends as Michael and Scott do; `remove` takes the first equal item by a
// compare-and-swap of the item, and cuts its node off unless it is the last one.
#include "client.h"

#include <atomic>

namespace {

class QueueBag {
public:
  bool add(int key, bool) {
    Node* const added = new Node{key + 1, nullptr};
    while (true) {
      Node* last = m_last;
      Node* next = last->next;
      if (next == nullptr && last->next.compare_exchange_strong(next, added)) {
        m_last.compare_exchange_strong(last, added);
        return true;
      }
      m_last.compare_exchange_strong(last, next); // another thread's node, which it may not have told yet
    }
  }

  bool remove(int key, bool) {
    Node* before = &m_first;
    for (Node* node = before->next; node != nullptr; before = node, node = node->next) {
      int item = key + 1;
      if (node->item != item || !node->item.compare_exchange_strong(item, taken))
        continue;
      Node* expected = node;
      if (Node* const next = node->next; next != nullptr)
        before->next.compare_exchange_strong(expected, next);
      return true;
    }
    return false;
  }

  bool contains(int key) {
    for (Node* node = m_first.next; node != nullptr; node = node->next)
      if (node->item == key + 1)
        return true;
    return false;
  }

private:
  static constexpr int taken = 0;
  struct Node {
    std::atomic<int> item;
    std::atomic<Node*> next;
  };

  Node m_first{taken, nullptr};
  std::atomic<Node*> m_last{&m_first};
};

} // namespace

int main(int count, char** arguments) {
  return client::play<QueueBag>(count, arguments);
}
