#include "target/memory_knowledge.h"

#include "target/mortal_objects.h"
#include "target/owner_map.h"

#include <algorithm>

namespace revisit {

namespace {

bool beginsWith(const std::vector<std::vector<unsigned>>& paths, const std::vector<std::vector<unsigned>>& beginning) {
  return beginning.size() <= paths.size() && std::equal(beginning.begin(), beginning.end(), paths.begin());
}

bool sameLocations(const std::vector<RevisitRange>& a, const std::vector<RevisitRange>& b) {
  return std::ranges::equal(a, b, [](const RevisitRange& one, const RevisitRange& other) {
    return one.begin == other.begin && one.end == other.end && one.mortal == other.mortal;
  });
}

} // namespace

bool MemoryKnowledge::join(const MemoryKnowledge& other) {
  if (!beginsWith(threadPaths, other.threadPaths) && !beginsWith(other.threadPaths, threadPaths))
    return false;
  bool isMore = other.threadPaths.size() > threadPaths.size();
  if (isMore)
    threadPaths = other.threadPaths;
  OwnerMap owners(false);
  owners.join(*this);
  owners.join(other);
  isMore |= !sameLocations(locations, owners.locations());
  owners.tell(*this);
  MortalObjects objects;
  objects.join(*this);
  objects.join(other);
  isMore |= objects.all().size() != mortalObjects.size();
  objects.tell(*this);
  return isMore;
}

} // namespace revisit
