#include "litmus/cursor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace revisit::litmus {
namespace {

bool isLetter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool isOfWord(char c) {
  return isLetter(c) || isDigit(c);
}

} // namespace

void Cursor::fail(const Place& place, std::string_view what) {
  if (!m_error)
    m_error = Error{ErrorCode::BadUsage, fmt::format("{}:{}:{}", m_file, place.line, place.column), std::string(what)};
  m_offset = m_text.size();
}

Place Cursor::placeAt(std::size_t offset) const {
  const std::string_view before = m_text.substr(0, offset);
  const std::size_t begin = before.rfind('\n') + 1; // 0 in the first line, because npos + 1 is 0
  return {static_cast<unsigned>(std::ranges::count(before, '\n') + 1), static_cast<unsigned>(offset - begin + 1)};
}

Place Cursor::place() {
  skipBlanks();
  return placeAt(m_offset);
}

void Cursor::skipBlanks() {
  do
    while (m_offset < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_offset])))
      m_offset++;
  while (skipComment());
}

// (* *), which may be nested, // and /* */.
bool Cursor::skipComment() {
  const std::string_view rest = m_text.substr(m_offset);
  const std::size_t begin = m_offset;
  if (rest.starts_with("//")) {
    m_offset = std::min(m_text.find('\n', m_offset), m_text.size());
    return true;
  }
  if (rest.starts_with("/*")) {
    const std::size_t end = m_text.find("*/", m_offset + 2);
    if (end == std::string_view::npos)
      fail(placeAt(begin), "this comment has no end");
    else
      m_offset = end + 2;
    return true;
  }
  if (m_isCode || !rest.starts_with("(*"))
    return false;
  for (unsigned depth = 0;;) {
    const std::string_view here = m_text.substr(m_offset, 2);
    if (here.size() < 2) {
      fail(placeAt(begin), "this comment has no end");
      return true;
    }
    const bool opens = here == "(*", closes = here == "*)";
    depth += opens;
    depth -= closes;
    m_offset += opens || closes ? 2 : 1;
    if (depth == 0)
      return true;
  }
}

std::size_t Cursor::lengthAt(std::size_t offset) const {
  if (offset >= m_text.size())
    return 0;
  std::size_t end = offset;
  const bool isSigned = m_text[offset] == '-' && offset + 1 < m_text.size() && isDigit(m_text[offset + 1]);
  if (isLetter(m_text[offset]) || isDigit(m_text[offset]) || isSigned) {
    for (end++; end < m_text.size() && isOfWord(m_text[end]);)
      end++;
    return end - offset;
  }
  for (const std::string_view word : {"/\\", "\\/", "==", "!=", "<>", "=>", "&&", "||"})
    if (m_text.substr(offset).starts_with(word))
      return word.size();
  return 1;
}

std::string_view Cursor::peek() {
  skipBlanks();
  return m_text.substr(m_offset, lengthAt(m_offset));
}

std::string_view Cursor::peekSecond() {
  const std::size_t begin = m_offset;
  take();
  const std::string_view word = peek();
  if (!m_error)
    m_offset = begin;
  return word;
}

std::string_view Cursor::take() {
  const std::string_view word = peek();
  m_offset += word.size();
  return word;
}

bool Cursor::skip(std::string_view word) {
  if (peek() != word)
    return false;
  take();
  return true;
}

void Cursor::expect(std::string_view word, std::string_view what) {
  if (skip(word))
    return;
  const std::string found = peek().empty() ? "the end of the file" : fmt::format("'{}'", peek());
  fail(fmt::format("'{}' is expected {}, not {}", word, what, found));
}

std::string Cursor::identifier(std::string_view what) {
  if (isIdentifier(peek()))
    return std::string(take());
  fail(what);
  return {};
}

std::string Cursor::restOfLine() {
  const std::size_t end = std::min(m_text.find('\n', m_offset), m_text.size());
  std::string_view line = m_text.substr(m_offset, end - m_offset);
  m_offset = end;
  const auto isBlank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!line.empty() && isBlank(line.front()))
    line.remove_prefix(1);
  while (!line.empty() && isBlank(line.back()))
    line.remove_suffix(1);
  return std::string(line);
}

void Cursor::skipQuoted() {
  const Place begin = place();
  const std::size_t end = m_text.find('"', m_offset + 1);
  if (end == std::string_view::npos)
    return fail(begin, "this text has no closing quote");
  m_offset = end + 1;
}

bool isIdentifier(std::string_view word) {
  return !word.empty() && isLetter(word.front());
}

std::optional<Number> numberOf(std::string_view word) {
  const bool isNegative = word.starts_with('-');
  std::string_view digits = word.substr(isNegative ? 1 : 0);
  const bool isHexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
  digits.remove_prefix(isHexadecimal ? 2 : 0);
  std::uint64_t number = 0;
  const auto [end, code] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, isHexadecimal ? 16 : 10);
  if (code != std::errc() || end != digits.data() + digits.size())
    return std::nullopt;
  return static_cast<Number>(isNegative ? 0 - number : number);
}

} // namespace revisit::litmus
