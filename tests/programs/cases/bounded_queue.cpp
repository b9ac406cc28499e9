// A bounded queue under a mutex. Each of P producers tries to put ITEMS numbers, each of C consumers tries to take as
// many. WRONG: the emptiness test is outside the lock.
#include <cassert>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>
#ifndef P
#define P 1
#endif
#ifndef C
#define C 1
#endif
#ifndef ITEMS
#define ITEMS 2
#endif

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

  std::optional<int> tryTake() {
#ifdef WRONG
    if (isEmpty())
      return std::nullopt;
    std::lock_guard lock(m_mutex);
    assert(m_size > 0);
#else
    std::lock_guard lock(m_mutex);
    if (m_size == 0)
      return std::nullopt;
#endif
    int value = m_ring[m_head];
    m_head = (m_head + 1) % m_ring.size();
    m_size--;
    return value;
  }

  bool isEmpty() {
    std::lock_guard lock(m_mutex);
    return m_size == 0;
  }

private:
  std::mutex m_mutex;
  std::vector<int> m_ring;
  std::size_t m_head = 0, m_size = 0;
};

int main() {
  BoundedQueue queue(P * ITEMS);
  std::vector<std::thread> threads;
  for (int p = 0; p < P; p++)
    threads.emplace_back([&queue, p] {
      for (int i = 0; i < ITEMS; i++)
        queue.tryPut(p * ITEMS + i);
    });
  for (int c = 0; c < C; c++)
    threads.emplace_back([&queue] {
      int last = -1;
      for (int i = 0; i < ITEMS; i++)
        if (std::optional<int> taken = queue.tryTake()) {
          assert(P > 1 || *taken > last);
          last = *taken;
        }
    });
  for (std::thread& thread : threads)
    thread.join();
}
