// A queue between threads: what is sent comes out once, in order.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

template <class T> class Channel {
public:
  // False when the channel is closed: the message is dropped.
  bool send(T message) {
    {
      std::lock_guard lock(m_mutex);
      if (m_isClosed)
        return false;
      m_messages.push_back(std::move(message));
    }
    m_changed.notify_one();
    return true;
  }

  // Waits for a message; nothing once the channel is closed and empty.
  std::optional<T> receive() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_messages.empty() || m_isClosed; });
    if (m_messages.empty())
      return std::nullopt;
    std::optional<T> message(std::move(m_messages.front()));
    m_messages.pop_front();
    return message;
  }

  void close() {
    {
      std::lock_guard lock(m_mutex);
      m_isClosed = true;
    }
    m_changed.notify_all();
  }

private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<T> m_messages;
  bool m_isClosed = false;
};
