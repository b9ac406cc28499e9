#include "expirer.h"

using Clock = Store::Time::clock;

Expirer::Expirer(Store& store) : m_store(store), m_thread([this] { work(); }) {}

Expirer::~Expirer() {
  {
    std::lock_guard lock(m_mutex);
    m_isStopped = true;
  }
  m_changed.notify_one();
  m_thread.join();
}

void Expirer::watch(Store::Time deadline) {
  {
    std::lock_guard lock(m_mutex);
    if (m_next && *m_next <= deadline)
      return;
    m_next = deadline;
  }
  m_changed.notify_one();
}

void Expirer::work() {
  std::unique_lock lock(m_mutex);
  while (!m_isStopped) {
    if (!m_next) {
      m_changed.wait(lock);
    } else if (Clock::now() < *m_next) {
      m_changed.wait_until(lock, Store::Time(*m_next));
    } else {
      m_next.reset();
      lock.unlock();
      const std::optional<Store::Time> next = m_store.expire(Clock::now());
      lock.lock();
      if (next && (!m_next || *next < *m_next)) // a nearer one may have come meanwhile
        m_next = next;
    }
  }
}
