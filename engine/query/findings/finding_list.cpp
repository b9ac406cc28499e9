#include "query/findings/finding_list.h"

#include "base/file_name.h"

#include <fmt/format.h>

namespace revisit {
namespace {

std::string lineText(const std::string& file, unsigned line) {
  return file.empty() ? "" : line == 0 ? fileName(file) : fmt::format("{}:{}", fileName(file), line);
}

std::string withComma(const std::string& one, const std::string& other) {
  return one.empty() || other.empty() ? one + other : one + ", " + other;
}

Listed listed(const DistinctBug& bug, FindingKind kind) {
  const std::string place = lineText(bug.site.place.first, bug.site.place.second);
  const std::string other = lineText(bug.site.other.first, bug.site.other.second);
  const std::string places = other.empty() || other == place ? place : place + " and " + other;
  const bool isExplained = !bug.cause.empty();
  const bool isSaid = !isExplained || bug.cause.starts_with(errorName(bug.site.kind));
  return {kind,
          0,
          false,
          isExplained ? bug.cause : bug.title,
          withComma(isSaid ? "" : bug.title, places),
          bug.executions == 0 ? "" : fmt::format("{}x", bug.executions),
          "",
          bug.site.place.first,
          bug.site.place.second};
}

Listed listed(const CheckNote& note, FindingKind kind) {
  const bool saysKind = note.detail.empty() || note.detail == note.kind;
  const std::string prefix = note.kind + ": ";
  const bool isPrefixed = note.detail.starts_with(prefix);
  return {kind,
          0,
          false,
          saysKind     ? note.kind
          : isPrefixed ? note.detail.substr(prefix.size())
                       : note.detail,
          withComma(saysKind ? "" : note.kind, lineText(note.file, note.line)),
          "",
          "",
          note.line == 0 ? "" : note.file,
          note.line};
}

} // namespace

std::vector<Listed> listFindings(const std::vector<DistinctBug>& bugs, const KnownComments& known,
                                 const std::vector<DistinctBug>* earlier, const std::vector<CheckNote>& reasons,
                                 const std::vector<CheckNote>& warnings, bool isOver) {
  const ComparedBugs compared = earlier ? compareBugs(*earlier, bugs) : ComparedBugs();
  std::vector<Listed> list;
  for (std::size_t i = 0; i < bugs.size(); i++) {
    Listed one = listed(bugs[i], FindingKind::Bug);
    one.number = i + 1;
    if (known[i]) {
      one.isKnown = true;
      one.remark = "known";
      one.detail = withComma(*known[i], one.detail);
    } else if (earlier) {
      one.remark = compared.before[i] ? "same" : "new";
    }
    list.push_back(std::move(one));
  }
  for (const CheckNote& reason : reasons)
    list.push_back(listed(reason, FindingKind::Reason));
  for (const CheckNote& warning : warnings)
    list.push_back(listed(warning, FindingKind::Warning));
  // What did not show is fixed only if it could have shown.
  for (const std::size_t gone : isOver ? compared.fixed : std::vector<std::size_t>()) {
    list.push_back(listed((*earlier)[gone], FindingKind::Fixed));
    list.back().remark = reasons.empty() ? "fixed" : "not met";
    list.back().count.clear();
  }
  return list;
}

} // namespace revisit
