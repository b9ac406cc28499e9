#include "check/pieces/piece_list.h"

#include "check/report/check_notes.h"

#include <algorithm>
#include <chrono>

namespace revisit {

namespace {

constexpr std::chrono::milliseconds tickTime(100);

double weightOf(const Piece& piece) {
  double weight = 0;
  for (const PieceItem& item : piece)
    weight += item.weight;
  return weight;
}

} // namespace

PieceList::PieceList(unsigned workers, Sharing sharing, State state)
    : m_sharing(sharing), m_slots(workers), m_known(std::move(state.known)),
      m_version(m_known.memory.threadPaths.empty() ? 0 : 1), m_stateAnswers(workers) {
  for (State::Part& part : state.parts) {
    Entry& entry = m_entries.emplace_back();
    entry.number = m_numbers++;
    entry.is = part.isExplored ? Is::Explored : Is::Waiting;
    entry.report = std::move(part.report);
    entry.piece = std::move(part.piece);
    for (const PieceReport::Error& error : entry.report.errors)
      entry.shown.emplace(error.key, error.adjacent);
  }
  double left = 0;
  for (const Entry& entry : m_entries)
    left += weightOf(entry.piece);
  m_explored = std::max(0.0, 1 - left);
  joinExplored();
}

// Everything explored so far is void.
void PieceList::beginAgain() {
  m_entries.clear();
  Entry& entry = m_entries.emplace_back();
  entry.number = m_numbers++;
  entry.piece = wholeExploration();
  m_explored = 0;
  m_seen.clear();
  m_isRestarting = false;
  for (Slot& slot : m_slots) {
    slot.isDropped = false;
    slot.hasExplored = false;
    slot.counts = {};
    slot.work = {};
  }
}

bool PieceList::isOver() const {
  return m_isStopped || m_isWhole || (!m_isRestarting && std::ranges::all_of(m_entries, [](const Entry& entry) {
           return entry.is == Is::Explored;
         }));
}

// The first piece for this worker, which is in its hands then.
std::optional<PieceTask> PieceList::take(unsigned worker) {
  if (m_isRestarting)
    return std::nullopt;
  const auto waiting = std::ranges::find_if(m_entries, [&](const Entry& entry) { return isFor(entry, worker); });
  if (waiting == m_entries.end())
    return std::nullopt;
  m_running++;
  waiting->is = Is::Running;
  waiting->worker = worker;
  Slot& slot = m_slots[worker];
  slot.hasExplored = true;
  PieceTask task{waiting->number, waiting->piece, std::nullopt};
  if (slot.knows != m_version)
    task.known = m_known;
  slot.knows = m_version;
  return task;
}

std::optional<PieceTask> PieceList::next(unsigned worker, const std::function<void()>& tick) {
  std::unique_lock lock(m_mutex);
  m_idle++;
  while (!isOver()) {
    if (std::optional<PieceTask> task = take(worker)) {
      m_idle--;
      return task;
    }
    m_wanted = m_idle;
    const bool isTick = m_changed.wait_for(lock, tickTime) == std::cv_status::timeout;
    if (isTick && tick) {
      lock.unlock();
      tick();
      lock.lock();
    }
  }
  m_idle--;
  changed();
  return std::nullopt;
}

PieceList::Offer PieceList::offer(unsigned worker) {
  const std::scoped_lock lock(m_mutex);
  Slot& slot = m_slots[worker];
  Offer offer{std::nullopt, slot.isLost || isOver()};
  if (!offer.isOver)
    offer.task = take(worker);
  const bool isWaiting = !offer.isOver && !offer.task;
  m_idle += (isWaiting ? 1U : 0U) - (slot.isWaiting ? 1U : 0U);
  slot.isWaiting = isWaiting;
  if (isWaiting)
    m_wanted = m_idle;
  return offer;
}

unsigned PieceList::waiting() const {
  const std::scoped_lock lock(m_mutex);
  return m_idle;
}

void PieceList::changed() {
  m_changes++;
  m_changed.notify_all();
}

bool PieceList::isFor(const Entry& entry, unsigned worker) const {
  if (entry.is != Is::Waiting || m_sharing == Sharing::WhenWanted)
    return entry.is == Is::Waiting;
  std::size_t turn = entry.number % m_slots.size();
  while (m_slots[turn].isLost)
    turn = (turn + 1) % m_slots.size();
  return turn == worker;
}

PieceList::Entries::iterator PieceList::find(std::uint64_t number) {
  return std::ranges::find(m_entries, number, &Entry::number);
}

// Whether everything has to begin again.
bool PieceList::learn(unsigned worker, const Knowledge& known) {
  // Its numbers mean other threads than those of all others: it gives way, with everything that it has explored.
  if (m_known.memory.contradicts(known.memory)) {
    m_slots[worker].knows = 0;
    return true;
  }
  Knowledge mine = known;
  const bool isMore = m_known.join(known);
  m_version += isMore ? 1 : 0;
  if (!mine.join(m_known)) // nothing that changes how this worker explores
    m_slots[worker].knows = m_version;
  // While one worker is alone, the others will begin with what it knows.
  for (unsigned other = 0; isMore && other < m_slots.size(); other++)
    if (other != worker && m_slots[other].hasExplored)
      return true;
  return false;
}

void PieceList::finish(unsigned worker, std::uint64_t number, PieceResult result) {
  const std::scoped_lock lock(m_mutex);
  m_running--;
  Slot& slot = m_slots[worker];
  slot.counts = {};
  slot.work = {};
  const bool isVoid = slot.isDropped.exchange(false);
  bool begins = result.known && learn(worker, *result.known);
  begins |= result.end == PieceEnd::Restart && !isVoid;
  if (begins && !m_isRestarting) {
    m_isRestarting = true;
    for (Slot& other : m_slots)
      other.isDropped = true;
    slot.isDropped = false;
  }
  if (result.end == PieceEnd::NeedsOneWorker && !isVoid) {
    m_isWhole = true;
    for (Slot& other : m_slots)
      other.isDropped = true;
  }
  if (const auto entry = find(number); entry != m_entries.end() && !isVoid && !m_isRestarting) {
    m_explored += weightOf(entry->piece) - weightOf(result.left);
    const bool isBroken = result.end == PieceEnd::Stopped;
    const bool isLast = isBroken && std::ranges::any_of(result.report.reasons, [](const PieceReport::Reason& reason) {
                          return reason.reason.kind == IncompleteReason::Kind::StoppedAtBug;
                        });
    entry->is = Is::Explored;
    entry->isLast = isLast;
    entry->report = std::move(result.report);
    for (const PieceReport::Error& error : entry->report.errors)
      entry->shown.emplace(error.key, error.adjacent);
    if (isLast)
      dropBehind(entry);
    else if (isBroken)
      m_isStopped = true; // the piece stays, because what is left of it is not known
    if (!isBroken || isLast)
      entry->piece.clear();
    if (result.end == PieceEnd::Yielded)
      insertLeft(entry, std::move(result.left));
    joinExplored();
  }
  if (m_isRestarting && m_running == 0)
    beginAgain();
  changed();
}

void PieceList::giveBack(unsigned worker, std::uint64_t number) {
  const std::scoped_lock lock(m_mutex);
  m_slots[worker].isDropped = false;
  putBack(number);
}

void PieceList::putBack(std::uint64_t number) {
  m_running--;
  if (const auto entry = find(number); entry != m_entries.end())
    entry->is = Is::Waiting;
  if (m_isRestarting && m_running == 0)
    beginAgain();
  changed();
}

void PieceList::lose(unsigned worker, std::optional<std::uint64_t> entry,
                     const std::vector<GraphIdentity>& executions) {
  const std::scoped_lock lock(m_mutex);
  Slot& slot = m_slots[worker];
  m_idle -= slot.isWaiting ? 1 : 0;
  slot.isLost = true; // what it has explored counts, with what it knew
  slot.isWaiting = slot.isDropped = false;
  slot.counts = {};
  slot.work = {};
  for (const GraphIdentity& execution : executions)
    m_seen.erase(execution);
  if (entry)
    putBack(*entry);
  else
    changed();
}

// In groups of about the same weight, for those who have nothing to do.
void PieceList::insertLeft(Entries::iterator behind, Piece left) {
  if (left.empty())
    return;
  const auto place = std::next(behind);
  const double groups = m_sharing == Sharing::InTurn ? static_cast<double>(m_slots.size()) : 2.0 * m_idle + 1;
  const double wanted = weightOf(left) / groups;
  double weight = 0;
  Entry* group = nullptr;
  for (PieceItem& item : left) {
    // A group ends where it is nearest to its share: the last items often have most of the weight.
    if (!group || weight + item.weight - wanted > wanted - weight) {
      group = &*m_entries.emplace(place);
      group->number = m_numbers++;
      weight = 0;
    }
    weight += item.weight;
    group->piece.push_back(std::move(item));
  }
}

void PieceList::dropBehind(Entries::iterator last) {
  for (auto entry = std::next(last); entry != m_entries.end(); entry = m_entries.erase(entry))
    if (entry->is == Is::Running)
      m_slots[entry->worker].isDropped = true;
}

// What was explored without a gap becomes one entry.
void PieceList::joinExplored() {
  const auto isJoined = [](const Entry& entry) { return entry.is == Is::Explored && entry.piece.empty(); };
  for (auto entry = m_entries.begin(); entry != m_entries.end(); ++entry)
    while (isJoined(*entry) && std::next(entry) != m_entries.end() && isJoined(*std::next(entry))) {
      const auto next = std::next(entry);
      entry->report.append(std::move(next->report));
      entry->shown.merge(next->shown);
      for (const auto& [key, adjacent] : next->shown) // those that both have
        if (adjacent == Race::Adjacent::Now)
          entry->shown[key] = adjacent;
      entry->isLast |= next->isLast;
      m_entries.erase(next);
    }
}

bool PieceList::shallYield(unsigned worker, std::uint64_t executions) {
  if (m_sharing == Sharing::InTurn)
    return isEnough(m_sharing, executions);
  if (!isEnough(m_sharing, executions))
    return false;
  if (m_wanted.load(std::memory_order_relaxed) != 0 && m_wanted.exchange(0) != 0)
    return true;
  if (m_stateAnswers[worker] == m_stateAsks.load(std::memory_order_relaxed))
    return false;
  m_stateAnswers[worker] = m_stateAsks;
  return true;
}

bool PieceList::isNew(const GraphIdentity& execution) {
  const std::scoped_lock lock(m_mutex);
  return m_seen.insert(execution).second;
}

bool PieceList::isShown(std::uint64_t number, const std::string& key, Race::Adjacent adjacent) {
  const std::scoped_lock lock(m_mutex);
  for (Entry& entry : m_entries) {
    const auto known = entry.shown.find(key);
    const bool isAsWell =
        known != entry.shown.end() && (known->second != Race::Adjacent::NotYet || adjacent == Race::Adjacent::NotYet);
    if (entry.number == number) {
      entry.shown[key] = adjacent;
      return false;
    }
    if (isAsWell)
      return true;
  }
  return false;
}

void PieceList::stop() {
  const std::scoped_lock lock(m_mutex);
  m_isStopped = true;
  m_stateAsks++;
  changed();
}

void PieceList::askForState() {
  m_stateAsks++;
}

PieceList::State PieceList::state() const {
  const std::scoped_lock lock(m_mutex);
  State state{m_known, {}};
  for (const Entry& entry : m_entries) {
    const bool isExplored = entry.is == Is::Explored && entry.piece.empty();
    state.parts.push_back({isExplored, isExplored ? entry.report : PieceReport(), entry.piece});
  }
  return state;
}

void PieceList::tell(unsigned worker, const Exploration& exploration) {
  const std::scoped_lock lock(m_mutex);
  m_slots[worker].counts = exploration.counts;
  m_slots[worker].work = exploration.work;
}

PieceList::Progress PieceList::progress() const {
  const std::scoped_lock lock(m_mutex);
  PieceReport sum;
  for (const Entry& entry : m_entries)
    if (entry.is == Is::Explored) {
      PieceReport counts;
      counts.exploration = entry.report.exploration;
      counts.reasons = entry.report.reasons;
      sum.append(std::move(counts));
    }
  Progress progress{{}, m_explored, sum.exploration.counts.total(), {}};
  const auto most = mostCutting(sum.reasons, sum.exploration.counts, &PieceReport::Reason::reason);
  if (most != sum.reasons.end())
    progress.cutLoop = placeText(most->note);
  for (const Slot& slot : m_slots) {
    packing::addFields(sum.exploration.counts, slot.counts);
    packing::addFields(sum.exploration.work, slot.work);
  }
  progress.exploration = std::move(sum.exploration);
  return progress;
}

bool PieceList::isExplored() const {
  const std::scoped_lock lock(m_mutex);
  return std::ranges::all_of(m_entries,
                             [](const Entry& entry) { return entry.is == Is::Explored && entry.piece.empty(); });
}

PieceReport PieceList::report() const {
  const std::scoped_lock lock(m_mutex);
  PieceReport whole;
  for (const Entry& entry : m_entries)
    if (entry.is == Is::Explored)
      whole.append(entry.report);
  return whole;
}

} // namespace revisit
