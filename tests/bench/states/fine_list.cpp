// A set as a sorted list with a lock in each node. A walk holds the locks of two neighbours.
#include "client.h"

#include <atomic>
#include <climits>
#include <mutex>

namespace {

class FineList {
public:
  bool add(int key, bool) {
    const Place place(*this, key);
    if (place.current->key == key)
      return false;
    place.before->next = new Node{key, place.current};
    return true;
  }

  bool remove(int key, bool) {
    const Place place(*this, key);
    if (place.current->key != key)
      return false;
    place.before->next = place.current->next.load();
    return true;
  }

  bool contains(int key) { return Place(*this, key).current->key == key; }

private:
  struct Node {
    const int key;
    std::atomic<Node*> next;
    std::mutex lock{};
  };

  // The first node whose key is not less and the one before it, both locked.
  struct Place {
    Place(FineList& list, int key) : before(&list.m_first) {
      before->lock.lock();
      current = before->next;
      current->lock.lock();
      while (current->key < key) {
        before->lock.unlock();
        before = current;
        current = current->next;
        current->lock.lock();
      }
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place() {
      current->lock.unlock();
      before->lock.unlock();
    }

    Node *before, *current;
  };

  Node m_last{INT_MAX, nullptr};
  Node m_first{INT_MIN, &m_last};
};

} // namespace

int main(int count, char** arguments) {
  return client::play<FineList>(count, arguments);
}
