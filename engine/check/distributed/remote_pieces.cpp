#include "check/distributed/remote_pieces.h"

#include "check/pieces/piece_bytes.h"

namespace revisit {

namespace {

constexpr std::chrono::milliseconds tickInterval(100), tellInterval(100);

// Which worker of this process a thread is, for questions that do not say it.
thread_local unsigned t_worker = 0;

} // namespace

RemotePieces::RemotePieces(unsigned workers, PieceList::Sharing sharing) : m_sharing(sharing), m_slots(workers) {}

void RemotePieces::post(RankMessage message) {
  const std::scoped_lock lock(m_mutex);
  m_outgoing.push_back(std::move(message));
  m_posted.notify_one();
}

std::optional<bool> RemotePieces::ask(unsigned worker, RankMessage question) {
  std::unique_lock lock(m_mutex);
  Slot& slot = m_slots[worker];
  slot.answer.reset();
  question.worker = worker;
  m_outgoing.push_back(std::move(question));
  m_posted.notify_one();
  m_arrived.wait(lock, [&] { return slot.answer || m_isClosed; });
  return slot.answer;
}

std::optional<PieceTask> RemotePieces::next(unsigned worker, const std::function<void()>& tick) {
  t_worker = worker;
  std::unique_lock lock(m_mutex);
  Slot& slot = m_slots[worker];
  m_outgoing.push_back({.kind = RankMessageKind::Want, .worker = worker});
  m_posted.notify_one();
  const auto isThere = [&] { return slot.task || slot.isOver || m_isClosed; };
  while (!m_arrived.wait_for(lock, tickInterval, isThere))
    if (tick) {
      lock.unlock();
      tick();
      lock.lock();
    }
  std::optional<PieceTask> task = std::move(slot.task);
  slot.task.reset();
  return m_isClosed ? std::nullopt : std::move(task);
}

// Requires the lock. The worker has no piece any more.
void RemotePieces::forget(Slot& slot) {
  slot.hasEntry = false;
  slot.isDropped = slot.isAskedToYield = m_isClosed;
}

void RemotePieces::finish(unsigned worker, std::uint64_t entry, PieceResult result) {
  RankMessage message{.kind = RankMessageKind::Finish, .worker = worker, .entry = entry, .bytes = bytesOf(result)};
  const std::scoped_lock lock(m_mutex);
  forget(m_slots[worker]);
  m_outgoing.push_back(std::move(message));
  m_posted.notify_one();
}

void RemotePieces::giveBack(unsigned worker, std::uint64_t entry) {
  const std::scoped_lock lock(m_mutex);
  forget(m_slots[worker]);
  m_outgoing.push_back({.kind = RankMessageKind::GiveBack, .worker = worker, .entry = entry});
  m_posted.notify_one();
}

bool RemotePieces::shallYield(unsigned worker, std::uint64_t executions) {
  return PieceList::isEnough(m_sharing, executions) &&
         (m_sharing == PieceList::Sharing::InTurn || m_slots[worker].isAskedToYield.load(std::memory_order_relaxed));
}

bool RemotePieces::isShown(std::uint64_t entry, const std::string& key, Race::Adjacent adjacent) {
  return ask(t_worker, {.kind = RankMessageKind::IsShown,
                        .entry = entry,
                        .first = static_cast<std::uint64_t>(adjacent),
                        .bytes = key})
      .value_or(false);
}

bool RemotePieces::isNew(const GraphIdentity& execution) {
  return ask(t_worker, {.kind = RankMessageKind::IsNew, .first = execution.high, .second = execution.low})
      .value_or(true);
}

void RemotePieces::stop() {
  post({.kind = RankMessageKind::StopAll});
}

void RemotePieces::tell(unsigned worker, const Exploration& exploration) {
  Slot& slot = m_slots[worker];
  const auto now = Clock::now();
  if (now - slot.told < tellInterval)
    return;
  slot.told = now;
  post({.kind = RankMessageKind::Tell, .worker = worker, .bytes = bytesOf(exploration)});
}

void RemotePieces::end(unsigned worker, const WorkerEnd& how) {
  post({.kind = RankMessageKind::Ended, .worker = worker, .bytes = bytesOf(how)});
}

void RemotePieces::take(const RankMessage& message) {
  if (message.worker >= m_slots.size())
    return;
  std::optional<PieceTask> task;
  if (message.kind == RankMessageKind::Task)
    if (Result<PieceTask> read = taskFrom(message.bytes))
      task = std::move(*read);
  const std::scoped_lock lock(m_mutex);
  Slot& slot = m_slots[message.worker];
  const bool isOfEntry = slot.hasEntry && slot.entry == message.entry;
  switch (message.kind) {
  case RankMessageKind::Task:
    slot.hasEntry = task.has_value();
    slot.entry = message.entry;
    slot.isOver = !task; // it cannot be read: this worker ends
    slot.task = std::move(task);
    break;
  case RankMessageKind::Over:
    slot.isOver = true;
    break;
  case RankMessageKind::Answer:
    slot.answer = message.isSo;
    break;
  case RankMessageKind::Yield:
    slot.isAskedToYield = slot.isAskedToYield || isOfEntry;
    break;
  case RankMessageKind::Drop:
    slot.isDropped = slot.isDropped || isOfEntry;
    break;
  default:
    return;
  }
  m_arrived.notify_all();
}

std::deque<RankMessage> RemotePieces::outgoing(std::chrono::microseconds wait) {
  std::unique_lock lock(m_mutex);
  m_posted.wait_for(lock, wait, [&] { return !m_outgoing.empty(); });
  return std::exchange(m_outgoing, {});
}

void RemotePieces::close() {
  const std::scoped_lock lock(m_mutex);
  m_isClosed = true;
  for (Slot& slot : m_slots)
    slot.isDropped = slot.isAskedToYield = true;
  m_arrived.notify_all();
}

} // namespace revisit
