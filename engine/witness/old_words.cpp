#include "witness/old_words.h"

#include "program/objects/objects.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace revisit::old_words {
namespace {

template <class Kind> using Words = std::pair<std::string_view, Kind>;

constexpr std::array<Words<ObjectOp>, 39> objectOps = {{
    {"mutex init", ObjectOp::MutexInit},
    {"lock", ObjectOp::MutexLock},
    {"try lock", ObjectOp::MutexTryLock},
    {"timed lock", ObjectOp::MutexTimedLock},
    {"unlock", ObjectOp::MutexUnlock},
    {"mutex destroy", ObjectOp::MutexDestroy},
    {"sem init", ObjectOp::SemInit},
    {"sem wait", ObjectOp::SemWait},
    {"sem try wait", ObjectOp::SemTryWait},
    {"sem timed wait", ObjectOp::SemTimedWait},
    {"sem post", ObjectOp::SemPost},
    {"sem get value", ObjectOp::SemGet},
    {"sem destroy", ObjectOp::SemDestroy},
    {"cond init", ObjectOp::CondInit},
    {"wait", ObjectOp::CondWait},
    {"wake", ObjectOp::CondWake},
    {"timed wake", ObjectOp::CondTimedWake},
    {"signal", ObjectOp::CondSignal},
    {"broadcast", ObjectOp::CondBroadcast},
    {"cond destroy", ObjectOp::CondDestroy},
    {"rwlock init", ObjectOp::RwlockInit},
    {"read lock", ObjectOp::RwlockRead},
    {"try read lock", ObjectOp::RwlockTryRead},
    {"timed read lock", ObjectOp::RwlockTimedRead},
    {"write lock", ObjectOp::RwlockWrite},
    {"try write lock", ObjectOp::RwlockTryWrite},
    {"timed write lock", ObjectOp::RwlockTimedWrite},
    {"rwlock unlock", ObjectOp::RwlockUnlock},
    {"rwlock destroy", ObjectOp::RwlockDestroy},
    {"once init", ObjectOp::OnceInit},
    {"once enter", ObjectOp::OnceEnter},
    {"once leave", ObjectOp::OnceLeave},
    {"once give up", ObjectOp::OnceAbort},
    {"barrier init", ObjectOp::BarrierInit},
    {"arrive", ObjectOp::BarrierArrive},
    {"pass", ObjectOp::BarrierPass},
    {"barrier destroy", ObjectOp::BarrierDestroy},
    {"begin join", ObjectOp::HandleJoin},
    {"detach", ObjectOp::HandleDetach},
}};
static_assert(objectOps.size() == static_cast<std::size_t>(ObjectOp::HandleDetach) + 1);

constexpr std::array<Words<RmwOp>, 18> rmwOps = {{
    {"exchange", RmwOp::Exchange},
    {"fetch add", RmwOp::Add},
    {"fetch sub", RmwOp::Sub},
    {"fetch and", RmwOp::And},
    {"fetch nand", RmwOp::Nand},
    {"fetch or", RmwOp::Or},
    {"fetch xor", RmwOp::Xor},
    {"fetch max", RmwOp::Max},
    {"fetch min", RmwOp::Min},
    {"fetch umax", RmwOp::UMax},
    {"fetch umin", RmwOp::UMin},
    {"fetch inc wrap", RmwOp::UIncWrap},
    {"fetch dec wrap", RmwOp::UDecWrap},
    {"fetch fadd", RmwOp::FAdd},
    {"fetch fsub", RmwOp::FSub},
    {"fetch fmax", RmwOp::FMax},
    {"fetch fmin", RmwOp::FMin},
    {"write", RmwOp::Insert},
}};
static_assert(rmwOps.size() == static_cast<std::size_t>(RmwOp::Insert) + 1);

constexpr std::array<Words<Lifetime>, 3> lifetimes = {
    {{"write", Lifetime::Observed}, {"free", Lifetime::Ends}, {"allocate", Lifetime::Begins}}};

constexpr std::array<Words<std::uint64_t>, 22> results = {{
    {"", object_result::ok},
    {"got it", object_result::ok},
    {"in time", object_result::ok},
    {"already done", object_result::ok},
    {"busy", object_result::busy},
    {"too many locks for reading", object_result::again},
    {"none left", object_result::again},
    {"cancelled, woken before", object_result::again},
    {"runs it", object_result::mustRun},
    {"serial thread", object_result::serialThread},
    {"for no thread", object_result::invalid},
    {"would deadlock", object_result::deadlock},
    {"not permitted", object_result::notPermitted},
    {"timed out", object_result::timedOut},
    {"not held by it", object_result::misuse},
    {"was destroyed", object_result::destroyed},
    {"in use", object_result::inUse},
    {"never initialised", object_result::uninitialised},
    {"its memory was freed", object_result::freed},
    {"joined or detached before", object_result::spent},
    {"initialised before", object_result::initialised},
    {"others wait with another mutex", object_result::otherMutex},
}};

constexpr std::array<Words<AwaitedKind>, 3> whole = {{
    {"something that was not seen", AwaitedKind::Unseen},
    {"its turn", AwaitedKind::Turn},
    {"something that no thread will do, in a loop that reads nothing that another thread could change",
     AwaitedKind::Nothing},
}};

template <class Table> auto find(const Table& table, std::string_view words) {
  const auto found = std::ranges::find(table, words, &Table::value_type::first);
  return found == table.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint64_t> numberAtFront(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

// The thread of "T2 (worker)".
std::optional<unsigned> threadIn(std::string_view text) {
  const auto number = text.starts_with('T') ? numberAtFront(text.substr(1)) : std::nullopt;
  return number ? std::optional(static_cast<unsigned>(*number)) : std::nullopt;
}

// The threads of "T2 (worker) and T3 (worker) itself".
std::vector<unsigned> threadsIn(std::string_view text) {
  constexpr std::string_view next = " and T";
  std::vector<unsigned> threads;
  while (const auto thread = threadIn(text)) {
    threads.push_back(*thread);
    const std::size_t at = text.find(next);
    text = at == std::string_view::npos ? std::string_view() : text.substr(at + next.size() - 1);
  }
  return threads;
}

// What follows the name of an object: who holds it, who waits for it, how many threads are there.
void readDetail(std::string_view detail, Awaited& awaited) {
  constexpr std::string_view where = ", where ", of = " of ";
  if (!detail.starts_with(where)) {
    awaited.holders = threadsIn(detail.substr(detail.find('T')));
    return;
  }
  detail.remove_prefix(where.size());
  awaited.writer = threadIn(detail);
  const auto count = numberAtFront(detail);
  const std::size_t limit = detail.find(of);
  if (count && limit != std::string_view::npos)
    awaited.arrived = {static_cast<unsigned>(*count),
                       static_cast<unsigned>(numberAtFront(detail.substr(limit + of.size())).value_or(0))};
}

} // namespace

std::optional<ObjectOp> objectOp(std::string_view words) {
  return find(objectOps, words);
}

std::optional<RmwOp> rmwOp(std::string_view words) {
  constexpr std::string_view unchanged = " without change";
  if (words.ends_with(unchanged))
    words.remove_suffix(unchanged.size());
  return find(rmwOps, words);
}

std::optional<Lifetime> lifetime(std::string_view words) {
  return find(lifetimes, words);
}

std::optional<std::uint64_t> result(std::string_view words) {
  const auto known = find(results, words);
  return known ? known : numberAtFront(words);
}

std::optional<Awaited> awaited(std::string_view words) {
  constexpr std::string_view endOf = "the end of ", toChange = " to change", of = " of ";
  Awaited awaited;
  if (const auto kind = find(whole, words)) {
    awaited.kind = *kind;
    return awaited;
  }
  if (words.starts_with(endOf)) {
    awaited.kind = AwaitedKind::ThreadEnd;
    awaited.thread = threadIn(words.substr(endOf.size()));
    return awaited.thread ? std::optional(awaited) : std::nullopt;
  }
  if (words.ends_with(toChange)) {
    awaited.kind = AwaitedKind::Change;
    awaited.name = words.substr(0, words.size() - toChange.size());
    return awaited;
  }
  const std::size_t name = words.find(of);
  awaited.kind = AwaitedKind::Operation;
  awaited.operation = objectOp(words.substr(0, name));
  if (name == std::string_view::npos || !awaited.operation)
    return std::nullopt;
  std::string_view object = words.substr(name + of.size());
  for (const std::string_view begin : {", held by T", ", run by T", ", where "})
    if (const std::size_t at = object.rfind(begin); at != std::string_view::npos) {
      readDetail(object.substr(at), awaited);
      object = object.substr(0, at);
      break;
    }
  awaited.name = object;
  return awaited;
}

} // namespace revisit::old_words
