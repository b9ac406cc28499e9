// A set as a search tree with a lock in each node. A walk locks a child before it lets the parent go. A removed key
// keeps its node, which is then empty.
#include "client.h"

#include <atomic>
#include <climits>
#include <mutex>

namespace {

class LockTree {
public:
  bool add(int key, bool) {
    const Place place(*this, key);
    if (place.node->key == key)
      return !place.node->isPresent.exchange(true);
    place.child() = new Node{key, true};
    return true;
  }

  bool remove(int key, bool) {
    const Place place(*this, key);
    return place.node->key == key && place.node->isPresent.exchange(false);
  }

  bool contains(int key) {
    const Place place(*this, key);
    return place.node->key == key && place.node->isPresent;
  }

private:
  struct Node {
    const int key;
    std::atomic<bool> isPresent;
    std::atomic<Node*> children[2]{}; // smaller keys, greater keys
    std::mutex lock{};
  };

  // The node of the key, or the one to which it has to be added; locked.
  struct Place {
    Place(LockTree& tree, int wanted) : node(&tree.m_root), key(wanted) {
      node->lock.lock();
      while (node->key != key) {
        Node* const next = child();
        if (next == nullptr)
          break;
        next->lock.lock();
        node->lock.unlock();
        node = next;
      }
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place() { node->lock.unlock(); }

    std::atomic<Node*>& child() const { return node->children[key > node->key]; }

    Node* node;
    const int key;
  };

  Node m_root{INT_MIN, false};
};

} // namespace

int main(int count, char** arguments) {
  return client::play<LockTree>(count, arguments);
}
