// A set over a concurrent hash map with `putIfAbsent`: the first node of a chain is put there by a compare-and-swap,
// and its lock guards the chain. `add` looks for the key first.
#include "client.h"

#include <atomic>
#include <mutex>

namespace {

class AbsentMap {
public:
  bool add(int key, bool) { return !contains(key) && putIfAbsent(key); }

  bool remove(int key, bool) {
    std::atomic<Node*>& chain = m_chains[key % chains];
    while (Node* const first = chain) {
      const std::scoped_lock guard(first->lock);
      if (chain != first)
        continue; // the lock of another chain by now
      std::atomic<Node*>* place = &chain;
      for (Node* node = first; node != nullptr; node = *place) {
        if (node->key == key) {
          *place = node->next.load();
          return true;
        }
        place = &node->next;
      }
      return false;
    }
    return false;
  }

  bool contains(int key) {
    for (Node* node = m_chains[key % chains]; node != nullptr; node = node->next)
      if (node->key == key)
        return true;
    return false;
  }

private:
  struct Node {
    const int key;
    std::atomic<Node*> next{nullptr};
    std::mutex lock{};
  };

  bool putIfAbsent(int key) {
    std::atomic<Node*>& chain = m_chains[key % chains];
    while (true) {
      Node* first = chain;
      if (first == nullptr) {
        if (chain.compare_exchange_strong(first, new Node{key}))
          return true;
        continue;
      }
      const std::scoped_lock guard(first->lock);
      if (chain != first)
        continue;
      for (Node* node = first;; node = node->next) {
        if (node->key == key)
          return false;
        if (node->next == nullptr) {
          node->next = new Node{key};
          return true;
        }
      }
    }
  }

  static constexpr int chains = 2;
  std::atomic<Node*> m_chains[chains]{};
};

} // namespace

int main(int count, char** arguments) {
  return client::play<AbsentMap>(count, arguments);
}
