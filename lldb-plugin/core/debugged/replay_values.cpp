#include "debugged/replay_values.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit {
namespace {

constexpr std::uint32_t groupSize = 100;
constexpr std::uint32_t maxParts = 1'000'000;
constexpr std::uint32_t expressionMicroseconds = 500'000;
constexpr std::size_t longestText = 1000;

std::string ownedText(const char* text) {
  return text != nullptr ? text : "";
}

// "5", "\"name\"", "0x1234 \"name\"", or LLDB's summary.
std::string valueText(lldb::SBValue& value) {
  const std::string plain = ownedText(value.GetValue()), summary = ownedText(value.GetSummary());
  std::string text = plain.empty() || summary.empty() ? plain + summary : plain + " " + summary;
  if (text.size() > longestText)
    text.replace(longestText, std::string::npos, "…");
  return text;
}

// Of LLDB's multi-line error messages the first line is enough.
std::string firstLine(const std::string& text) {
  const std::size_t begin = text.starts_with("error: ") ? 7 : 0;
  return text.substr(begin, text.find('\n') - begin);
}

} // namespace

void ReplayValues::moved() {
  m_values.clear();
  m_before = std::exchange(m_now, {});
}

ReplayValue ReplayValues::hand(lldb::SBValue value, std::string path, std::string name) {
  ReplayValue handed;
  handed.id = ++m_lastId;
  handed.path = path;
  handed.name = std::move(name);
  handed.type = ownedText(value.GetDisplayTypeName());
  const lldb::SBError error = value.GetError();
  handed.isError = error.Fail();
  handed.text = handed.isError ? firstLine(ownedText(error.GetCString())) : valueText(value);
  handed.hasChildren = !handed.isError && value.MightHaveChildren();
  const auto before = m_before.find(path);
  handed.isChanged = before != m_before.end() && before->second != handed.text;
  m_now[path] = handed.text;
  m_values.emplace(handed.id, Handed{value, std::move(path)});
  return handed;
}

std::vector<ReplayValue> ReplayValues::locals(lldb::SBFrame frame, const std::string& path) {
  lldb::SBValueList variables = frame.GetVariables(true, true, true, true);
  std::vector<ReplayValue> all;
  for (std::uint32_t i = 0; i < variables.GetSize(); i++) {
    lldb::SBValue variable = variables.GetValueAtIndex(i);
    const std::string name = ownedText(variable.GetName());
    // A name that a variable of an inner block hides.
    const auto same = std::ranges::count(all, name, &ReplayValue::name);
    all.push_back(hand(variable, fmt::format("{}/{}#{}", path, name, same), name));
  }
  return all;
}

ReplayValue ReplayValues::expression(lldb::SBFrame frame, const std::string& path, const std::string& text) {
  lldb::SBValue value = frame.GetValueForVariablePath(text.c_str());
  if (!value.IsValid() || value.GetError().Fail()) {
    lldb::SBExpressionOptions options;
    options.SetSuppressPersistentResult(true);
    options.SetIgnoreBreakpoints(true);
    options.SetUnwindOnError(true);
    options.SetStopOthers(true);
    options.SetTryAllThreads(false);
    options.SetTimeoutInMicroSeconds(expressionMicroseconds);
    value = frame.EvaluateExpression(text.c_str(), options);
  }
  return hand(value, fmt::format("{}={}", path, text), text);
}

ReplayValue ReplayValues::group(const Handed& whole, std::uint32_t first, std::uint32_t count) {
  ReplayValue group;
  group.id = ++m_lastId;
  group.name = fmt::format("[{} … {}]", first, first + count - 1);
  group.path = whole.path + "/" + group.name;
  group.hasChildren = true;
  m_values.emplace(group.id, Handed{whole.value, whole.path, first, count, true});
  return group;
}

std::vector<ReplayValue> ReplayValues::parts(const Handed& whole, std::uint32_t first, std::uint32_t count) {
  std::vector<ReplayValue> parts;
  std::uint32_t size = 1; // the number of parts in each row
  while (count > size * groupSize)
    size *= groupSize;
  lldb::SBValue value = whole.value;
  for (std::uint32_t i = first; i < first + count; i += size) {
    if (size > 1) {
      parts.push_back(group(whole, i, std::min(size, first + count - i)));
      continue;
    }
    lldb::SBValue part = value.GetChildAtIndex(i);
    const std::string name = part.GetName() != nullptr ? part.GetName() : fmt::format("[{}]", i);
    parts.push_back(hand(part, fmt::format("{}/{}", whole.path, name), name));
  }
  return parts;
}

std::vector<ReplayValue> ReplayValues::children(ValueId id) {
  const auto found = m_values.find(id);
  if (found == m_values.end())
    return {};
  Handed whole = found->second;
  return whole.isGroup ? parts(whole, whole.first, whole.count) : parts(whole, 0, whole.value.GetNumChildren(maxParts));
}

lldb::SBValue ReplayValues::value(ValueId id) const {
  const auto found = m_values.find(id);
  return found != m_values.end() && !found->second.isGroup ? found->second.value : lldb::SBValue();
}

} // namespace revisit
