#include "query/interleaving/interleaving.h"

#include "base/file_name.h"
#include "program/objects/object_operations.h"
#include "program/positions.h"
#include "query/interleaving/columns.h"
#include "query/timeline/event_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace revisit {
namespace {

// The longest common folder of all source positions of the schedule; rows leave it out.
std::string commonFolder(const Witness& witness) {
  std::optional<std::string> common;
  for (const WitnessEvent& event : witness.schedule) {
    const WitnessPosition* place = shownPosition(event.calls);
    if (!place || isSystemFile(place->file) || place->line == 0)
      continue;
    const std::string folder = folderOf(place->file);
    if (!common)
      common = folder;
    const auto [mine, theirs] = std::mismatch(common->begin(), common->end(), folder.begin(), folder.end());
    common->erase(mine, common->end());
    common = folderOf(*common);
  }
  return common.value_or("");
}

// "a.c:7" for a file in the folder, "<vector>:7" for a system header.
std::string shortPlaceText(const WitnessPosition& position, const std::string& folder) {
  if (!isSystemFile(position.file)) {
    const std::string rest = position.file.starts_with(folder) ? position.file.substr(folder.size()) : position.file;
    return fmt::format("{}:{}", rest.starts_with("./") ? rest.substr(2) : rest, position.line);
  }
  constexpr std::string_view headers = "/include/c++/v1/";
  const std::size_t start = position.file.find(headers);
  const std::string name =
      start != std::string::npos ? position.file.substr(start + headers.size()) : fileName(position.file);
  return fmt::format("<{}>:{}", name, position.line);
}

class Rows {
public:
  explicit Rows(const Witness& witness) : m_witness(witness), m_folder(commonFolder(witness)) {}

  const WitnessEvent& event(EventNumber number) const { return m_witness.schedule[number - 1]; }

  std::string placeOf(EventNumber number) const {
    const WitnessPosition* place = shownPosition(event(number).calls);
    return place && !place->file.empty() ? shortPlaceText(*place, m_folder) : std::string();
  }

  InterleavingRow rowOf(const Fold& fold) const {
    const std::string place = fold.place.file.empty() ? "" : shortPlaceText(fold.place, m_folder);
    return {fold.first, fold.events, event(fold.first).thread, foldText(revisit::rowOf(fold)), place, false,
            false,      false};
  }

  InterleavingRow rowOf(EventNumber number) const {
    const WitnessEvent& one = event(number);
    const bool racing = isRacing(m_witness.error, one);
    return {number,          1,     one.thread, operationText(one),
            placeOf(number), false, racing,     racing || one.kind == LabelKind::Error};
  }

private:
  const Witness& m_witness;
  std::string m_folder;
};

std::string threadsText(const std::set<unsigned>& threads) {
  constexpr std::size_t named = 3;
  if (threads.size() > named)
    return fmt::format("{} threads", threads.size());
  std::vector<std::string> names;
  for (const unsigned thread : threads)
    names.push_back(threadText(thread));
  const std::string last = names.back();
  names.pop_back();
  return names.empty() ? last : fmt::format("{} and {}", fmt::join(names, ", "), last);
}

InterleavingRow leftOutRow(const Witness& witness, const std::vector<EventNumber>& numbers) {
  std::set<unsigned> threads;
  for (const EventNumber number : numbers)
    threads.insert(witness.schedule[number - 1].thread);
  InterleavingRow row{numbers.front(), numbers.size(), {}, {}, {}, true, false, false};
  if (threads.size() == 1)
    row.thread = *threads.begin();
  row.text = fmt::format("... {} more events of {}", numbers.size(), threadsText(threads));
  return row;
}

// Calls `show` for each event that gets a separate row, and `leaveOut` for the events of each row that stands for
// several.
template <class Show, class LeaveOut>
void choose(const Witness& witness, const std::vector<bool>& wanted, const Show& show, const LeaveOut& leaveOut) {
  std::vector<EventNumber> waiting;
  const auto endGap = [&] {
    if (waiting.size() == 1)
      show(waiting.front());
    else if (!waiting.empty())
      leaveOut(waiting);
    waiting.clear();
  };
  for (EventNumber number = 1; number <= witness.schedule.size(); number++)
    if (wanted[number - 1]) {
      endGap();
      show(number);
    } else if (isTelling(witness.schedule[number - 1])) {
      waiting.push_back(number);
    }
  endGap();
}

} // namespace

bool isPlainAccess(const WitnessEvent& event) {
  return event.kind == LabelKind::Read || event.kind == LabelKind::Write;
}

bool isRacing(const WitnessError& error, const WitnessEvent& event) {
  return error.other && ((event.thread == error.thread && event.index == error.index) ||
                         (event.thread == error.other->thread && event.index == error.other->index));
}

bool isOnDescriptor(const WitnessEvent& event) {
  return event.objectOp &&
         (kindOf(*event.objectOp) == ObjectKind::Stream || kindOf(*event.objectOp) == ObjectKind::Counter);
}

bool isInsideCall(const WitnessEvent& event) {
  return (isMemory(event.kind) || event.kind == LabelKind::Object) && isMachineCode(event.calls) &&
         !isOnDescriptor(event);
}

bool isTelling(const WitnessEvent& event) {
  if (isInsideCall(event))
    return false;
  if (event.kind == LabelKind::End || event.kind == LabelKind::AwaitFailed)
    return false;
  const WitnessPosition* place = shownPosition(event.calls);
  return !isPlainAccess(event) || !place || place->file.empty() || !isSystemFile(place->file);
}

std::vector<InterleavingRow> interleavingRows(const Witness& witness) {
  return interleavingRows(witness, Folding());
}

std::vector<InterleavingRow> allRows(const Witness& witness) {
  const Rows source(witness);
  std::vector<InterleavingRow> rows;
  for (EventNumber number = 1; number <= witness.schedule.size(); number++)
    rows.push_back(source.rowOf(number));
  return rows;
}

std::vector<InterleavingRow> interleavingRows(const Witness& witness, const Folding& calls) {
  const Rows source(witness);
  const Folding folding = calls.withRuns(witness);
  std::vector<InterleavingRow> rows;
  for (EventNumber number = 1; number <= witness.schedule.size(); number++) {
    if (!isTelling(source.event(number)) && !isRacing(witness.error, source.event(number)))
      continue;
    const Fold* const fold = folding.of(number);
    rows.push_back(fold ? source.rowOf(*fold) : source.rowOf(number));
    number = fold ? fold->last() : number;
  }
  return rows;
}

std::vector<InterleavingRow> interleavingRows(const Witness& witness, const std::vector<bool>& wanted) {
  const Rows source(witness);
  std::vector<InterleavingRow> rows;
  choose(
      witness, wanted, [&](EventNumber number) { rows.push_back(source.rowOf(number)); },
      [&](const std::vector<EventNumber>& numbers) { rows.push_back(leftOutRow(witness, numbers)); });
  return rows;
}

std::size_t countRows(const Witness& witness, const std::vector<bool>& wanted) {
  std::size_t rows = 0;
  choose(witness, wanted, [&](EventNumber) { rows++; }, [&](const std::vector<EventNumber>&) { rows++; });
  return rows;
}

} // namespace revisit
