// Dense ids for the locations and objects that runs access by address. Thread rule: belongs to one worker.
#pragma once

#include "abi/channel.h"
#include "base/ids.h"

#include <map>
#include <utility>
#include <vector>

namespace revisit {

class AddressTable {
public:
  LocationId location(const RevisitRange& range) {
    const auto [it, isNew] =
        m_locationIds.try_emplace({range.begin, range.end}, LocationId(static_cast<std::uint32_t>(m_locations.size())));
    if (isNew)
      m_locations.push_back(range);
    return it->second;
  }
  ObjectId object(std::uint64_t address) {
    const auto [it, isNew] = m_objectIds.try_emplace(address, ObjectId(static_cast<std::uint32_t>(m_objects.size())));
    if (isNew)
      m_objects.push_back(address);
    return it->second;
  }
  const RevisitRange& rangeOf(LocationId location) const { return m_locations[location.value()]; }
  std::uint64_t addressOf(ObjectId object) const { return m_objects[object.value()]; }
  // All of them, by number.
  const std::vector<RevisitRange>& locations() const { return m_locations; }
  const std::vector<std::uint64_t>& objects() const { return m_objects; }

private:
  std::map<std::pair<std::uint64_t, std::uint64_t>, LocationId> m_locationIds;
  std::map<std::uint64_t, ObjectId> m_objectIds;
  std::vector<RevisitRange> m_locations;
  std::vector<std::uint64_t> m_objects;
};

} // namespace revisit
