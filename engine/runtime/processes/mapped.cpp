#include "runtime/processes/mapped.h"

#include "abi/machine.h"
#include "runtime/processes/processes.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <sys/mman.h>

namespace revisit::runtime {

namespace {

constexpr std::size_t mostParts = 64;

struct Parts {
  MappedPart part[mostParts];
  std::size_t count;
};
Parts g_parts[maxThreads];

Parts& ownParts() {
  return g_parts[me().image];
}

void add(Parts& parts, const MappedPart& part) {
  if (parts.count == mostParts)
    reachLimit("a process that is copied has more than 64 mappings");
  parts.part[parts.count++] = part;
}

// Memory of files has words that say who may access it.
bool isAnonymous(const MappedPart& part) {
  return part.begin < REVISIT_MACHINE_ADDRESS;
}

void protect(const MappedPart& part, std::int64_t protection) {
  if (isAnonymous(part))
    mprotect(reinterpret_cast<void*>(part.begin), part.end - part.begin, static_cast<int>(protection));
}

} // namespace

void noteMapped(std::uint64_t begin, std::uint64_t end, std::int64_t protection) {
  if (!makesCopies())
    return;
  forgetMapped(begin, end);
  add(ownParts(), {begin, end, protection});
}

bool forgetMapped(std::uint64_t begin, std::uint64_t end) {
  Parts& parts = ownParts();
  const Parts before = parts;
  parts.count = 0;
  for (std::size_t i = 0; i < before.count; i++) {
    const MappedPart& part = before.part[i];
    if (part.begin < std::min(begin, part.end))
      add(parts, {part.begin, std::min(begin, part.end), part.protection});
    if (std::max(end, part.begin) < part.end)
      add(parts, {std::max(end, part.begin), part.end, part.protection});
  }
  return hasProcesses();
}

const MappedPart* mappedAt(std::uint64_t address) {
  const MappedParts parts = mappedParts(me().image);
  const MappedPart* const found = std::find_if(
      parts.begin, parts.end, [&](const MappedPart& part) { return address >= part.begin && address < part.end; });
  return found == parts.end ? nullptr : found;
}

bool hasMapped(std::uint64_t begin, std::uint64_t end) {
  const MappedParts parts = mappedParts(me().image);
  return std::any_of(parts.begin, parts.end,
                     [&](const MappedPart& part) { return begin < part.end && part.begin < end; });
}

void copyMapped(unsigned process, unsigned copy) {
  g_parts[copy] = g_parts[process];
}

void useMapped(unsigned before, unsigned now) {
  const Parts &old = g_parts[before], &wanted = g_parts[now];
  if (old.count == wanted.count && __builtin_memcmp(old.part, wanted.part, old.count * sizeof(MappedPart)) == 0)
    return;
  for (std::size_t i = 0; i < old.count; i++)
    protect(old.part[i], PROT_NONE);
  for (std::size_t i = 0; i < wanted.count; i++)
    protect(wanted.part[i], wanted.part[i].protection);
}

MappedParts mappedParts(unsigned process) {
  return {g_parts[process].part, g_parts[process].part + g_parts[process].count};
}

} // namespace revisit::runtime
