// The log that makes changes last: a change is acknowledged when its record is on the disk, and not before. Writing to
// a disk is slow, so whoever comes first writes for all who came meanwhile (group commit).
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

// Stands for the disk: what is here survives.
class Disk {
public:
  void write(const std::vector<std::string>& records) {
    std::lock_guard lock(m_mutex);
    m_records.insert(m_records.end(), records.begin(), records.end());
    m_writes++;
  }
  std::vector<std::string> records() const {
    std::lock_guard lock(m_mutex);
    return m_records;
  }
  std::size_t writes() const {
    std::lock_guard lock(m_mutex);
    return m_writes;
  }

private:
  mutable std::mutex m_mutex;
  std::vector<std::string> m_records;
  std::size_t m_writes = 0;
};

class WriteAheadLog {
public:
  explicit WriteAheadLog(Disk& disk) : m_disk(disk) {}

  // Returns when the record is on the disk. Records that one thread appends are there in that order.
  void append(std::string record);

private:
  Disk& m_disk;
  std::mutex m_mutex;
  std::condition_variable m_written;
  std::vector<std::string> m_waiting; // records that no thread writes yet
  std::uint64_t m_appended = 0;       // how many records there are
  std::uint64_t m_durable = 0;        // how many of them are on the disk
  bool m_isWriting = false;           // some thread writes, without the lock
};
