#include "target/names/descriptors.h"

#include "abi/machine.h"
#include "base/file_name.h"
#include "program/positions.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace revisit {

namespace {

constexpr std::size_t mostLabels = 2;

void addNew(std::vector<std::string>& texts, const std::string& text) {
  if (!text.empty() && std::ranges::find(texts, text) == texts.end())
    texts.push_back(text);
}

// "A or B or others".
std::string joinedLabels(std::vector<std::string> labels) {
  if (labels.size() > mostLabels) {
    labels.resize(mostLabels);
    labels.emplace_back("others");
  }
  return fmt::format("{}", fmt::join(labels, " or "));
}

// What events of what it stands for are done to.
std::uint64_t objectAt(const Descriptors::Life& life, int place) {
  if (life.what == "file")
    return REVISIT_MACHINE_NODES + static_cast<std::uint64_t>(life.writes) * REVISIT_MACHINE_NODE;
  const std::uint64_t begin = REVISIT_MACHINE_PLACES + static_cast<std::uint64_t>(place) * REVISIT_MACHINE_STRIDE;
  constexpr std::pair<const char*, std::uint64_t> offsets[] = {{"eventfd", REVISIT_MACHINE_COUNTER},
                                                               {"socket", REVISIT_MACHINE_SOCKET},
                                                               {"socket server", REVISIT_MACHINE_LISTENER},
                                                               {"epoll", REVISIT_MACHINE_SET},
                                                               {"timer", REVISIT_MACHINE_CONTENT}};
  const auto* const found = std::ranges::find(offsets, life.what, [](const auto& row) { return row.first; });
  return found != std::end(offsets) ? begin + found->second : begin + REVISIT_MACHINE_PIPE;
}

} // namespace

void Descriptors::beginRun() {
  m_lives.clear();
  for (auto& [descriptor, made] : m_made)
    made.isClosed = true;
}

void Descriptors::note(const RevisitRecord& record, const std::string& what, const std::string& part) {
  if (record.op == REVISIT_DESCRIPTOR_FILE) {
    addNew(m_files[static_cast<unsigned>(record.address)], fileName(what));
    return;
  }
  const int descriptor = static_cast<int>(record.address);
  const int reads = static_cast<int>(record.before), writes = static_cast<int>(record.after);
  noteLife(record, what, part);
  const auto [at, isNew] = m_made.try_emplace(descriptor);
  Made& made = at->second;
  if (what.empty()) {
    made.isClosed = true;
    return;
  }
  const bool isMade = isNew || made.isClosed; // otherwise it becomes something else: a socket that listens
  Made now = {record.thread, what, part, reads, writes, isMade ? record.chain : made.chain, {}, false};
  if (isNew) {
    made = now;
  } else if (!isMade) {
    made.what = what;
    made.reads = reads;
    made.writes = writes;
  }
  made.isClosed = false;
  if (isMade)
    addNew(made.labels, labelOf(now));
}

void Descriptors::noteLife(const RevisitRecord& record, const std::string& what, const std::string& part) {
  const int descriptor = static_cast<int>(record.address);
  const int reads = static_cast<int>(record.before), writes = static_cast<int>(record.after);
  const auto isOpen = [&](const Life& life) { return life.descriptor == descriptor && !life.closed; };
  const auto open = std::ranges::find_if(m_lives, isOpen);
  if (open != m_lives.end() && what.empty()) {
    open->closed = &record;
  } else if (open != m_lives.end()) {
    open->what = what;
    open->part = part;
    open->reads = reads;
    open->writes = writes;
  } else if (!what.empty()) {
    const bool isCopy = std::ranges::any_of(m_lives, [&](const Life& life) {
      return life.what == what && life.part == part && life.reads == reads && life.writes == writes;
    });
    m_lives.push_back({descriptor, what, part, reads, writes, isCopy, &record, nullptr});
  }
}

std::string Descriptors::placeOf(std::uint32_t chain) {
  const std::vector<SourcePosition>& calls = m_symbols.chain(chain);
  const SourcePosition* place = shownPosition(calls);
  return place ? fmt::format("@{}:{}", fileName(place->file), place->line) : std::string();
}

// Where it was made, and by which thread.
std::string Descriptors::labelOf(const Made& made) {
  return placeOf(made.chain) + (made.slot == 0 ? std::string() : fmt::format(" of T{}", made.slot));
}

// With a number, if others of the same kind were made there.
std::string Descriptors::shownLabel(int descriptor, const Made& made, const std::string& what) {
  const auto isLike = [&](const auto& other) {
    return other.first < descriptor && other.second.what == made.what && other.second.part == made.part &&
           other.second.slot == made.slot && other.second.labels == made.labels;
  };
  const auto before = std::ranges::count_if(m_made, isLike);
  return fmt::format("{} {}{}", what, joinedLabels(made.labels), before == 0 ? "" : fmt::format("#{}", before + 1));
}

// The descriptor that was made with the place, or else the first one that reads it, or writes to it.
const std::pair<const int, Descriptors::Made>* Descriptors::holderOf(int place) const {
  const auto own = m_made.find(place);
  if (own != m_made.end())
    return &*own;
  const auto reader = std::ranges::find_if(m_made, [&](const auto& made) { return made.second.reads == place; });
  if (reader != m_made.end())
    return &*reader;
  const auto writer = std::ranges::find_if(
      m_made, [&](const auto& made) { return made.second.writes == place && made.second.what != "file"; });
  return writer != m_made.end() ? &*writer : nullptr;
}

std::string Descriptors::nameOf(int descriptor) {
  const auto found = m_made.find(descriptor);
  if (found == m_made.end() || found->second.what.empty())
    return fmt::format("descriptor {}", descriptor);
  const Made& made = found->second;
  const std::string what = made.what == "file" ? nameOfFile(static_cast<unsigned>(made.writes)) : made.what;
  return fmt::format("descriptor {} ({}{})", descriptor, made.part.empty() ? "" : made.part + " of ",
                     nameOfPlace(made.reads, what));
}

std::string Descriptors::nameOf(const Life& life) {
  return nameOfPlace(life.reads, life.what == "file" ? "" : life.what);
}

std::uint64_t Descriptors::readsOf(const Life& life) {
  return life.part == "write end" ? 0 : objectAt(life, life.reads);
}

std::uint64_t Descriptors::writesOf(const Life& life) {
  return life.part == "read end" ? 0 : objectAt(life, life.writes);
}

std::string Descriptors::nameOfPlace(int place, const std::string& kind) {
  const std::pair<const int, Made>* const holder = holderOf(place);
  if (!holder || holder->second.what.empty())
    return fmt::format("{} {}", kind.empty() ? "descriptor" : kind, place);
  const Made& made = holder->second;
  const std::string what = !kind.empty()         ? kind
                           : made.what == "file" ? nameOfFile(static_cast<unsigned>(made.writes))
                                                 : made.what;
  return shownLabel(holder->first, made, what);
}

std::string Descriptors::nameOfFile(unsigned node) {
  const auto found = m_files.find(node);
  if (found == m_files.end())
    return fmt::format("file {}", node);
  const bool isReal = node >= REVISIT_MACHINE_REAL;
  const auto before = std::ranges::count_if(m_files, [&](const auto& file) {
    return file.first < node && isReal == (file.first >= REVISIT_MACHINE_REAL) && file.second == found->second;
  });
  return joinedLabels(found->second) + (before == 0 ? "" : fmt::format("#{}", before + 1));
}

} // namespace revisit
