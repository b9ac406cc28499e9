// The algorithms as text: a listing for each, and which of its lines a step of the log is at. For users who follow an
// algorithm step by step. The texts are in algorithms.md.
#pragma once

#include "base/result.h"
#include "log/log_entries.h"
#include "log/state_log.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace revisit {

struct AlgorithmLine {
  std::string text;              // without what it is indented by
  unsigned depth = 0;            // of the indentation, from 0
  std::vector<std::string> keys; // of the steps that are at it; empty: it only says what comes next
};

struct AlgorithmText {
  std::string title;  // "ConDpor"
  std::string source; // where it was published, and what differs
  std::vector<AlgorithmLine> lines;

  // The line with the step's key or, if there is none, with the name of its kind. Nothing: a step that it has not.
  std::optional<std::size_t> lineOf(std::string_view key) const;
};

class AlgorithmTexts {
public:
  // Reads the text of algorithms.md, which says what its form is. BadFormat, with the line: a listing without a name,
  // a source or lines, a name or a key that is there twice, a key that no step can have.
  static Result<AlgorithmTexts> read(std::string_view text);

  // By the name on the command line. Null: it has none.
  const AlgorithmText* of(std::string_view algorithm) const;
  std::size_t count() const { return m_texts.size(); }

private:
  friend class AlgorithmReader;

  AlgorithmTexts() = default;

  std::vector<AlgorithmText> m_texts;
  std::map<std::string, std::size_t, std::less<>> m_byName;
};

// What tells at which line the step is: the name of its kind and, where one kind has several lines, which: "added
// read", "revisit-refused inconsistent", "judged closed". The name of the kind is the part before the space.
std::string lineKey(const Step& step);
std::string lineKey(const StateStep& step);

} // namespace revisit
