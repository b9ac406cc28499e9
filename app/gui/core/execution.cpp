#include "execution.h"

#include "instrument/image.h"
#include "prepare/build_program.h"
#include "program/positions.h"
#include "query/rows/cause.h"
#include "query/rows/stage_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>

namespace revisit::gui {
namespace {

namespace fs = std::filesystem;

bool isProgram(const fs::path& path) {
  std::array<char, 4> begin{};
  std::ifstream file(path, std::ios::binary);
  return file.read(begin.data(), begin.size()) && begin == std::array{'\x7f', 'E', 'L', 'F'};
}

// An error of the engine about an existing file already says what to do.
Error withRemedy(const Error& error, const std::string& path) {
  std::error_code code;
  const char* remedy = fs::exists(path, code)
                           ? ""
                           : "; open a .revisit file; 'revisit check --witness FOLDER PROGRAM' writes one for each bug";
  return {error.code, error.where.empty() ? path : error.where, error.what + remedy};
}

const WitnessPosition* ownPosition(const WitnessEvent& event) {
  const WitnessPosition* shown = shownPosition(event.calls);
  return shown && shown->line != 0 && !shown->file.empty() ? shown : nullptr;
}

// Whether a mark concerns the fold's events one by one. What holds for all of them does not.
bool isMarked(const Fold& fold, const GraphMarks& marks) {
  const NodeIndex first = nodeOf(fold.first), last = nodeOf(fold.last());
  const auto isInside = [&](NodeIndex node) { return node >= first && node <= last; };
  const NodeMark mark = marks.of(first);
  const bool isPlain = mark == NodeMark::None || mark == NodeMark::Deleted;
  for (NodeIndex node = first; node <= last; node++)
    if (!isPlain || marks.of(node) != mark)
      return true;
  return (marks.focus && isInside(*marks.focus)) || std::ranges::any_of(marks.arrows, [&](const MarkedArrow& arrow) {
           return isInside(arrow.from) || isInside(arrow.to);
         });
}

} // namespace

Execution::Execution(std::string path, Timeline timeline, ExecutionOrigin origin, GraphMarks marks)
    : m_path(std::move(path)), m_timeline(std::move(timeline)), m_origin(std::move(origin)), m_marks(std::move(marks)),
      m_graph(m_timeline, m_marks.find(NodeMark::Next)), m_folding(Folding(m_timeline).withRuns(m_timeline.witness())),
      m_names(namesOf(m_timeline, m_graph.waits())) {
  m_folding.open([&](const Fold& fold) { return isMarked(fold, m_marks); });
  if (witness().error.kind != ErrorKind::None)
    m_cause = causeEvents(m_timeline, whyBug(m_timeline));
}

std::optional<SourceLine> Execution::lineOf(EventNumber event) const {
  const WitnessPosition* position = ownPosition(m_timeline.event(event));
  return position ? std::optional(SourceLine{position->file, position->line}) : std::nullopt;
}

std::vector<EventNumber> Execution::eventsAt(const SourceLine& line) const {
  EventFilter filter;
  filter.line = line;
  Result<std::vector<EventNumber>> found = matching(m_timeline, filter);
  return found ? std::move(*found) : std::vector<EventNumber>();
}

std::vector<std::string> Execution::files() const {
  std::map<std::string, std::size_t> uses;
  for (const WitnessEvent& event : witness().schedule)
    if (const WitnessPosition* position = ownPosition(event); position && !isSystemFile(position->file))
      uses[position->file]++;
  for (const WitnessWaiting& waiting : witness().error.waiting)
    if (!isSystemFile(waiting.position.file))
      uses[waiting.position.file]++;
  if (const std::string& file = witness().error.file; !file.empty())
    uses[file] += witness().schedule.size() + 1; // so it comes first
  if (const auto& other = witness().error.other; other && !other->file.empty())
    uses[other->file] += witness().schedule.size();
  if (uses.empty()) // no event has a line
    return witness().program.sources;
  std::vector<std::string> files;
  for (const auto& [file, count] : uses)
    files.push_back(file);
  std::ranges::stable_sort(files, std::greater(), [&](const std::string& file) { return uses[file]; });
  return files;
}

std::vector<ExecutionPointer> trailOf(ExecutionPointer execution) {
  std::vector<ExecutionPointer> trail;
  for (; execution; execution = execution->origin().move ? execution->origin().move->from : nullptr)
    trail.push_back(execution);
  std::ranges::reverse(trail);
  return trail;
}

Result<ExecutionPointer> openExecution(const std::string& path) {
  Result<Witness> witness = readWitness(path);
  if (!witness)
    return withRemedy(witness.error(), path);
  Result<Timeline> timeline = Timeline::make(std::move(*witness));
  if (!timeline)
    return withRemedy(timeline.error(), path);
  return std::make_shared<const Execution>(path, std::move(*timeline));
}

bool isExplorable(const std::string& path) {
  return isSourceFile(path) || isProgram(path);
}

std::string whyNotReplayable(const Witness& witness) {
  if (witness.program.path.empty())
    return "This is a graph of the exploration: it can be looked at, and replayed once it is a witness.";
  const Result<instrument::Image> image = instrument::Image::open(witness.program.path);
  if (!image)
    return fmt::format(
        "{}: {}. The execution can be looked at, but not done again; run 'revisit check' again for that.",
        witness.program.path, image.error().what);
  const Status status = witness.checkAgainst(image.value().buildId());
  return status ? ""
                : fmt::format("{}: {}. The execution can be looked at, but not done again.", status.error().where,
                              status.error().what);
}

} // namespace revisit::gui
