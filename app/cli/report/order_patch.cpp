#include "order_patch.h"

#include "base/lower_case.h"
#include "witness/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <tuple>

namespace revisit::cli {

namespace {

using Lines = std::vector<std::string>;

constexpr std::array<std::string_view, 3> prefixes = {"memory_order_", "memory_order::", "__ATOMIC_"};

bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The name of an order in the source: the part of it that says which one.
struct Token {
  MemoryOrder order = MemoryOrder::Relaxed;
  unsigned line = 0;
  std::size_t column = 0, length = 0;
  bool isUpperCase = false;
};

// The memory order whose name begins at this position of the line; nothing if no such name does.
std::optional<Token> tokenAt(const std::string& text, std::size_t at) {
  if (at != 0 && isNameCharacter(text[at - 1]))
    return std::nullopt;
  for (const std::string_view prefix : prefixes) {
    if (text.compare(at, prefix.size(), prefix) != 0)
      continue;
    const std::size_t begin = at + prefix.size();
    std::size_t end = begin;
    while (end < text.size() && isNameCharacter(text[end]))
      end++;
    const std::string word = lowerCase(text.substr(begin, end - begin));
    const std::optional<MemoryOrder> order = memoryOrderNamed(word);
    if (order && *order != MemoryOrder::Plain)
      return Token{*order, 0, begin, end - begin, prefix == "__ATOMIC_"};
  }
  return std::nullopt;
}

// Reads the arguments of the call whose name begins at a position, over several lines if need be.
class CallReader {
public:
  CallReader(const Lines& lines, unsigned line, unsigned column) : m_lines(lines), m_line(line - 1), m_at(column - 1) {}

  // The orders among its own arguments, not those of calls within them. Nothing: there is no call, or its end is far.
  std::optional<std::vector<Token>> orders() {
    if (!skipName())
      return std::nullopt;
    int depth = 0;
    std::vector<Token> found;
    for (const std::size_t last = m_line + maxLines; m_line < m_lines.size() && m_line < last; m_line++, m_at = 0)
      while (m_at < m_lines[m_line].size()) {
        if (depth = depthAfter(depth); depth == 0)
          return found;
        if (!skipText())
          readToken(depth, found);
      }
    return std::nullopt;
  }

private:
  static constexpr std::size_t maxLines = 12;

  const std::string& text() const { return m_lines[m_line]; }

  // From the name, and what it is a member of, to the parenthesis behind it.
  bool skipName() {
    if (m_line >= m_lines.size())
      return false;
    const auto isPartOfName = [&](std::size_t at) {
      const char c = text()[at];
      return isNameCharacter(c) || c == ':' || c == '.' || c == '>' || (c == '-' && text().compare(at, 2, "->") == 0);
    };
    while (m_at < text().size() && isPartOfName(m_at))
      m_at++;
    while (m_at < text().size() && text()[m_at] == ' ')
      m_at++;
    return m_at < text().size() && text()[m_at] == '(';
  }

  int depthAfter(int depth) const {
    const char c = text()[m_at];
    return c == '(' || c == '[' || c == '{' ? depth + 1 : c == ')' || c == ']' || c == '}' ? depth - 1 : depth;
  }

  // Skips a comment to the end of the line, a string or a character.
  bool skipText() {
    if (text().compare(m_at, 2, "//") == 0) {
      m_at = text().size();
      return true;
    }
    const char quote = text()[m_at];
    if (quote != '"' && quote != '\'')
      return false;
    for (m_at++; m_at < text().size() && text()[m_at] != quote; m_at++)
      if (text()[m_at] == '\\')
        m_at++;
    m_at++;
    return true;
  }

  void readToken(int depth, std::vector<Token>& found) {
    if (std::optional<Token> token = tokenAt(text(), m_at); token && depth == 1) {
      token->line = static_cast<unsigned>(m_line) + 1;
      found.push_back(*token);
    }
    m_at++;
  }

  const Lines& m_lines;
  std::size_t m_line, m_at; // from 0
};

OrderEdit editOf(const OrderSite& site, const Token& token, MemoryOrder order) {
  std::string word(nameOf(order));
  if (token.isUpperCase)
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return {site.place.file, token.line, token.column, token.length, word};
}

Lines applied(Lines lines, std::vector<OrderEdit> edits) {
  std::ranges::sort(edits, std::ranges::greater()); // from the end, so that columns stay true
  edits.erase(std::ranges::unique(edits).begin(), edits.end());
  for (const OrderEdit& edit : edits)
    lines[edit.line - 1].replace(edit.column, edit.length, edit.text);
  return lines;
}

} // namespace

std::vector<OrderEdit> editsOf(const OrderSite& site, OrderLevel level, const Lines& lines) {
  if (site.place.line == 0 || site.place.column == 0)
    return {};
  const std::optional<std::vector<Token>> found = CallReader(lines, site.place.line, site.place.column).orders();
  if (!found || found->empty() || found->front().order != site.order)
    return {};
  std::vector<OrderEdit> edits = {editOf(site, found->front(), orderOf(level))};
  if (found->size() == 1)
    return edits;
  // A compare-and-swap names the order of success, then that of failure.
  if (site.label != LabelKind::Cas || found->size() != 2 || found->back().order != site.failureOrder)
    return {};
  edits.push_back(editOf(site, found->back(), failureOrderOf(level, site.now, site.failureOrder)));
  return edits;
}

OrderPatch patchOf(const std::vector<OrderSite>& sites, const OrderAssignment& levels, const SourceReader& sources) {
  struct File {
    std::optional<Lines> lines;
    std::vector<OrderEdit> edits;
  };
  OrderPatch patch{{}, std::vector<bool>(sites.size(), true)};
  std::map<std::string, File> files;
  using Word = std::tuple<std::string, unsigned, std::size_t>;
  std::map<Word, std::set<std::string>> meanings; // of each word: what sites want there, also those that keep it
  std::vector<std::vector<OrderEdit>> edits(sites.size());
  for (std::size_t i = 0; i < sites.size(); i++) {
    const auto [file, isNew] = files.try_emplace(sites[i].place.file);
    if (isNew)
      file->second.lines = sources(sites[i].place.file);
    if (file->second.lines)
      edits[i] = editsOf(sites[i], i < levels.size() ? levels[i] : sites[i].now, *file->second.lines);
    for (const OrderEdit& edit : edits[i])
      meanings[{edit.file, edit.line, edit.column}].insert(edit.text);
  }
  for (std::size_t i = 0; i < sites.size(); i++) {
    if (i >= levels.size() || levels[i] == sites[i].now)
      continue;
    const auto isPlain = [&](const OrderEdit& edit) {
      return meanings[{edit.file, edit.line, edit.column}].size() == 1;
    };
    patch.patched[i] = !edits[i].empty() && std::ranges::all_of(edits[i], isPlain);
    if (patch.patched[i])
      std::ranges::copy(edits[i], std::back_inserter(files[sites[i].place.file].edits));
  }
  for (const auto& [name, file] : files)
    if (!file.edits.empty())
      patch.text += unifiedDiff(name, *file.lines, applied(*file.lines, file.edits));
  return patch;
}

std::string unifiedDiff(const std::string& file, const Lines& before, const Lines& after) {
  constexpr std::size_t context = 3;
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < before.size(); i++)
    if (before[i] != after[i])
      changed.push_back(i);
  if (changed.empty())
    return {};
  std::string text = fmt::format("--- {}\n+++ {}\n", file, file);
  for (std::size_t first = 0, last = 0; first < changed.size(); first = last + 1) {
    for (last = first; last + 1 < changed.size() && changed[last + 1] - changed[last] <= 2 * context;)
      last++;
    const std::size_t begin = changed[first] - std::min(changed[first], context);
    const std::size_t end = std::min(changed[last] + context + 1, before.size());
    text += fmt::format("@@ -{0},{1} +{0},{1} @@\n", begin + 1, end - begin);
    for (std::size_t i = begin; i < end; i++) {
      if (before[i] == after[i]) {
        text += ' ' + before[i] + '\n';
        continue;
      }
      std::size_t until = i;
      while (until < end && before[until] != after[until])
        until++;
      for (std::size_t k = i; k < until; k++)
        text += '-' + before[k] + '\n';
      for (std::size_t k = i; k < until; k++)
        text += '+' + after[k] + '\n';
      i = until - 1;
    }
  }
  return text;
}

} // namespace revisit::cli
