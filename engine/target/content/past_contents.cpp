#include "target/content/past_contents.h"

#include "program/value_ops.h"

#include <algorithm>

namespace revisit {

void PastContents::begin(const RevisitRange& location) {
  std::vector<Value>& contents = m_contents[location.begin];
  if (contents.empty())
    contents.push_back(m_shadow.read(location.begin, bytesOf(location)));
}

void PastContents::stored(const RevisitRange& location) {
  m_contents[location.begin].push_back(m_shadow.read(location.begin, bytesOf(location)));
}

Value PastContents::at(const RevisitRange& location, std::uint32_t back) {
  begin(location);
  const std::vector<Value>& contents = m_contents[location.begin];
  return contents[contents.size() - 1 - std::min<std::size_t>(back, contents.size() - 1)];
}

void PastContents::store(const RevisitRange& location, std::uint32_t back, std::uint64_t address, unsigned size,
                         const Value& value) {
  const unsigned bytes = bytesOf(location);
  const bool isWhole = address == location.begin && size == bytes;
  const Value content = isWhole ? value
                                : writePart(m_pool, at(location, back), bytes,
                                            static_cast<unsigned>(address - location.begin), size, value);
  begin(location);
  std::vector<Value>& contents = m_contents[location.begin];
  contents.insert(contents.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(back, contents.size())), content);
}

} // namespace revisit
