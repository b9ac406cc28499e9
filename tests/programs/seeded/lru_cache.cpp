// A cache that forgets what was not used for the longest time. A list keeps the order of use, a map finds its nodes.
// BUG: get() takes the lock for reading, because it only looks something up. But it moves the entry to the front, so
// two readers relink the nodes of the list at the same time.
#include <cassert>
#include <cstddef>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <thread>
#include <utility>

template <class Key, class Value> class LruCache {
public:
  explicit LruCache(std::size_t capacity) : m_capacity(capacity) {}

  std::optional<Value> get(const Key& key) {
#ifdef BUG
    std::shared_lock lock(m_mutex);
#else
    std::unique_lock lock(m_mutex);
#endif
    auto found = m_index.find(key);
    if (found == m_index.end())
      return std::nullopt;
    moveToFront(found->second);
    return found->second->value;
  }

  void put(const Key& key, Value value) {
    std::unique_lock lock(m_mutex);
    if (auto found = m_index.find(key); found != m_index.end()) {
      found->second->value = std::move(value);
      moveToFront(found->second);
      return;
    }
    if (m_entries.size() == m_capacity)
      evictOldest();
    m_entries.push_front({key, std::move(value)});
    m_index.emplace(key, m_entries.begin());
  }

  bool contains(const Key& key) const {
    std::shared_lock lock(m_mutex);
    return m_index.contains(key);
  }

  std::size_t size() const {
    std::shared_lock lock(m_mutex);
    return m_entries.size();
  }

  // The list and the map name the same entries. For tests.
  bool isConsistent() const {
    std::shared_lock lock(m_mutex);
    std::size_t count = 0;
    for (const Entry& entry : m_entries) {
      auto found = m_index.find(entry.key);
      if (found == m_index.end() || &*found->second != &entry)
        return false;
      count++;
    }
    return count == m_index.size();
  }

private:
  struct Entry {
    Key key;
    Value value;
  };
  using Position = typename std::list<Entry>::iterator;

  void moveToFront(Position entry) {
    m_entries.splice(m_entries.begin(), m_entries, entry);
  }

  void evictOldest() {
    m_index.erase(m_entries.back().key);
    m_entries.pop_back();
  }

  const std::size_t m_capacity;
  mutable std::shared_mutex m_mutex;
  std::list<Entry> m_entries; // the last used one first
  std::map<Key, Position> m_index;
};

// Answers from the cache, or computes and remembers.
class Resolver {
public:
  int addressOf(const std::string& host) {
    if (std::optional<int> known = m_cache.get(host))
      return *known;
    int address = static_cast<int>(host.size()) * 256 + host.front();
    m_cache.put(host, address);
    return address;
  }

  const LruCache<std::string, int>& cache() const { return m_cache; }

private:
  LruCache<std::string, int> m_cache{2};
};

int main() {
  Resolver resolver;
  resolver.addressOf("mail");
  resolver.addressOf("www");

  std::thread other([&resolver] { assert(resolver.addressOf("mail") == 4 * 256 + 'm'); });
  assert(resolver.addressOf("www") == 3 * 256 + 'w');
  other.join();

  assert(resolver.cache().size() == 2);
  assert(resolver.cache().contains("mail"));
  assert(resolver.cache().isConsistent());
}
