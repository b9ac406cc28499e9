// The thread that frees what has expired: it sleeps until the earliest deadline.
#pragma once

#include "store.h"

#include <condition_variable>
#include <mutex>
#include <thread>

class Expirer {
public:
  explicit Expirer(Store& store);
  ~Expirer();
  Expirer(const Expirer&) = delete;
  Expirer& operator=(const Expirer&) = delete;

  // Call after each set() with a deadline.
  void watch(Store::Time deadline);

private:
  void work();

  Store& m_store;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::optional<Store::Time> m_next; // none: nothing has a deadline
  bool m_isStopped = false;
  std::thread m_thread;
};
