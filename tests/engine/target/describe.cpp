#include "describe.h"

#include "base/file_name.h"

#include <fmt/format.h>

#include <iterator>

namespace revisit::test {

namespace {

const char* const kindNames[] = {"read",   "write", "rmw",        "cas",          "fence",     "object",
                                 "create", "join",  "constraint", "assume",       "enumerate", "end",
                                 "exit",   "error", "blocked",    "await-failed", "cut",       "unsupported"};
static_assert(std::size(kindNames) == static_cast<std::size_t>(LabelKind::Unsupported) + 1);

std::string text(const Value& value, ExpressionPool& pool) {
  return value.isExpr() ? pool.text(value.expr) : fmt::format("{}", value.bits);
}

} // namespace

std::string describe(const Recording& recording, NativeOracle& oracle, ExpressionPool& pool) {
  std::string result;
  for (const RecordedStep& step : recording.steps) {
    const Label& label = step.label;
    result += fmt::format("{} {}", step.thread.value(), kindNames[static_cast<int>(label.kind)]);
    if (label.kind == LabelKind::Error)
      result += fmt::format(" {}", static_cast<int>(label.error));
    if (label.location.valid())
      result += fmt::format(" {}", oracle.locationName(label.location));
    if (label.size != 0)
      result += fmt::format("[{},{})", label.offset, label.offset + label.size);
    if (label.object.valid())
      result += fmt::format(" {} op {}", oracle.objectName(label.object), static_cast<int>(label.operation));
    if (label.child.valid())
      result += fmt::format(" thread {}", label.child.value());
    if (label.awaits)
      result += label.awaitStart ? " round" : " awaits";
    result += fmt::format(" value {} seen {}", text(label.value, pool), text(step.seen.value, pool));
    if (step.seen.taken)
      result += " taken";
    if (step.pending)
      result += " pending";
    for (const SourcePosition& position : oracle.callChain(label.position))
      if (position.line != 0 && !position.file.starts_with("/usr")) {
        result += fmt::format(" @{}:{}", fileName(position.file), position.line);
        break;
      }
    result += '\n';
  }
  for (const Incident& incident : recording.incidents)
    result += fmt::format("incident {} {} {}:{}\n", static_cast<int>(incident.kind), incident.detail, incident.file,
                          incident.line);
  return result;
}

} // namespace revisit::test
