// Keys and values in memory, spread over shards so that threads seldom meet. A value may have a deadline, after which
// it is not seen any more. All members may be called by any thread.
#pragma once

#include "readers_writer.h"

#include <chrono>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

class Store {
public:
  using Time = std::chrono::steady_clock::time_point;

  explicit Store(std::size_t shards) : m_shards(shards) {}

  std::optional<std::string> get(const std::string& key, Time now) const;
  // Without a deadline it stays until it is erased or set again.
  void set(const std::string& key, std::string value, std::optional<Time> deadline = std::nullopt);
  // Returns whether the key existed and its deadline had not passed.
  bool erase(const std::string& key, Time now);

  // Frees the memory of what has expired. Returns the earliest deadline that is left.
  std::optional<Time> expire(Time now);
  std::size_t size() const; // with what has expired but was not freed yet

private:
  struct Entry {
    std::string value;
    std::optional<Time> deadline;
    bool isExpired(Time now) const { return deadline && *deadline <= now; }
  };
  struct Shard {
    mutable ReadersWriterMutex mutex;
    std::unordered_map<std::string, Entry> entries;
  };

  Shard& shardOf(const std::string& key) { return m_shards[std::hash<std::string>()(key) % m_shards.size()]; }
  const Shard& shardOf(const std::string& key) const { return const_cast<Store*>(this)->shardOf(key); }

  static std::vector<std::string> expiredKeys(const Shard& shard, Time now, std::optional<Time>& next);

  std::vector<Shard> m_shards;
};
