#include "log/steps/algorithm_text.h"

#include "log/state_step_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

namespace revisit {
namespace {

constexpr std::string_view listingMark = "## ", namedMark = ": ", indentMark = "    ", keysMark = "# ";
constexpr std::string_view notMaximal = "not-maximal", inconsistent = "inconsistent", notEnabled = "not-enabled";

std::string lineKeyOf(std::string_view kind, std::string_view which) {
  return which.empty() ? std::string(kind) : fmt::format("{} {}", kind, which);
}

// Of an event that was added.
std::string_view whichEvent(const WitnessEvent& event) {
  switch (groupOf(event.kind)) {
  case LabelGroup::Access:
    return event.reads && event.writes ? "update" : event.writes ? "write" : "read";
  case LabelGroup::Object:
    return "operation";
  case LabelGroup::Condition:
    return "condition";
  case LabelGroup::Number:
    return "number";
  case LabelGroup::Fence:
  case LabelGroup::Thread:
  case LabelGroup::Ending:
    break;
  }
  return {};
}

std::string_view whichRefusal(Refusal refusal) {
  switch (groupOf(refusal)) {
  case RefusalGroup::NotEnabled:
    return notEnabled;
  case RefusalGroup::Forbidden:
    return inconsistent;
  case RefusalGroup::NotMaximal:
  case RefusalGroup::NotKnown:
    break;
  }
  return notMaximal;
}

// All that lineKey() can give.
std::set<std::string> allKeys() {
  std::set<std::string> keys;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(ActionKind::Restarted); i++)
    keys.emplace(nameOf(static_cast<ActionKind>(i)));
  for (const std::string_view which : {"read", "write", "update", "operation", "condition", "number"})
    keys.insert(lineKeyOf(nameOf(ActionKind::Added), which));
  for (const ActionKind kind : {ActionKind::RevisitRefused, ActionKind::DisplaceRefused})
    for (const std::string_view which : {notMaximal, inconsistent, notEnabled})
      keys.insert(lineKeyOf(nameOf(kind), which));
  for (std::size_t i = 0; i <= static_cast<std::size_t>(StateStepKind::Shown); i++)
    keys.emplace(nameOf(static_cast<StateStepKind>(i)));
  for (const StateStepKind kind : {StateStepKind::Judged, StateStepKind::Reopened})
    for (std::size_t i = 0; i <= static_cast<std::size_t>(SourceRule::Races); i++)
      keys.insert(lineKeyOf(nameOf(kind), nameOf(static_cast<SourceRule>(i))));
  return keys;
}

std::vector<std::string> parted(std::string_view text, std::string_view by) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(by), text.size());
    if (end != 0)
      parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + by.size(), text.size()));
  }
  return parts;
}

} // namespace

class AlgorithmReader {
public:
  Result<AlgorithmTexts> read(std::string_view text) {
    std::istringstream lines{std::string(text)};
    for (std::string line; m_wrong.empty() && std::getline(lines, line);) {
      m_line++;
      if (line.starts_with(listingMark))
        begin(line.substr(listingMark.size()));
      else if (!m_texts.m_texts.empty() && !line.empty())
        add(line);
    }
    finish();
    if (m_wrong.empty() && m_texts.m_texts.empty())
      fail("there is no listing");
    if (!m_wrong.empty())
      return Error{ErrorCode::BadFormat, fmt::format("algorithms.md:{}", m_line), m_wrong};
    return std::move(m_texts);
  }

private:
  void begin(const std::string& heading) {
    finish();
    const std::size_t mark = heading.find(namedMark);
    const std::vector<std::string> names = parted(heading.substr(0, mark), " ");
    if (mark == std::string::npos || mark + namedMark.size() == heading.size() || names.empty())
      return fail("a listing begins with '## NAME ...: TITLE'");
    m_texts.m_texts.push_back({heading.substr(mark + namedMark.size()), "", {}});
    m_used.clear();
    for (const std::string& name : names)
      if (!m_texts.m_byName.emplace(name, m_texts.m_texts.size() - 1).second)
        fail(fmt::format("the algorithm '{}' is there twice", name));
  }

  void add(std::string_view line) {
    AlgorithmText& text = m_texts.m_texts.back();
    if (line.starts_with(indentMark))
      return addLine(text, line.substr(indentMark.size()));
    if (!text.lines.empty())
      return fail(fmt::format("the listing '{}' has a paragraph behind its lines", text.title));
    text.source += (text.source.empty() ? "" : " ") + std::string(line);
  }

  void addLine(AlgorithmText& text, std::string_view line) {
    AlgorithmLine added;
    if (const std::size_t mark = line.find(keysMark); mark != std::string_view::npos) {
      added.keys = parted(line.substr(mark + keysMark.size()), ", ");
      line = line.substr(0, mark);
    }
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    added.depth = static_cast<unsigned>(begin / 2);
    added.text = line.substr(begin, line.find_last_not_of(' ') + 1 - begin);
    for (const std::string& key : added.keys) {
      if (!m_keys.contains(key))
        fail(fmt::format("no step is '{}'", key));
      else if (!m_used.insert(key).second)
        fail(fmt::format("the listing '{}' has two lines for '{}'", text.title, key));
    }
    text.lines.push_back(std::move(added));
  }

  void finish() {
    if (m_texts.m_texts.empty())
      return;
    const AlgorithmText& text = m_texts.m_texts.back();
    if (text.source.empty())
      fail(fmt::format("the listing '{}' does not say where it is from", text.title));
    if (text.lines.empty())
      fail(fmt::format("the listing '{}' has no lines", text.title));
  }

  // The first fault counts.
  void fail(const std::string& wrong) {
    if (m_wrong.empty())
      m_wrong = wrong;
  }

  const std::set<std::string> m_keys = allKeys();
  AlgorithmTexts m_texts;
  std::set<std::string> m_used; // keys of the last listing
  std::string m_wrong;
  std::size_t m_line = 0;
};

Result<AlgorithmTexts> AlgorithmTexts::read(std::string_view text) {
  return AlgorithmReader().read(text);
}

const AlgorithmText* AlgorithmTexts::of(std::string_view algorithm) const {
  const auto found = m_byName.find(algorithm);
  return found == m_byName.end() ? nullptr : &m_texts[found->second];
}

std::optional<std::size_t> AlgorithmText::lineOf(std::string_view key) const {
  for (const std::string_view wanted : {key, key.substr(0, key.find(' '))}) {
    const auto found = std::ranges::find_if(
        lines, [&](const AlgorithmLine& line) { return std::ranges::find(line.keys, wanted) != line.keys.end(); });
    if (found != lines.end())
      return static_cast<std::size_t>(found - lines.begin());
  }
  return std::nullopt;
}

std::string lineKey(const Step& step) {
  switch (step.kind) {
  case ActionKind::Added:
    return lineKeyOf(nameOf(step.kind), step.event ? whichEvent(*step.event->shown) : "");
  case ActionKind::RevisitRefused:
  case ActionKind::DisplaceRefused:
    return lineKeyOf(nameOf(step.kind), whichRefusal(step.refusal));
  case ActionKind::Began:
  case ActionKind::Chose:
  case ActionKind::SkippedChoice:
  case ActionKind::RevisitAllowed:
  case ActionKind::Revisited:
  case ActionKind::Displaced:
  case ActionKind::Abandoned:
  case ActionKind::Finished:
  case ActionKind::BackedUp:
  case ActionKind::Restarted:
    break;
  }
  return std::string(nameOf(step.kind));
}

std::string lineKey(const StateStep& step) {
  const bool hasRule = step.kind == StateStepKind::Judged || step.kind == StateStepKind::Reopened;
  return lineKeyOf(nameOf(step.kind), hasRule ? nameOf(step.rule) : "");
}

} // namespace revisit
