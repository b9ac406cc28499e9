#include "runtime/services/process_state.h"

#include "runtime/services/services.h"
#include "runtime/sync/object_table.h"

namespace revisit::runtime {

namespace {

constexpr auto sequential = static_cast<std::uint32_t>(MemoryOrder::SeqCst);
constexpr std::uint64_t lockAt = 8, wordsAt = 16; // in a value's place, behind the word that says whether it is set
constexpr std::size_t stateWords = ProcessState::Count * (REVISIT_PROCESS_STATE_STRIDE / 8);
constexpr auto threadWords = static_cast<std::size_t>(ThreadWord::Count);
constexpr std::uint64_t lockOfName = REVISIT_THREAD_STATE_STRIDE - 8; // in a thread's place
constexpr std::size_t nameBytes = 16;

// Stand for the services' memory before there is any.
std::uint64_t g_early[stateWords];
std::uint64_t g_earlyOfMain[threadWords];

std::uint64_t& early(std::uint64_t place) {
  return place >= REVISIT_THREAD_STATE_ADDRESS ? g_earlyOfMain[(place - REVISIT_THREAD_STATE_ADDRESS) / 8]
                                               : g_early[(place - REVISIT_PROCESS_STATE_ADDRESS) / 8];
}

std::uint64_t load(std::uint64_t place) {
  return exploring() ? recordedLoad(place, 8, sequential, REVISIT_FLAG_SERVICE) : early(place);
}

void store(std::uint64_t place, std::uint64_t value) {
  if (exploring())
    recordedStore(place, value, 8, sequential, REVISIT_FLAG_SERVICE);
  else
    early(place) = value;
}

std::uint64_t placeOf(unsigned slot, ThreadWord which) {
  return REVISIT_THREAD_STATE_ADDRESS + slot * REVISIT_THREAD_STATE_STRIDE + static_cast<unsigned>(which) * 8;
}

void operateMutex(std::uint64_t mutex, bool takes) {
  if (exploring())
    operate(mutex, takes ? ObjectOp::MutexLock : ObjectOp::MutexUnlock, static_cast<std::uint64_t>(MutexKind::Normal));
}

} // namespace

std::uint64_t ProcessState::place() const {
  return REVISIT_PROCESS_STATE_ADDRESS + m_number * REVISIT_PROCESS_STATE_STRIDE;
}

void ProcessState::operateLock(bool takes) const {
  operateMutex(place() + lockAt, takes);
}

// As long as nobody has set the value, one read says so, and no lock orders the readers.
bool ProcessState::read(std::uint64_t* words, std::size_t count) const {
  if (load(place()) == 0)
    return false;
  operateLock(true);
  for (std::size_t i = 0; i < count; i++)
    words[i] = load(place() + wordsAt + 8 * i);
  operateLock(false);
  return true;
}

bool ProcessState::write(const std::uint64_t* words, std::uint64_t* before, std::size_t count) const {
  operateLock(true);
  const bool wasSet = before != nullptr && load(place()) != 0;
  for (std::size_t i = 0; i < count; i++) {
    if (wasSet)
      before[i] = load(place() + wordsAt + 8 * i);
    store(place() + wordsAt + 8 * i, words[i]);
  }
  store(place(), 1);
  operateLock(false);
  return wasSet;
}

std::uint64_t ownWord(ThreadWord which) {
  return load(placeOfOwn(which));
}

std::uint64_t placeOfOwn(ThreadWord which) {
  return placeOf(caller().slot, which);
}

std::uint64_t wordOf(unsigned slot, ThreadWord which) {
  return load(placeOf(slot, which));
}

void setOwnWord(ThreadWord which, std::uint64_t word) {
  store(placeOf(caller().slot, which), word);
}

// Other threads may read and set the name.
bool nameOf(unsigned slot, char* name) {
  const std::uint64_t lock = placeOf(slot, ThreadWord::BlockedSignals) + lockOfName;
  operateMutex(lock, true);
  const std::uint64_t words[] = {load(placeOf(slot, ThreadWord::Name)), load(placeOf(slot, ThreadWord::NameEnd))};
  operateMutex(lock, false);
  __builtin_memcpy(name, words, nameBytes);
  return words[0] != 0;
}

void setName(unsigned slot, const char* name) {
  std::uint64_t words[nameBytes / 8];
  __builtin_memcpy(words, name, nameBytes);
  const std::uint64_t lock = placeOf(slot, ThreadWord::BlockedSignals) + lockOfName;
  operateMutex(lock, true);
  store(placeOf(slot, ThreadWord::Name), words[0]);
  store(placeOf(slot, ThreadWord::NameEnd), words[1]);
  operateMutex(lock, false);
}

// Nothing is stored for a thread whose creator set nothing, so that the place stays the thread's own.
void inheritWords(unsigned child) {
  for (const ThreadWord which : {ThreadWord::BlockedSignals, ThreadWord::Processors})
    if (const std::uint64_t word = ownWord(which); word != 0)
      store(placeOf(child, which), word);
}

void startProcessState() {
  for (std::size_t i = 0; i < stateWords; i++)
    if (g_early[i] != 0)
      rawStore(REVISIT_PROCESS_STATE_ADDRESS + 8 * i, g_early[i], 8);
  for (std::size_t i = 0; i < threadWords; i++)
    rawStore(REVISIT_THREAD_STATE_ADDRESS + 8 * i, g_earlyOfMain[i], 8);
}

} // namespace revisit::runtime
