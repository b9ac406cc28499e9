#include "log/steps/lessons.h"

#include "log/state_step_text.h"

#include <fmt/format.h>

#include <set>
#include <sstream>

namespace revisit {
namespace {

constexpr std::string_view introductionId = "introduction", headingMark = "## ", titleMark = ": ";

std::string idOf(ActionKind action) {
  return fmt::format("action {}", nameOf(action));
}

std::string idOf(Refusal refusal) {
  return fmt::format("refusal {}", nameOf(refusal));
}

std::string idOf(StateStepKind kind) {
  return fmt::format("state {}", nameOf(kind));
}

template <class Kind> void addIds(std::set<std::string>& ids, Kind last) {
  for (std::size_t i = 0; i <= static_cast<std::size_t>(last); i++)
    ids.insert(idOf(static_cast<Kind>(i)));
}

std::set<std::string> lessonIds() {
  std::set<std::string> ids = {std::string(introductionId)};
  addIds(ids, ActionKind::Restarted);
  addIds(ids, Refusal::SolverUnknown);
  addIds(ids, StateStepKind::Shown);
  return ids;
}

bool needsNotion(const std::string& id) {
  return id.starts_with("action ") || id.starts_with("refusal ");
}

bool isNotion(std::string_view line) {
  return line.size() > 2 && line.starts_with('*') && line.ends_with('*');
}

} // namespace

// Goes through the lines once. A lesson is complete when the next one begins.
class LessonReader {
public:
  Result<Lessons> read(std::string_view text) {
    std::istringstream lines{std::string(text)};
    for (std::string line; m_wrong.empty() && std::getline(lines, line);) {
      m_line++;
      if (line.starts_with(headingMark))
        begin(line.substr(headingMark.size()));
      else if (m_current && !line.empty())
        add(line);
    }
    finish();
    for (const std::string& id : m_ids)
      if (m_wrong.empty() && !m_lessons.m_lessons.contains(id))
        m_wrong = fmt::format("there is no lesson '{}'", id);
    if (!m_wrong.empty())
      return Error{ErrorCode::BadFormat, fmt::format("lessons.md:{}", m_line), m_wrong};
    return std::move(m_lessons);
  }

private:
  void begin(const std::string& heading) {
    finish();
    const std::size_t mark = heading.find(titleMark);
    if (!m_wrong.empty() || mark == std::string::npos || mark + titleMark.size() == heading.size()) {
      fail("a lesson begins with '## ID: TITLE'");
      return;
    }
    m_id = heading.substr(0, mark);
    if (!m_ids.contains(m_id))
      fail(fmt::format("no step is named '{}'", m_id));
    const auto [at, isNew] = m_lessons.m_lessons.try_emplace(m_id);
    if (!isNew)
      fail(fmt::format("the lesson '{}' is there twice", m_id));
    m_current = &at->second;
    m_current->title = heading.substr(mark + titleMark.size());
  }

  void add(const std::string& line) {
    if (line.starts_with('#'))
      fail("a lesson begins with '## ID: TITLE'");
    else if (!m_current->notion.empty())
      fail(fmt::format("the lesson '{}' has a line behind its term", m_id));
    else if (isNotion(line))
      m_current->notion = line.substr(1, line.size() - 2);
    else
      m_current->text += (m_current->text.empty() ? "" : " ") + line;
  }

  void finish() {
    if (!m_current)
      return;
    if (m_current->text.empty())
      fail(fmt::format("the lesson '{}' has no text", m_id));
    else if (needsNotion(m_id) && m_current->notion.empty())
      fail(fmt::format("the lesson '{}' has no term of the literature, in asterisks", m_id));
    else if (!needsNotion(m_id) && !m_current->notion.empty())
      fail(fmt::format("the lesson '{}' has a term of the literature; only actions and refusals have", m_id));
    m_current = nullptr;
  }

  // The first fault counts.
  void fail(const std::string& wrong) {
    if (m_wrong.empty())
      m_wrong = wrong;
  }

  const std::set<std::string> m_ids = lessonIds();
  Lessons m_lessons;
  Lesson* m_current = nullptr; // that the lines belong to; null before the first
  std::string m_id, m_wrong;
  std::size_t m_line = 0;
};

Result<Lessons> Lessons::read(std::string_view text) {
  return LessonReader().read(text);
}

const Lesson& Lessons::introduction() const {
  return m_lessons.at(std::string(introductionId));
}

const Lesson& Lessons::of(ActionKind action) const {
  return m_lessons.at(idOf(action));
}

const Lesson& Lessons::of(Refusal refusal) const {
  return m_lessons.at(idOf(refusal));
}

const Lesson& Lessons::of(StateStepKind kind) const {
  return m_lessons.at(idOf(kind));
}

const Lesson* Lessons::ofLine(std::string_view key) const {
  const std::string_view kind = key.substr(0, key.find(' '));
  for (const std::string_view sort : {"action", "state"})
    if (const auto found = m_lessons.find(fmt::format("{} {}", sort, kind)); found != m_lessons.end())
      return &found->second;
  return nullptr;
}

} // namespace revisit
