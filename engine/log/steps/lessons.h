// Lessons about the algorithms: for each kind of step, and for each refusal, a paragraph in plain words. For users who
// learn an algorithm by watching it. The texts are in lessons.md.
#pragma once

#include "base/result.h"
#include "explore/actions.h"
#include "log/state_log.h"

#include <map>
#include <string>
#include <string_view>

namespace revisit {

struct Lesson {
  std::string title;  // "A revisit is refused"
  std::string text;   // a paragraph
  std::string notion; // of an action or a refusal, the term of the literature: "backward revisit", "maximality"
};

class Lessons {
public:
  // Reads the text of lessons.md, which says what its form is. BadFormat, with the line: a lesson without a part that
  // it needs, one that is there twice, one that no step has, a step without one.
  static Result<Lessons> read(std::string_view text);

  const Lesson& introduction() const; // before the first step
  const Lesson& of(ActionKind action) const;
  const Lesson& of(Refusal refusal) const; // of None: why an alternative is kept for later
  const Lesson& of(StateStepKind kind) const;
  // Of the kind of step that a line of an algorithm's listing is for: see lineKey(). Null: no step has that key.
  const Lesson* ofLine(std::string_view key) const;
  std::size_t count() const { return m_lessons.size(); }

private:
  friend class LessonReader;

  Lessons() = default;

  std::map<std::string, Lesson> m_lessons; // by ID; has one for each step
};

} // namespace revisit
