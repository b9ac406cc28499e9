// A bounded queue in C++: one producer, two consumers. isEmpty() and tryTake() each take the lock, but the consumer
// needs the two together.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

class BoundedQueue {
public:
  explicit BoundedQueue(std::size_t capacity) : m_ring(capacity) {}

  bool tryPut(int value) {
    std::lock_guard lock(m_mutex);
    if (m_size == m_ring.size())
      return false;
    m_ring[(m_head + m_size) % m_ring.size()] = value;
    m_size++;
    return true;
  }

  bool isEmpty() {
    std::lock_guard lock(m_mutex);
    return m_size == 0;
  }

  int take() {
    std::lock_guard lock(m_mutex);
    assert(m_size > 0);
    const int value = m_ring[m_head];
    m_head = (m_head + 1) % m_ring.size();
    m_size--;
    return value;
  }

private:
  std::mutex m_mutex;
  std::vector<int> m_ring;
  std::size_t m_head = 0, m_size = 0;
};

int main() {
  BoundedQueue queue(2);
  const auto consume = [&queue] {
    if (!queue.isEmpty())
      queue.take();
  };
  std::thread producer([&queue] { queue.tryPut(1); });
  std::thread first(consume), second(consume);
  producer.join();
  first.join();
  second.join();
}
