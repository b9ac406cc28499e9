#include "base/names.h"
#include "base/suggestion.h"
#include "goals/goal.h"
#include "program/objects/object_operations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <iterator>

namespace revisit {

namespace {

using Path = Goal::Path;
using Moment = Goal::Moment;

constexpr std::size_t mostPaths = 256, mostMoments = 16;

// The paths in which one of `a` and one of `b` hold at the same moment: their earlier moments in any order.
void interleave(const Path& a, const Path& b, std::size_t i, std::size_t j, Path& begun, std::vector<Path>& made) {
  if (made.size() > mostPaths)
    return;
  if (i + 1 == a.size() && j + 1 == b.size()) {
    Path whole = begun;
    Moment last = a.back();
    last.insert(last.end(), b.back().begin(), b.back().end());
    whole.push_back(std::move(last));
    made.push_back(std::move(whole));
    return;
  }
  if (i + 1 < a.size()) {
    begun.push_back(a[i]);
    interleave(a, b, i + 1, j, begun, made);
    begun.pop_back();
  }
  if (j + 1 < b.size()) {
    begun.push_back(b[j]);
    interleave(a, b, i, j + 1, begun, made);
    begun.pop_back();
  }
}

std::optional<unsigned> lineNumber(std::string_view digits) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() || number == 0)
    return std::nullopt;
  return number;
}

std::optional<GoalLine> lineIn(std::string_view word) {
  const std::size_t colon = word.rfind(':');
  if (colon == std::string_view::npos || colon == 0 || word[colon - 1] == ':')
    return std::nullopt;
  const std::optional<unsigned> number = lineNumber(word.substr(colon + 1));
  if (!number)
    return std::nullopt;
  return GoalLine{std::string(word.substr(0, colon)), *number};
}

// All words that name what can be done to an object or to memory.
std::vector<std::string> operationWords() {
  std::vector<std::string> words = {"read", "write", "update", "create", "join", "end"};
  for (const ObjectOperation& row : objectOperations)
    if (std::ranges::find(words, row.words) == words.end())
      words.emplace_back(row.words);
  return words;
}

class GoalParser {
public:
  explicit GoalParser(const std::string& text) : m_text(text) { m_goal.text = text; }

  Result<Goal> parse() {
    std::vector<Path> paths = alternatives();
    if (!m_error && !peek().empty())
      fail(m_at, peek() == ")" ? "this parenthesis was not opened"
                               : fmt::format("'{}' is not expected here: goals are joined with and, or, then", peek()));
    if (m_error)
      return *m_error;
    m_goal.paths = std::move(paths);
    return std::move(m_goal);
  }

private:
  void fail(std::size_t at, std::string what) {
    if (!m_error)
      m_error = Error{ErrorCode::BadUsage, fmt::format("goal, column {}", at + 1), std::move(what)};
  }

  // The next word, or parenthesis, without taking it. What stands in single quotes is a word.
  std::string peek() {
    while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0)
      m_at++;
    m_next = m_at;
    m_isQuoted = false;
    if (m_at >= m_text.size())
      return {};
    if (m_text[m_at] == '(' || m_text[m_at] == ')')
      return m_text.substr(m_at, (m_next = m_at + 1) - m_at);
    if (m_text[m_at] == '\'') {
      const std::size_t close = m_text.find('\'', m_at + 1);
      if (close == std::string::npos) {
        fail(m_at, "this quote is not closed");
        m_next = m_text.size();
        return m_text.substr(m_at);
      }
      m_next = close + 1;
      m_isQuoted = true;
      return m_text.substr(m_at + 1, close - m_at - 1);
    }
    while (m_next < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_next])) == 0 &&
           m_text[m_next] != '(' && m_text[m_next] != ')')
      m_next++;
    return m_text.substr(m_at, m_next - m_at);
  }

  void skip() {
    peek();
    m_at = m_next;
  }

  bool isNext(std::string_view word) { return peek() == word && !m_isQuoted; }

  bool takeIf(std::string_view word) {
    if (m_error || !isNext(word))
      return false;
    m_at = m_next;
    return true;
  }

  bool isJoint() {
    static constexpr std::array<std::string_view, 8> words = {"and", "or", "then", "before", "in", "at", "if", ")"};
    const std::string word = peek();
    return word.empty() || (!m_isQuoted && std::ranges::find(words, word) != words.end());
  }

  std::vector<Path> alternatives() {
    std::vector<Path> paths = sequence();
    while (takeIf("or")) {
      std::vector<Path> more = sequence();
      paths.insert(paths.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    }
    return paths;
  }

  std::vector<Path> sequence() {
    std::vector<Path> paths = together();
    while (takeIf("then")) {
      const std::vector<Path> later = together();
      std::vector<Path> both;
      for (const Path& first : paths)
        for (const Path& second : later) {
          both.push_back(first);
          both.back().insert(both.back().end(), second.begin(), second.end());
        }
      paths = bounded(std::move(both));
    }
    return paths;
  }

  std::vector<Path> together() {
    std::vector<Path> paths = atom();
    while (takeIf("and")) {
      const std::vector<Path> others = atom();
      std::vector<Path> both;
      for (const Path& one : paths)
        for (const Path& other : others) {
          Path begun;
          if (!m_error)
            interleave(one, other, 0, 0, begun, both);
        }
      paths = bounded(std::move(both));
    }
    return paths;
  }

  std::vector<Path> bounded(std::vector<Path> paths) {
    if (paths.size() > mostPaths ||
        std::ranges::any_of(paths, [](const Path& path) { return path.size() > mostMoments; }))
      fail(0, fmt::format("the goal stands for too many sequences of moments: at most {}, of {} each", mostPaths,
                          mostMoments));
    return m_error ? std::vector<Path>() : paths;
  }

  std::vector<Path> atom() {
    if (m_error)
      return {};
    if (isNext("(")) {
      const std::size_t open = m_at;
      if (++m_depth > 100)
        fail(open, "the goal is nested too deeply");
      skip();
      std::vector<Path> inside = alternatives();
      if (!m_error && !takeIf(")"))
        fail(open, "this parenthesis is not closed");
      m_depth--;
      return inside;
    }
    const std::size_t begin = (peek(), m_at), known = m_goal.atoms.size();
    std::vector<Path> made = simple();
    std::size_t end = std::min(m_at, m_text.size());
    while (end > begin && std::isspace(static_cast<unsigned char>(m_text[end - 1])) != 0)
      end--;
    for (std::size_t i = known; i < m_goal.atoms.size(); i++)
      m_goal.atoms[i].text = m_text.substr(begin, end - begin);
    return made;
  }

  // An atom that is no group.
  std::vector<Path> simple() {
    const std::size_t begin = (peek(), m_at);
    if (takeIf("when"))
      return withCondition({});
    GoalAtom atom;
    if (const std::optional<GoalLine> line = m_isQuoted ? std::nullopt : lineIn(peek())) {
      skip();
      atom.line = line;
      if (takeIf("in"))
        atom.thread = thread();
      if (takeIf("reads"))
        return reads(std::move(atom));
      return stands(std::move(atom));
    }
    if (takeIf("reads"))
      return reads(std::move(atom));
    if (takeIf("waits"))
      return waits(std::move(atom));
    if (subject(atom.thread)) {
      if (takeIf("at")) {
        atom.line = line();
        return stands(std::move(atom));
      }
      if (takeIf("waits"))
        return waits(std::move(atom));
      skip();
      return reads(std::move(atom));
    }
    if (peek().empty() || isJoint()) {
      fail(begin, "something to look for is missing here: a line as in a.c:40, 'T1 waits at a.c:40', "
                  "'T2 reads x from a.c:22', 'unlock m in T1 before lock m in T2', 'when x == 0'");
      return {};
    }
    return event();
  }

  // Whether a thread follows that at, waits or reads is said of; it is taken then.
  bool subject(GoalThread& found) {
    const std::size_t before = m_at;
    if (isJoint())
      return false;
    found = thread();
    if (!m_error && (isNext("at") || isNext("waits") || isNext("reads")))
      return true;
    m_at = before;
    found = {};
    return false;
  }

  GoalThread thread() {
    const std::string word = peek();
    if (word.empty() || isJoint()) {
      fail(m_at, "a thread is missing here: its number, as in T1, or its name");
      return {};
    }
    skip();
    GoalThread found;
    if (word.size() > 1 && word[0] == 'T' &&
        std::ranges::all_of(word.substr(1), [](char c) { return c >= '0' && c <= '9'; })) {
      std::uint32_t number = 0;
      const auto [end, error] = std::from_chars(word.data() + 1, word.data() + word.size(), number);
      (void)end;
      if (error == std::errc()) {
        found.number = number;
        return found;
      }
    }
    found.name = word;
    return found;
  }

  GoalLine line() {
    const std::string word = peek();
    if (std::optional<GoalLine> found = lineIn(word)) {
      skip();
      return *found;
    }
    fail(m_at, word.empty() ? std::string("a line is missing here, as in a.c:40")
                            : fmt::format("'{}' is no line: write FILE:NUMBER, as in a.c:40", word));
    return {};
  }

  std::size_t add(GoalAtom atom) {
    m_goal.atoms.push_back(std::move(atom));
    return m_goal.atoms.size() - 1;
  }

  std::vector<Path> withCondition(Moment moment) {
    GoalAtom atom;
    atom.kind = GoalAtom::Kind::Holds;
    if (!moment.empty())
      atom.at = moment.front();
    std::size_t end = m_at;
    Result<GoalCondition> condition = GoalCondition::parse(m_text, m_at, end);
    if (!condition) {
      if (!m_error)
        m_error = condition.error();
      return {};
    }
    m_at = end;
    atom.condition = std::move(*condition);
    moment.push_back(add(std::move(atom)));
    return {{std::move(moment)}};
  }

  // What the thread does at the line, or anywhere; `kind` says what.
  std::vector<Path> stands(GoalAtom atom, GoalAtom::Kind kind = GoalAtom::Kind::Stands) {
    atom.kind = kind;
    if (atom.thread.isAny() && takeIf("in"))
      atom.thread = thread();
    Moment moment = {add(std::move(atom))};
    return takeIf("if") ? withCondition(std::move(moment)) : std::vector<Path>{{std::move(moment)}};
  }

  std::vector<Path> waits(GoalAtom atom) {
    const bool isForEver = takeIf("for");
    if (isForEver && !takeIf("ever"))
      fail(m_at, "write 'waits for ever'");
    if (takeIf("at"))
      atom.line = line();
    return stands(std::move(atom), isForEver ? GoalAtom::Kind::WaitsForEver : GoalAtom::Kind::Waits);
  }

  std::vector<Path> reads(GoalAtom atom) {
    atom.kind = GoalAtom::Kind::Reads;
    atom.event.operation = "read";
    atom.event.thread = atom.thread;
    atom.event.line = atom.line;
    if (isJoint() || isNext("from"))
      fail(m_at, "the name of what is read is missing here");
    atom.event.name = peek();
    skip();
    if (!takeIf("from")) {
      fail(m_at, fmt::format("'from' is missing after '{}': from a line, a thread or start", atom.event.name));
      return {};
    }
    if (takeIf("start"))
      atom.fromStart = true;
    else if (!m_isQuoted && lineIn(peek()))
      atom.sourceLine = line();
    else {
      atom.sourceThread = thread();
      if (takeIf("at"))
        atom.sourceLine = line();
    }
    return {{{add(std::move(atom))}}};
  }

  // One operation, and what it is done to: "lock m", "try lock m in T1 at a.c:7".
  GoalEvent oneEvent() {
    const std::size_t begin = (peek(), m_at);
    std::vector<std::string> words;
    while (!m_error && !isJoint()) {
      words.push_back(peek());
      skip();
    }
    GoalEvent found;
    const bool isEnd = words.size() == 1 && words.front() == "end"; // of a thread
    if (words.size() < 2 && !isEnd) {
      fail(begin, words.empty() ? std::string("an operation is missing here, such as 'lock m'")
                                : fmt::format("'{}' is not enough: write a line (a.c:40), an operation with what it is "
                                              "done to ('lock m'), or a thread with at, waits or reads",
                                              words.front()));
      return found;
    }
    if (!isEnd) {
      found.name = words.back();
      words.pop_back();
    }
    found.operation = fmt::format("{}", fmt::join(words, " "));
    static const std::vector<std::string> known = operationWords();
    const auto names = [&](const std::string& whole) { return hasWords(whole, found.operation); };
    if (std::ranges::none_of(known, names)) {
      fail(begin, fmt::format("there is no operation '{}'{}", found.operation, didYouMean(found.operation, known)));
    }
    while (!m_error) {
      if (takeIf("in"))
        found.thread = thread();
      else if (takeIf("at"))
        found.line = line();
      else
        break;
    }
    return found;
  }

  std::vector<Path> event() {
    GoalAtom atom;
    atom.kind = GoalAtom::Kind::Happened;
    atom.event = oneEvent();
    if (!takeIf("before"))
      return {{{add(std::move(atom))}}};
    atom.kind = GoalAtom::Kind::First;
    atom.second = oneEvent();
    GoalAtom second;
    second.kind = GoalAtom::Kind::Second;
    second.first = add(std::move(atom));
    return {{{second.first}, {add(second)}}};
  }

  const std::string& m_text;
  std::size_t m_at = 0, m_next = 0;
  bool m_isQuoted = false;
  unsigned m_depth = 0;
  Goal m_goal;
  std::optional<Error> m_error;
};

} // namespace

Result<Goal> parseGoal(const std::string& text) {
  return GoalParser(text).parse();
}

} // namespace revisit
