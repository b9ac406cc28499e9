// Structures with locks. `Wrong` chooses the version with a bug.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <vector>

// Wrong: the size is counted after the lock is given back, so that an element can be taken before it is counted.
template <bool Wrong> class SizedQueue {
public:
  void push(int value) {
    {
      std::lock_guard<std::mutex> hold(m_mutex);
      m_values.push_back(value);
      if (!Wrong)
        m_size++;
    }
    if (Wrong)
      m_size++;
  }
  bool pop(int& value) {
    std::lock_guard<std::mutex> hold(m_mutex);
    if (m_values.empty())
      return false;
    value = m_values.front();
    m_values.pop_front();
    m_size--;
    return true;
  }
  int size() const { return m_size; }

private:
  std::mutex m_mutex;
  std::deque<int> m_values;
  std::atomic<int> m_size{0};
};

// Wrong: whether the key is absent is asked under one lock, and the value put under another.
template <bool Wrong> class Map {
public:
  bool putIfAbsent(int key, int value) {
    std::unique_lock<std::mutex> hold(m_mutex);
    if (m_values.count(key) != 0)
      return false;
    if (Wrong) {
      hold.unlock();
      hold.lock();
    }
    m_values[key] = value;
    return true;
  }
  std::optional<int> get(int key) const {
    std::lock_guard<std::mutex> hold(m_mutex);
    const auto found = m_values.find(key);
    return found == m_values.end() ? std::nullopt : std::optional<int>(found->second);
  }
  void erase(int key) {
    std::lock_guard<std::mutex> hold(m_mutex);
    m_values.erase(key);
  }

private:
  mutable std::mutex m_mutex;
  std::map<int, int> m_values;
};

// The last two keys that were used. Wrong: a key that is found is moved to the front under a second lock, when it may
// have been dropped; then it comes back without being put.
template <bool Wrong> class Cache {
public:
  void put(int key) {
    std::lock_guard<std::mutex> hold(m_mutex);
    m_keys.remove(key);
    m_keys.push_front(key);
    if (m_keys.size() > 2)
      m_keys.pop_back();
  }
  bool get(int key) {
    std::unique_lock<std::mutex> hold(m_mutex);
    bool isThere = false;
    for (const int each : m_keys)
      isThere |= each == key;
    if (!isThere)
      return false;
    if (Wrong) {
      hold.unlock();
      hold.lock();
    }
    m_keys.remove(key);
    m_keys.push_front(key);
    return true;
  }
  std::list<int> keys() const {
    std::lock_guard<std::mutex> hold(m_mutex);
    return m_keys;
  }

private:
  mutable std::mutex m_mutex;
  std::list<int> m_keys;
};

// Wrong: a consumer is woken only where the queue was empty, so that the second of two is not.
template <bool Wrong> class BlockingQueue {
public:
  void push(int value) {
    std::lock_guard<std::mutex> hold(m_mutex);
    m_values.push_back(value);
    if (!Wrong || m_values.size() == 1)
      m_filled.notify_one();
  }
  int pop() {
    std::unique_lock<std::mutex> hold(m_mutex);
    m_filled.wait(hold, [this] { return !m_values.empty(); });
    const int value = m_values.front();
    m_values.pop_front();
    return value;
  }

private:
  std::mutex m_mutex;
  std::condition_variable m_filled;
  std::deque<int> m_values;
};

// Gives up by an exception. Wrong: another may take the last element between the question and the access.
template <bool Wrong> class ThrowingStack {
public:
  void push(int value) {
    std::lock_guard<std::mutex> hold(m_mutex);
    m_values.push_back(value);
  }
  int top() const {
    std::lock_guard<std::mutex> hold(m_mutex);
    return m_values.at(m_values.size() - 1);
  }
  std::optional<int> pop() {
    std::unique_lock<std::mutex> hold(m_mutex);
    if (m_values.empty())
      return std::nullopt;
    if (Wrong) {
      hold.unlock();
      hold.lock();
    }
    const int value = m_values.at(m_values.size() - 1);
    m_values.pop_back();
    return value;
  }

private:
  mutable std::mutex m_mutex;
  std::vector<int> m_values;
};

// A list of sorted keys; contains() takes no lock. Wrong: remove() copies the next key into the node and unlinks the
// next node, so that one who has just passed the node misses that key.
template <bool Wrong> class SortedList {
public:
  ~SortedList() {
    while (Node* const node = m_head.next) {
      m_head.next = node->next.load();
      delete node;
    }
    for (Node* const node : m_removed)
      delete node;
  }
  bool add(int key) {
    std::lock_guard<std::mutex> hold(m_mutex);
    Node* const before = placeOf(key);
    Node* const next = before->next;
    if (next && next->key == key)
      return false;
    before->next = new Node{{key}, {next}};
    return true;
  }
  bool remove(int key) {
    std::lock_guard<std::mutex> hold(m_mutex);
    Node* const before = placeOf(key);
    Node* const node = before->next;
    if (!node || node->key != key)
      return false;
    Node* const next = node->next;
    if (Wrong && next) {
      node->key = next->key.load();
      node->next = next->next.load();
      m_removed.push_back(next);
    } else {
      before->next = next;
      m_removed.push_back(node);
    }
    return true;
  }
  bool contains(int key) const {
    for (const Node* node = m_head.next; node; node = node->next) {
      const int its = node->key;
      if (its >= key)
        return its == key;
    }
    return false;
  }

private:
  struct Node {
    std::atomic<int> key{0};
    std::atomic<Node*> next{nullptr};
  };
  Node* placeOf(int key) {
    Node* before = &m_head;
    for (Node* node; (node = before->next) && node->key < key;)
      before = node;
    return before;
  }

  std::mutex m_mutex;
  Node m_head;
  std::vector<Node*> m_removed; // others may still be in them
};
