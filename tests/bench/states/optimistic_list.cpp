// A set as a sorted list with a lock in each node. A change walks without locks, locks its two neighbours, walks again
// to see whether they still are neighbours in the list, and starts again if not. `contains` only walks. The bug: a
// change walks again before it takes the locks.
#include "client.h"

#include <atomic>
#include <climits>
#include <mutex>

namespace {

class OptimisticList {
public:
  bool add(int key, bool buggy) {
    return change(key, buggy, [key](Node* before, Node* current) {
      if (current->key == key)
        return false;
      before->next = new Node{key, current};
      return true;
    });
  }

  bool remove(int key, bool buggy) {
    return change(key, buggy, [key](Node* before, Node* current) {
      if (current->key != key)
        return false;
      before->next = current->next.load();
      return true;
    });
  }

  bool contains(int key) {
    Node* node = m_first.next;
    while (node->key < key)
      node = node->next;
    return node->key == key;
  }

private:
  struct Node {
    const int key;
    std::atomic<Node*> next;
    std::mutex lock{};
  };

  template <class Change> bool change(int key, bool buggy, Change&& change) {
    while (true) {
      Node* before = &m_first;
      Node* current = before->next;
      while (current->key < key) {
        before = current;
        current = current->next;
      }
      bool valid = buggy && areNeighbours(before, current);
      const std::scoped_lock<std::mutex> first(before->lock);
      const std::scoped_lock<std::mutex> second(current->lock);
      valid = valid || (!buggy && areNeighbours(before, current));
      if (valid)
        return change(before, current);
    }
  }

  bool areNeighbours(Node* before, Node* current) {
    Node* node = &m_first;
    while (node->key < before->key)
      node = node->next;
    return node == before && before->next == current;
  }

  Node m_last{INT_MAX, nullptr};
  Node m_first{INT_MIN, &m_last};
};

} // namespace

int main(int count, char** arguments) {
  return client::play<OptimisticList>(count, arguments);
}
