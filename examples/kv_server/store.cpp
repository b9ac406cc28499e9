#include "store.h"

std::optional<std::string> Store::get(const std::string& key, Time now) const {
  const Shard& shard = shardOf(key);
  const ReadLock lock(shard.mutex);
  const auto found = shard.entries.find(key);
  if (found == shard.entries.end() || found->second.isExpired(now))
    return std::nullopt;
  return found->second.value;
}

void Store::set(const std::string& key, std::string value, std::optional<Time> deadline) {
  Shard& shard = shardOf(key);
  const WriteLock lock(shard.mutex);
  shard.entries.insert_or_assign(key, Entry{std::move(value), deadline});
}

bool Store::erase(const std::string& key, Time now) {
  Shard& shard = shardOf(key);
  const WriteLock lock(shard.mutex);
  const auto found = shard.entries.find(key);
  if (found == shard.entries.end())
    return false;
  const bool isSeen = !found->second.isExpired(now);
  shard.entries.erase(found);
  return isSeen;
}

// Looking needs no more than a reader does, so readers go on meanwhile.
std::vector<std::string> Store::expiredKeys(const Shard& shard, Time now, std::optional<Time>& next) {
  std::vector<std::string> keys;
  const ReadLock lock(shard.mutex);
  for (const auto& [key, entry] : shard.entries)
    if (entry.isExpired(now))
      keys.push_back(key);
    else if (entry.deadline && (!next || *entry.deadline < *next))
      next = entry.deadline;
  return keys;
}

std::optional<Store::Time> Store::expire(Time now) {
  std::optional<Time> next;
  for (Shard& shard : m_shards) {
    const std::vector<std::string> keys = expiredKeys(shard, now, next);
    if (keys.empty())
      continue;
    const WriteLock lock(shard.mutex);
    for (const std::string& key : keys) {
#ifdef BUG_STALE_EXPIRY
      shard.entries.erase(key); // who says that it is still the value that has expired?
#else
      if (const auto found = shard.entries.find(key); found != shard.entries.end() && found->second.isExpired(now))
        shard.entries.erase(found);
#endif
    }
  }
  return next;
}

std::size_t Store::size() const {
  std::size_t size = 0;
  for (const Shard& shard : m_shards) {
    const ReadLock lock(shard.mutex);
    size += shard.entries.size();
  }
  return size;
}
