#include "runtime/memory/past_content.h"

#include "runtime/life/lifetimes.h"
#include "runtime/memory/known_content.h"
#include "runtime/trace/recorder.h"

#include <sys/mman.h>

namespace revisit::runtime {

namespace {

// A place that does not shift the mappings of libraries.
constexpr std::uint64_t contentsAddress = 0x1e9000000000ull;
constexpr std::uint64_t contentsBytes = 16 << 20;

// Its bytes, as many as the location has, follow it.
struct Content {
  Content* older;
};

unsigned char* bytesOf(Content* content) {
  return reinterpret_cast<unsigned char*>(content + 1);
}

std::uint64_t g_used = 0;
bool g_isMapped = false;
Content* g_newest[REVISIT_MAX_RANGES];  // of each location; null: it was not accessed by a step of the plan yet
const RevisitRange* g_stored = nullptr; // the location that the step before stores to: its new content is not kept yet

Content*& newestOf(const RevisitRange& location) {
  return g_newest[&location - g_runtime.channel->ranges];
}

Content* makeContent(const RevisitRange& location, const unsigned char* bytes, Content* older) {
  const std::uint64_t size = location.end - location.begin;
  const std::uint64_t room = (sizeof(Content) + size + 15) / 16 * 16;
  if (!g_isMapped || g_used + room > contentsBytes)
    cut(CutBy::Memory, 0);
  auto* const content = reinterpret_cast<Content*>(contentsAddress + g_used);
  g_used += room;
  content->older = older;
  __builtin_memcpy(bytesOf(content), bytes, size);
  return content;
}

void keepNewest(const RevisitRange& location) {
  Content*& newest = newestOf(location);
  // When its life is over, the memory may be in use for something else.
  const unsigned char* const kept = lifeOf(location) == LocationLife::Over ? keptContent(location) : nullptr;
  newest =
      makeContent(location, kept != nullptr ? kept : reinterpret_cast<const unsigned char*>(location.begin), newest);
}

} // namespace

void reservePastContent() {
  if (g_isMapped)
    return;
  void* const at = reinterpret_cast<void*>(contentsAddress);
  g_isMapped = mmap(at, contentsBytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) == at;
}

unsigned char* contentForStep(const RevisitRange& location, const RevisitPlanStep& step) {
  if (g_stored != nullptr)
    keepNewest(*g_stored);
  g_stored = nullptr;
  if (newestOf(location) == nullptr)
    keepNewest(location); // the initial content
  if (step.back == 0) {
    if (step.stores != 0)
      g_stored = &location;
    return nullptr;
  }
  // `after`: the newest content that is coherence-later.
  Content* after = newestOf(location);
  for (std::uint32_t i = 1; i < step.back && after != nullptr; i++)
    after = after->older;
  if (after == nullptr || after->older == nullptr)
    return nullptr; // no such content: the value read differs, and that is reported
  if (step.stores == 0)
    return bytesOf(after->older);
  after->older = makeContent(location, bytesOf(after->older), after->older);
  return bytesOf(after->older);
}

} // namespace revisit::runtime
