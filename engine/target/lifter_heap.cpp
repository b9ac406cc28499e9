// Describes heap memory: which thread allocated or freed it, what leaked, and what threads know of blocks.
#include "target/lifter.h"

#include "abi/heap.h"
#include "program/objects/objects.h"

#include <fmt/format.h>

namespace revisit {

namespace {

// The bytes from the record's address on whose lifetime the record ends.
std::uint64_t bytesEnded(const RevisitRecord& record) {
  if (record.kind == REVISIT_FREE)
    return record.before;
  if (record.kind == REVISIT_MORTAL && record.op == REVISIT_MORTAL_NOTE)
    return record.before;
  const bool isEnd = record.kind == REVISIT_STORE && endsLife(record) && (record.flags & REVISIT_FLAG_HIDDEN) == 0;
  return isEnd ? record.size : 0;
}

} // namespace

std::string Lifter::whoAndWhere(const RevisitRecord& record) {
  const SourcePosition place = m_symbols.shownPosition(record.chain);
  const std::string who = ", by " + m_threadNames.nameOf(record.thread);
  return place.line == 0 ? who : fmt::format("{} at {}:{}", who, place.file, place.line);
}

std::string Lifter::whereLifeEnded(const RevisitRecord& error) {
  for (std::size_t i = &error - m_records.data(); i > 0; i--) {
    const RevisitRecord& record = m_records[i - 1];
    if (error.address < record.address || error.address >= record.address + bytesEnded(record))
      continue;
    std::string text = whoAndWhere(record);
    if (record.kind == REVISIT_MORTAL || lifetimeOf(record) == Lifetime::Destroys)
      text += ": " + m_variables.nameOf(error.address);
    if (record.kind == REVISIT_FREE && record.extra64 != 0)
      text += fmt::format(", when the thread_local object {} was destroyed at the end of its thread",
                          m_variables.wholeName(record.extra64));
    return text;
  }
  return {};
}

std::string Lifter::whereDestroyed(const RevisitRecord& error) {
  for (std::size_t i = &error - m_records.data(); i > 0; i--) {
    const RevisitRecord& record = m_records[i - 1];
    if (record.kind != REVISIT_OBJECT || record.address != error.address || isMisuse(record.before))
      continue;
    if (const auto operation = static_cast<ObjectOp>(record.op); isDestroy(operation))
      return whoAndWhere(record);
    else if (isInit(operation))
      break;
  }
  return {};
}

const RevisitRecord* Lifter::allocationOf(std::uint64_t address, const RevisitRecord& before) const {
  for (std::size_t i = &before - m_records.data(); i > 0; i--) {
    const RevisitRecord& record = m_records[i - 1];
    if (record.kind != REVISIT_MALLOC || address < record.address)
      continue;
    if (address == record.address || address < record.address + record.before)
      return &record;
  }
  return nullptr;
}

std::string Lifter::whereLifeBegan(const RevisitRecord& error) {
  const RevisitRecord* allocation = allocationOf(error.address, error);
  return allocation ? whoAndWhere(*allocation) : std::string();
}

// Blocks allocated before main belong to the libraries and are not reported.
void Lifter::leak(const RevisitRecord& record) {
  const RevisitRecord* allocation = allocationOf(record.address, record);
  if (!allocation || allocation->chain == 0)
    return;
  Leak& leak = m_leaks[PositionId(allocation->chain)];
  leak.thread = ThreadId(allocation->thread);
  leak.blocks++;
  leak.bytes += record.before;
  leak.followingBlocks += record.extra;
  leak.followingBytes += record.extra64;
}

void Lifter::tellLeaks() {
  const auto amount = [](std::uint64_t bytes, std::uint64_t blocks) {
    return fmt::format("{} byte{} in {} block{}", bytes, bytes == 1 ? "" : "s", blocks, blocks == 1 ? "" : "s");
  };
  for (const auto& [position, leak] : m_leaks) {
    m_recording.leaks.push_back({position, leak.thread});
    std::string& text = m_messages[position];
    text = fmt::format("{} allocated here are not freed, and nothing points to them any more",
                       amount(leak.bytes, leak.blocks));
    if (leak.followingBlocks > 0)
      text += fmt::format("; {} can be reached only from there", amount(leak.followingBytes, leak.followingBlocks));
  }
  m_leaks.clear();
}

// What the sum in Label::argument needs. Where blocks are taken again, it must not depend on how often. So it has the
// blocks of the thread that nobody else frees and that it has not freed, and all those that others may free.
void Lifter::takeBlock(const RevisitRecord& record) {
  ThreadState& thread = stateOf(record);
  const bool isNew = m_process.channel().recycleBlocks == 0 || thread.taken.insert(record.address).second;
  if (isNew)
    thread.blocks += numberOfBlock(record.address);
}

void Lifter::freeBlock(const RevisitRecord& record) {
  ThreadState& thread = stateOf(record);
  if (m_process.channel().recycleBlocks == 0 ||
      (m_owners.find(freedMarkOf(record.address)) == nullptr && thread.taken.erase(record.address) != 0))
    thread.blocks -= numberOfBlock(record.address);
  std::erase_if(thread.symbolic, [&](const auto& entry) {
    return entry.first >= record.address && entry.first < record.address + record.before;
  });
}

// The freed mark of a block that begins at this address, if threads share it.
LocationId Lifter::markOf(std::uint64_t block) {
  const RevisitRange* const range = block != 0 ? m_owners.find(freedMarkOf(block)) : nullptr;
  return range != nullptr ? m_addresses.location(*range) : LocationId();
}

void Lifter::noteBlock(const RevisitBlockNote& note) {
  if (note.thread >= m_threads.size())
    return;
  BlockFacts& facts = m_threads[note.thread].blockFacts;
  facts.mayHoldAny |= note.fact == REVISIT_BLOCK_ANY_HELD;
  if (note.fact == REVISIT_BLOCK_HELD)
    facts.held.push_back({note.block, markOf(note.other)});
  else if (note.fact != REVISIT_BLOCK_ANY_HELD)
    facts.offered.push_back({note.block, note.other, markOf(note.block), note.fact == REVISIT_BLOCK_OFFERED_FREE});
}

} // namespace revisit
