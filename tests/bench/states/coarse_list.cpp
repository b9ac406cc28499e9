// A set as a sorted list under one read-write lock. The bug: a change looks for its place before it takes the lock.
#include "client.h"

#include <atomic>
#include <climits>
#include <mutex>
#include <shared_mutex>

namespace {

class CoarseList {
public:
  bool add(int key, bool buggy) {
    return change(key, buggy, [key](const Place& place) {
      if (place.current->key == key)
        return false;
      place.before->next = new Node{key, place.current};
      return true;
    });
  }

  bool remove(int key, bool buggy) {
    return change(key, buggy, [key](const Place& place) {
      if (place.current->key != key)
        return false;
      place.before->next = place.current->next.load();
      return true;
    });
  }

  bool contains(int key) {
    std::shared_lock guard(m_lock);
    return find(key).current->key == key;
  }

private:
  struct Node {
    const int key;
    std::atomic<Node*> next;
  };
  struct Place {
    Node *before, *current; // the first node whose key is not less
  };

  Place find(int key) {
    Place place{&m_first, m_first.next};
    while (place.current->key < key)
      place = {place.current, place.current->next};
    return place;
  }

  template <class Change> bool change(int key, bool buggy, Change&& change) {
    Place place{};
    if (buggy)
      place = find(key);
    std::unique_lock guard(m_lock);
    if (!buggy)
      place = find(key);
    return change(place);
  }

  std::shared_mutex m_lock;
  Node m_last{INT_MAX, nullptr};
  Node m_first{INT_MIN, &m_last};
};

} // namespace

int main(int count, char** arguments) {
  return client::play<CoarseList>(count, arguments);
}
