// What is told of a run besides its steps, and threads that end abnormally: incidents, errors, unsupported operations,
// and the death of the process.
#include "target/lifter.h"

#include "abi/machine.h"
#include "program/cut.h"

#include <algorithm>
#include <fmt/format.h>
#include <ranges>
#include <sys/wait.h>

namespace revisit {

void Lifter::error(const RevisitRecord& record) {
  const auto whereAllocated = [this](const RevisitRecord& error) {
    const std::string begin = whereLifeBegan(error); // ", by ..."
    return begin.empty() ? begin : ", allocated" + begin.substr(1);
  };
  const auto whereEnded = [this](const RevisitRecord& error) {
    const std::string ended = whereLifeEnded(error);
    return ended.empty() ? whereDestroyed(error) : ended;
  };
  ThreadState& thread = stateOf(record);
  RecordedStep& made = step(record, LabelKind::Error);
  made.label.error = static_cast<ErrorKind>(record.op);
  const ErrorKind kind = made.label.error;
  if (made.label.position.valid())
    m_messages[made.label.position] =
        text(record.extra) + (kind == ErrorKind::UseAfterFree ? whereEnded(record)
                              : kind == ErrorKind::DoubleFree
                                  ? whereLifeEnded(record) + ": " + m_variables.wholeName(record.address)
                              : kind == ErrorKind::LockMisuse       ? whereDestroyed(record)
                              : kind == ErrorKind::MemoryMisuse     ? whereAllocated(record)
                              : kind == ErrorKind::ThreadMisuse     ? whereHandleSpent(record)
                              : kind == ErrorKind::Uninitialised    ? whatIsUninitialised(record)
                              : kind == ErrorKind::ClosedDescriptor ? whereClosed(record)
                                                                    : "");
  thread.done = true;
}

// Where the memory was allocated that the bytes were first copied from, and its name.
std::string Lifter::whatIsUninitialised(const RevisitRecord& error) {
  const std::uint64_t origin = copiedFrom(error);
  const RevisitRecord* allocation = allocationOf(origin, error);
  const std::string name = (allocation ? whoAndWhere(*allocation) : "") + ": " + m_variables.nameOf(origin);
  return origin == error.address ? name : name + ", copied to " + m_variables.nameOf(error.address);
}

// The address from which uninitialised bytes came by copies to where the error finds them. A copy is a store of such
// bytes, after a load of them by the same thread. O(records).
std::uint64_t Lifter::copiedFrom(const RevisitRecord& error) const {
  std::uint64_t address = error.address;
  for (auto i = static_cast<std::size_t>(&error - m_records.data()); i-- > 0;) {
    const RevisitRecord& store = m_records[i];
    if (store.kind != REVISIT_STORE || (store.failure & REVISIT_UNINITIALISED) == 0 || address < store.address ||
        address >= store.address + store.size)
      continue;
    const auto isLoad = [&](const RevisitRecord& record) {
      return record.kind == REVISIT_LOAD && record.thread == store.thread && (record.flags & REVISIT_FLAG_FRESH) != 0;
    };
    const auto before = std::views::reverse(m_records.first(i));
    const auto load = std::ranges::find_if(before, isLoad);
    if (load == before.end())
      break;
    address = load->address + (address - store.address < load->size ? address - store.address : 0);
    i = static_cast<std::size_t>(&*load - m_records.data());
  }
  return address;
}

std::string Lifter::whereClosed(const RevisitRecord& error) {
  const int descriptor = static_cast<int>((error.address - REVISIT_MACHINE_ADDRESS) / REVISIT_MACHINE_ENTRY);
  Descriptors& descriptors = m_variables.descriptors();
  const std::vector<Descriptors::Life>& lives = descriptors.lives();
  const auto last = std::find_if(lives.rbegin(), lives.rend(), [&](const Descriptors::Life& life) {
    return life.descriptor == descriptor && life.closed;
  });
  if (last == lives.rend())
    return {};
  const std::string closed = fmt::format("{}: {}{}", whoAndWhere(*last->closed),
                                         last->part.empty() ? "" : last->part + " of ", descriptors.nameOf(*last));
  // The system gives the number again, to whatever is opened next.
  const auto next =
      std::find_if(lives.begin(), lives.end(), [&](const Descriptors::Life& life) { return life.made > last->closed; });
  if (next == lives.end())
    return closed;
  return closed + fmt::format("; meanwhile the system may have given its number to {}{}", descriptors.nameOf(*next),
                              whoAndWhere(*next->made));
}

std::string Lifter::whereHandleSpent(const RevisitRecord& error) {
  const auto spends = [&](const RevisitRecord& record) {
    return record.kind == REVISIT_HANDLE && record.address == error.address;
  };
  const auto first = std::ranges::find_if(m_records, spends);
  return error.address != 0 && first != m_records.end() ? whoAndWhere(*first) : std::string();
}

void Lifter::unsupported(const RevisitRecord& record) {
  const PositionId position = step(record, LabelKind::Unsupported).label.position;
  std::string& told = m_unsupported[position];
  if (record.op != 0)
    m_limits.insert(position);
  if (const std::string what = text(record.extra); told.find(what) == std::string::npos)
    told += (told.empty() ? "" : "; ") + what;
  stateOf(record).done = true;
}

// The child died without reporting how the run ended, so the thread that ran last is responsible. If the child was
// killed because of a timeout, it is unknown whether that thread would have continued.
void Lifter::crash(int waitStatus) {
  RevisitRecord record{};
  record.thread = static_cast<std::uint16_t>(m_process.channel().lastThread);
  if (record.thread >= m_threads.size() || stateOf(record).done)
    return;
  record.chain = stateOf(record).lastChain;
  if (m_process.timedOut()) {
    step(record, LabelKind::Cut).label.argument = static_cast<std::uint64_t>(CutBy::Computation);
    return;
  }
  RecordedStep& made = step(record, LabelKind::Error);
  made.label.error = ErrorKind::Signal;
  if (made.label.position.valid())
    m_messages[made.label.position] = WIFSIGNALED(waitStatus)
                                          ? fmt::format("the process was killed by signal {}", WTERMSIG(waitStatus))
                                          : "the process ended without a report; its memory may be corrupt";
}

void Lifter::incident(Incident::Kind kind, std::string detail, std::uint32_t chain, bool warningOnly) {
  Incident made;
  made.kind = kind;
  made.detail = std::move(detail);
  made.warningOnly = warningOnly;
  if (const SourcePosition place = m_symbols.shownPosition(chain); !place.file.empty()) {
    made.file = place.file;
    made.line = place.line;
  }
  if (std::find(m_recording.incidents.begin(), m_recording.incidents.end(), made) == m_recording.incidents.end())
    m_recording.incidents.push_back(std::move(made));
}

std::string Lifter::message(PositionId position) const {
  const auto it = m_messages.find(position);
  return it != m_messages.end() ? it->second : std::string();
}

std::string Lifter::unsupportedAt(PositionId position) const {
  const auto it = m_unsupported.find(position);
  return it != m_unsupported.end() ? it->second : std::string();
}

} // namespace revisit
