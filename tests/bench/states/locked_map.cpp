// A set as a hash table under one mutex.
#include "client.h"

#include <atomic>
#include <mutex>

namespace {

class LockedMap {
public:
  bool add(int key, bool) {
    const std::scoped_lock guard(m_lock);
    std::atomic<Node*>& place = find(key);
    if (place.load() != nullptr)
      return false;
    place = new Node{key, nullptr};
    return true;
  }

  bool remove(int key, bool) {
    const std::scoped_lock guard(m_lock);
    std::atomic<Node*>& place = find(key);
    Node* const node = place;
    if (node == nullptr)
      return false;
    place = node->next.load();
    return true;
  }

  bool contains(int key) {
    const std::scoped_lock guard(m_lock);
    return find(key).load() != nullptr;
  }

private:
  struct Node {
    const int key;
    std::atomic<Node*> next;
  };

  // What points to the key's node, or is null at the end of its chain.
  std::atomic<Node*>& find(int key) {
    std::atomic<Node*>* place = &m_chains[key % chains];
    for (Node* node = *place; node != nullptr && node->key != key; node = *place)
      place = &node->next;
    return *place;
  }

  static constexpr int chains = 2;
  std::mutex m_lock;
  std::atomic<Node*> m_chains[chains]{};
};

} // namespace

int main(int count, char** arguments) {
  return client::play<LockedMap>(count, arguments);
}
