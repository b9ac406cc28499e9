#include "target/run_doubts.h"

#include <algorithm>
#include <cstring>

namespace revisit {

namespace {

template <class T> bool sameBytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

} // namespace

std::set<RunDoubts::Fault> RunDoubts::faultsOf(const RevisitChannel& channel) {
  std::set<Fault> faults;
  const std::uint32_t count = std::min(channel.recordCount, channel.recordLimit);
  for (std::uint32_t i = 0; i < count; i++) {
    const RevisitRecord& record = channel.records[i];
    if (record.kind == REVISIT_WIDE) // its fields mean something else
      continue;
    const bool isMemory = record.kind >= REVISIT_LOAD && record.kind <= REVISIT_CAS;
    const bool isHidden = isMemory && (record.flags & REVISIT_FLAG_HIDDEN) != 0;
    if (isHidden || record.kind == REVISIT_ERROR || record.kind == REVISIT_UNSUPPORTED)
      faults.insert({record.kind, isMemory ? std::uint8_t{0} : record.op, record.chain});
  }
  return faults;
}

bool RunDoubts::needsFreshRun(const RevisitChannel& channel, int status) {
  m_diverged = channel.outcome == REVISIT_OUTCOME_DIVERGED;
  m_found.clear();
  for (const Fault& fault : faultsOf(channel))
    if (!m_confirmed.contains(fault))
      m_found.insert(fault);
  return channel.outcome != REVISIT_OUTCOME_OVER || channel.stepsTaken < channel.stepCount || status != 0 ||
         !m_found.empty();
}

bool RunDoubts::confirms(const RevisitChannel& channel) {
  const std::set<Fault> faults = faultsOf(channel);
  m_confirmed.insert(faults.begin(), faults.end());
  const bool diverged = channel.outcome == REVISIT_OUTCOME_DIVERGED;
  return std::includes(faults.begin(), faults.end(), m_found.begin(), m_found.end()) && (!m_diverged || diverged);
}

RunImage::RunImage(const RevisitChannel& channel, std::string output)
    : m_records(channel.records, channel.records + std::min(channel.recordCount, channel.recordLimit)),
      m_prints(channel.prints, channel.prints + std::min<std::uint32_t>(channel.printCount, REVISIT_MAX_STEPS)),
      m_outcome(channel.outcome), m_output(std::move(output)) {}

bool RunImage::operator==(const RunImage& other) const {
  return m_outcome == other.m_outcome && m_output == other.m_output && sameBytes(m_records, other.m_records) &&
         sameBytes(m_prints, other.m_prints);
}

} // namespace revisit
