#include "target/memory_knowledge.h"

#include "target/mortal_objects.h"
#include "target/owner_map.h"

#include <algorithm>

namespace revisit {

namespace {

bool beginsWith(const std::vector<std::vector<unsigned>>& paths, const std::vector<std::vector<unsigned>>& beginning) {
  return beginning.size() <= paths.size() && std::equal(beginning.begin(), beginning.end(), paths.begin());
}

} // namespace

bool MemoryKnowledge::contradicts(const MemoryKnowledge& other) const {
  return !beginsWith(threadPaths, other.threadPaths) && !beginsWith(other.threadPaths, threadPaths);
}

bool MemoryKnowledge::join(const MemoryKnowledge& other) {
  bool isMore = other.threadPaths.size() > threadPaths.size();
  if (isMore)
    threadPaths = other.threadPaths;
  OwnerMap owners(false);
  owners.join(*this);
  isMore |= owners.join(other);
  owners.tell(*this);
  MortalObjects objects;
  objects.join(*this);
  objects.join(other);
  isMore |= objects.all().size() != mortalObjects.size();
  objects.tell(*this);
  return isMore;
}

} // namespace revisit
