// A queue guarded by a mutex. Its size is a counter outside the mutex, so that reading the size takes no lock.
#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <optional>

class Queue {
public:
  void push(int value) {
    {
      std::lock_guard<std::mutex> hold(m_mutex);
      m_values.push_back(value);
    }
    m_size++;
  }

  std::optional<int> pop() {
    std::lock_guard<std::mutex> hold(m_mutex);
    if (m_values.empty())
      return std::nullopt;
    const int value = m_values.front();
    m_values.pop_front();
    m_size--;
    return value;
  }

  int size() const { return m_size; }

private:
  std::mutex m_mutex;
  std::deque<int> m_values;
  std::atomic<int> m_size{0};
};
