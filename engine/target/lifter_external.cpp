// Describes uninstrumented code that the program called, and what else a run tells about its limits.
#include "base/file_name.h"
#include "program/outside_signals.h"
#include "program/positions.h"
#include "target/lifter.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace revisit {

namespace {

constexpr std::size_t maxNamed = 4; // the largest number of files that are listed

std::string quoted(const std::string& function, const char* otherwise) {
  return function.empty() ? otherwise : fmt::format("'{}'", function);
}

} // namespace

// "in FILE": the file from which the code at this address was loaded, as far as it is known.
std::string Lifter::originOf(std::uint64_t code) const {
  const std::string file = m_symbols.fileOf(code);
  const std::vector<std::string>& linked = m_unseenObjects;
  if (file != m_symbols.fileOf(m_process.channel().mainEntry) || linked.empty())
    return fmt::format("in {}", fileName(file));
  if (linked.size() == 1)
    return fmt::format("in {}", linked.front());
  const std::size_t shown = std::min(linked.size(), maxNamed);
  return fmt::format("in one of {}{}",
                     fmt::join(linked.begin(), linked.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                     shown < linked.size() ? ", ..." : "");
}

void Lifter::noteUnknownStates() {
  const RevisitChannel& channel = m_process.channel();
  for (std::uint32_t slot = 0; slot < channel.slotCount; slot++)
    if (channel.slots[slot].unknownSince != 0 && !m_unknownSince.contains(slot)) {
      std::string& since = m_unknownSince[slot] = text(channel.slots[slot].unknownSince);
      if (const SourcePosition* place = shownPosition(m_symbols.chain(channel.slots[slot].unknownAt)))
        since += fmt::format(" ({}:{})", fileName(place->file), place->line);
    }
}

std::string Lifter::unknownSince(unsigned slot) const {
  const auto since = m_unknownSince.find(slot);
  return since != m_unknownSince.end() ? since->second : std::string();
}

void Lifter::external(const RevisitRecord& record) {
  const bool cameLater = record.op == REVISIT_EXTERNAL_UNSEEN_CALL && record.extra != 0;
  const std::string function = cameLater ? text(record.extra) : m_symbols.functionAt(record.address);
  const std::string origin = cameLater ? "in code that was made or loaded while it ran" : originOf(record.address);
  switch (record.op) {
  case REVISIT_EXTERNAL_WARNING:
    return incident(Incident::Kind::Other, text(record.extra), record.chain, true);
  case REVISIT_EXTERNAL_LIMIT:
    return incident(Incident::Kind::Limit, text(record.extra), record.chain);
  case REVISIT_EXTERNAL_UNSEEN_CALL:
    m_lastExternal = quoted(function, "a function without a name");
    return incident(Incident::Kind::NotInstrumented,
                    fmt::format("{} is called ({}), which was not built by revisit-cc: what it does is not seen",
                                m_lastExternal, origin),
                    record.chain);
  case REVISIT_EXTERNAL_UNSEEN_START:
    return incident(Incident::Kind::NotInstrumented,
                    fmt::format("{} runs before main ({}), and was not built by revisit-cc: what it does is not seen",
                                quoted(function, "a constructor"), origin),
                    0);
  case REVISIT_EXTERNAL_UNSEEN_COPIES:
    return incident(
        Incident::Kind::NotInstrumented,
        fmt::format("of {} inline function{} the copies that were linked were not built by revisit-cc ({}), "
                    "{} among them: what they do is not seen",
                    record.before, record.before == 1 ? "" : "s", origin, quoted(function, "one without a name")),
        0);
  default:
    m_lastExternal = text(record.extra);
    return incident(Incident::Kind::UnmodelledCall, m_lastExternal, record.chain);
  }
}

void Lifter::tellUntried() {
  const PermittedSet untried = m_process.channel().untried;
  if (contains(untried, Permitted::WakeUp))
    incident(Incident::Kind::NotTried, "waits that end for no reason (spurious wake-ups)", 0, true);
  if (contains(untried, Permitted::WeakSwap))
    incident(Incident::Kind::NotTried, "weak compare-and-swaps that fail for no reason", 0, true);
  if (contains(untried, Permitted::TryLock))
    incident(Incident::Kind::NotTried, "attempts to take a lock or a semaphore that fail for no reason", 0, true);
  if (contains(untried, Permitted::Shorter))
    incident(Incident::Kind::NotTried, "transfers of more than 16 bytes at each shorter length", 0, true);
  if (outsideSignalsIn(untried) != 0)
    incident(Incident::Kind::NotTried, "signals that come from outside of the program (--signals N)", 0, true);
}

} // namespace revisit
