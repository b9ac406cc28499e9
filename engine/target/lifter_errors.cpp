// Threads that end abnormally: errors, unsupported operations, and the death of the process.
#include "target/lifter.h"

#include "program/cut.h"

#include <algorithm>
#include <fmt/format.h>
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
        text(record.extra) +
        (kind == ErrorKind::UseAfterFree    ? whereEnded(record)
         : kind == ErrorKind::DoubleFree    ? whereLifeEnded(record) + ": " + m_variables.wholeName(record.address)
         : kind == ErrorKind::LockMisuse    ? whereDestroyed(record)
         : kind == ErrorKind::MemoryMisuse  ? whereAllocated(record)
         : kind == ErrorKind::ThreadMisuse  ? whereHandleSpent(record)
         : kind == ErrorKind::Uninitialised ? whereLifeBegan(record) + ": " + m_variables.nameOf(record.address)
                                            : "");
  thread.done = true;
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

std::string Lifter::message(PositionId position) const {
  const auto it = m_messages.find(position);
  return it != m_messages.end() ? it->second : std::string();
}

std::string Lifter::unsupportedAt(PositionId position) const {
  const auto it = m_unsupported.find(position);
  return it != m_unsupported.end() ? it->second : std::string();
}

} // namespace revisit
