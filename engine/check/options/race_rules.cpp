#include "check/options/race_rules.h"

#include "program/function_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace revisit {

namespace {

std::string trimmed(const std::string& text) {
  constexpr const char* blanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(blanks);
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

// Removes the anchors that sanitizers allow: patterns match whole names here anyway.
std::string withoutAnchors(std::string pattern) {
  if (pattern.starts_with('^'))
    pattern.erase(0, 1);
  if (pattern.ends_with('$'))
    pattern.pop_back();
  return pattern;
}

Status parseLine(const std::string& line, const std::string& where, Suppressions& to) {
  const auto wrong = [&](std::string what) { return Error{ErrorCode::BadUsage, where, std::move(what)}; };
  const std::size_t colon = line.find(':');
  if (colon == std::string::npos)
    return wrong(fmt::format("'{}' is no suppression: write 'race:PATTERN', with a function, a type, a variable or a "
                             "source file as the pattern",
                             line));
  const std::string kind = trimmed(line.substr(0, colon));
  if (kind == "harmless") {
    to.harmless.push_back(trimmed(line.substr(colon + 1)));
    return to.harmless.back().empty() ? Status(wrong("'harmless:' names no function")) : Status(Done{});
  }
  if (kind != "race")
    return wrong(fmt::format("nothing of kind '{}' can be suppressed, only races and calls: write 'race:PATTERN' or "
                             "'harmless:FUNCTION'",
                             kind));
  RaceRule rule;
  rule.pattern = withoutAnchors(trimmed(line.substr(colon + 1)));
  if (rule.pattern.find_first_not_of('*') == std::string::npos)
    return wrong(rule.pattern.empty()
                     ? "'race:' names nothing: write a function, a type, a variable or a source file behind it"
                     : "this names every race: --race=ignore does that, --race=warn tells them");
  rule.origin = fmt::format("race:{} ({})", rule.pattern, where);
  to.races.push_back(std::move(rule));
  return Done{};
}

std::vector<std::string> fieldsOf(const std::string& note) {
  std::vector<std::string> fields;
  for (std::size_t at = 0; at <= note.size();) {
    const std::size_t end = std::min(note.find('\t', at), note.size());
    fields.push_back(note.substr(at, end - at));
    at = end + 1;
  }
  return fields;
}

unsigned numberIn(const std::vector<std::string>& fields, std::size_t index) {
  unsigned number = 0;
  if (index < fields.size())
    std::from_chars(fields[index].data(), fields[index].data() + fields[index].size(), number);
  return number;
}

} // namespace

Result<Suppressions> readSuppressions(const std::string& path) {
  std::ifstream file(path);
  std::error_code code;
  if (!file || std::filesystem::is_directory(path, code))
    return Error{ErrorCode::BadUsage, path,
                 fmt::format("cannot read the suppressions: {}", std::strerror(file ? EISDIR : errno))};
  Suppressions rules;
  unsigned number = 0;
  for (std::string line; std::getline(file, line);) {
    number++;
    line = trimmed(line);
    if (line.empty() || line.starts_with('#'))
      continue;
    if (const Status parsed = parseLine(line, fmt::format("{}:{}", path, number), rules); !parsed)
      return parsed.error();
  }
  return rules;
}

void addNotedRaces(const std::vector<std::string>& notes, RaceRules& rules) {
  const bool needsTypes = !rules.rules.empty();
  for (const std::string& note : notes) {
    const std::vector<std::string> fields = fieldsOf(note);
    if (fields.size() < 4)
      continue;
    RaceRule rule;
    rule.pattern = fields[1];
    rule.file = fields[2];
    rule.origin = fmt::format("REVISIT_INTENDED_RACE{}{} ({})", fields[1].empty() ? "" : " ", fields[1], fields[3]);
    rule.line = numberIn(fields, 4);
    rule.column = numberIn(fields, 5);
    if (fields[0] == "type") {
      if (needsTypes)
        rules.types.push_back({fields[1], fields[2], rule.line, rule.column});
      continue;
    }
    rule.names = fields[0] == "function"   ? RaceRule::Names::Function
                 : fields[0] == "variable" ? RaceRule::Names::Variable
                                           : RaceRule::Names::Place;
    if (rule.names == RaceRule::Names::Variable)
      rule.pattern = withoutUnnamed(rule.pattern); // as locations are named
    rules.rules.push_back(std::move(rule));
  }
}

} // namespace revisit
