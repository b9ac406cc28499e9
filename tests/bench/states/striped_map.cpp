// A set as a hash table with a mutex for each chain; `contains` takes none.
#include "client.h"

#include <atomic>
#include <mutex>

namespace {

class StripedMap {
public:
  bool add(int key, bool) {
    Stripe& stripe = m_stripes[key % stripes];
    const std::scoped_lock guard(stripe.lock);
    Node* const first = stripe.first;
    for (Node* node = first; node != nullptr; node = node->next)
      if (node->key == key)
        return false;
    stripe.first = new Node{key, first};
    return true;
  }

  bool remove(int key, bool) {
    Stripe& stripe = m_stripes[key % stripes];
    const std::scoped_lock guard(stripe.lock);
    std::atomic<Node*>* place = &stripe.first;
    for (Node* node = *place; node != nullptr; node = *place) {
      if (node->key == key) {
        *place = node->next.load();
        return true;
      }
      place = &node->next;
    }
    return false;
  }

  bool contains(int key) {
    for (Node* node = m_stripes[key % stripes].first; node != nullptr; node = node->next)
      if (node->key == key)
        return true;
    return false;
  }

private:
  struct Node {
    const int key;
    std::atomic<Node*> next;
  };
  struct Stripe {
    std::mutex lock;
    std::atomic<Node*> first{nullptr};
  };

  static constexpr int stripes = 2;
  Stripe m_stripes[stripes];
};

} // namespace

int main(int count, char** arguments) {
  return client::play<StripedMap>(count, arguments);
}
