#include "target/nursery.h"

#include <algorithm>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace revisit {

namespace {

constexpr std::uint32_t maxRuns = 1000;  // of one nursery
constexpr std::uint32_t firstRuns = 3;   // before there is a nursery: most of what is shared is known then
constexpr std::uint32_t enoughRuns = 4;  // a nursery that did as many was worth its start
constexpr std::uint32_t maxFailures = 8; // after which it is tried no less often

void ringBell(RevisitBell& bell, std::uint32_t value) {
  ring(bell, value, [&] { syscall(SYS_futex, &bell.value, FUTEX_WAKE, 1, nullptr, nullptr, 0); });
}

} // namespace

bool Nursery::isWanted() const {
  const std::uint32_t pause = m_failures == 0 ? 0 : 8u << std::min(m_failures, maxFailures);
  return m_isUsable && m_channel.osThreads == 0 && (m_isOpen || m_freshRuns >= std::max(firstRuns, pause));
}

bool Nursery::isExhausted() const {
  return m_isOpen && m_runs >= maxRuns;
}

bool Nursery::isFit() const {
  return m_isOpen && !isExhausted() && m_slots == m_channel.slotCount;
}

void Nursery::ask() {
  if (!m_isOpen) {
    m_isOpen = true;
    m_isAskedToLeave = false;
    m_runs = 0;
    m_slots = m_channel.slotCount;
    m_channel.answered.value = m_number;
  }
  m_runs++;
  m_number = m_number + 1 == REVISIT_LEAVE ? 1 : m_number + 1;
  ringBell(m_channel.asked, m_number);
}

void Nursery::askToLeave() {
  m_isAskedToLeave = true;
  ringBell(m_channel.asked, REVISIT_LEAVE);
}

Nursery::Answer Nursery::await(std::chrono::milliseconds most) {
  RevisitBell& bell = m_channel.answered;
  const timespec time = {most.count() / 1000, most.count() % 1000 * 1000000};
  std::uint32_t answer = __atomic_load_n(&bell.value, __ATOMIC_SEQ_CST);
  if (answer != m_number && answer != REVISIT_GONE)
    answer = m_wait(bell, answer, [&] { syscall(SYS_futex, &bell.value, FUTEX_WAIT, answer, &time, nullptr, 0); });
  return answer == REVISIT_GONE ? Answer::Gone : answer == m_number ? Answer::Over : Answer::NotYet;
}

void Nursery::noteGone(int status) {
  m_isOpen = false;
  m_failures = m_isAskedToLeave || m_runs >= enoughRuns ? 0 : m_failures + 1;
  m_freshRuns = m_failures == 0 ? firstRuns : 0;
  if (WIFEXITED(status) && WEXITSTATUS(status) == REVISIT_NO_NURSERY)
    giveUp();
}

} // namespace revisit
