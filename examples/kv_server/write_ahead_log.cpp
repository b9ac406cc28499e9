#include "write_ahead_log.h"

#include <utility>

void WriteAheadLog::append(std::string record) {
  std::unique_lock lock(m_mutex);
  m_waiting.push_back(std::move(record));
  const std::uint64_t number = ++m_appended;
  while (m_durable < number) {
    if (m_isWriting) {
      m_written.wait(lock);
      continue;
    }
    m_isWriting = true;
    const std::vector<std::string> group = std::exchange(m_waiting, {});
    const std::uint64_t last = m_appended;
    lock.unlock();
    m_disk.write(group);
    lock.lock();
#ifdef BUG_EARLY_ACKNOWLEDGEMENT
    static_cast<void>(last);
    m_durable = m_appended; // others came while this group was written: theirs is not on the disk
#else
    m_durable = last;
#endif
    m_isWriting = false;
    m_written.notify_all();
  }
}
