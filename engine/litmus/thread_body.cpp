#include "litmus/thread_body.h"

#include "litmus/refused_words.h"
#include "litmus/types.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace revisit::litmus {
namespace {

// A word of C code. At the end of the text it is empty.
struct CodeWord {
  std::size_t begin = 0;
  std::string_view text;
};

class BodyReader {
public:
  BodyReader(Cursor& cursor, Thread& thread) : m_cursor(cursor), m_thread(thread), m_text(cursor.text()) {}

  void read() {
    m_cursor.setCode(true);
    m_begin = m_cursor.offset();
    m_code = std::string(m_text.substr(m_begin));
    const std::size_t end = readStatements();
    if (m_cursor.hasFailed())
      return;
    m_code.resize(end - m_begin);
    m_thread.body = std::move(m_code);
    m_thread.bodyPlace = m_cursor.placeAt(m_begin);
    m_thread.endPlace = m_cursor.placeAt(end);
    m_cursor.moveTo(end + 1);
    m_cursor.setCode(false);
  }

private:
  // Returns the offset of the closing brace.
  std::size_t readStatements() {
    std::size_t offset = m_begin;
    bool beginsStatement = true;
    std::string_view previous;
    for (unsigned depth = 1;;) {
      const CodeWord word = wordFrom(offset);
      if (!isAllowed(word))
        return offset;
      if (beginsStatement && beginsType(word.text)) {
        offset = readDeclaration(word.begin);
        if (m_cursor.hasFailed())
          return offset;
        beginsStatement = false;
        continue;
      }
      depth += word.text == "{";
      depth -= word.text == "}";
      if (depth == 0)
        return word.begin;
      beginsStatement =
          word.text == "{" || word.text == "}" || word.text == ";" || (word.text == "(" && previous == "for");
      previous = word.text;
      offset = word.begin + word.text.size();
    }
  }

  CodeWord wordFrom(std::size_t offset) const {
    for (;;) {
      while (offset < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[offset])))
        offset++;
      const std::string_view rest = m_text.substr(offset);
      if (rest.starts_with("//"))
        offset = std::min(m_text.find('\n', offset), m_text.size());
      else if (rest.starts_with("/*"))
        offset = std::min(m_text.find("*/", offset + 2), m_text.size() - 2) + 2;
      else
        return {offset, rest.substr(0, lengthOf(rest))};
    }
  }

  static std::size_t lengthOf(std::string_view rest) {
    if (rest.empty())
      return 0;
    const auto isOfWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    std::size_t length = 1;
    if (rest[0] == '"' || rest[0] == '\'') {
      while (length < rest.size() && rest[length] != rest[0] && rest[length] != '\n')
        length += rest[length] == '\\' ? 2 : 1;
      return std::min(length + 1, rest.size());
    }
    if (isOfWord(rest[0]))
      while (length < rest.size() && isOfWord(rest[length]))
        length++;
    return length;
  }

  // Otherwise it fails.
  bool isAllowed(const CodeWord& word) {
    if (word.text.empty()) {
      m_cursor.fail(m_cursor.placeAt(m_begin - 1), "this brace is never closed");
      return false;
    }
    std::string why;
    if (word.text == "#")
      why = "a thread of a litmus test has no lines for the preprocessor: write out what they stand for";
    else if (isIdentifier(word.text))
      why = whyRefused(word.text, wordFrom(word.begin + word.text.size()).text == "(");
    if (!why.empty())
      m_cursor.fail(m_cursor.placeAt(word.begin), why);
    return why.empty();
  }

  // Returns the offset behind the last declarator, or behind the type where the declaration stays as it is.
  std::size_t readDeclaration(std::size_t begin) {
    m_cursor.moveTo(begin);
    const WrittenType written = takeType(m_cursor);
    std::size_t offset = m_cursor.offset();
    std::vector<std::string> stars = written.stars;
    bool isFirst = true, isKept = false; // isKept: an assignment stands before this declarator
    for (;; isFirst = false) {
      m_cursor.moveTo(offset);
      while (!isFirst && m_cursor.skip("*"))
        stars.emplace_back("*");
      const Place place = m_cursor.place();
      const std::size_t nameBegin = m_cursor.offset();
      const std::string name = m_cursor.identifier("the name of a variable is expected here");
      const std::string_view next = m_cursor.peek();
      if (m_cursor.hasFailed() || (isFirst && next != "=" && next != "," && next != ";"))
        return nameBegin; // an array or a function: it stays, and is no register
      if (next != "=" && next != "," && next != ";")
        m_cursor.fail("declare this variable alone, in a declaration of its own");
      WrittenType type = written;
      type.stars = stars;
      addRegister(place, {name, type.type(), 0});
      blank(begin, nameBegin);
      const std::size_t end = endOfInitialiser(nameBegin);
      if (m_cursor.hasFailed())
        return end;
      if (next != "=")
        blank(nameBegin, end);
      else if (isKept)
        m_code[begin - m_begin] = ',';
      isKept |= next == "=";
      if (m_text[end] != ',')
        return end;
      begin = end;
      offset = end + 1;
      stars.clear();
    }
  }

  // The comma or semicolon that ends the declarator.
  std::size_t endOfInitialiser(std::size_t offset) {
    for (unsigned depth = 0;;) {
      const CodeWord word = wordFrom(offset);
      if (!isAllowed(word))
        return offset;
      if (depth == 0 && (word.text == "," || word.text == ";"))
        return word.begin;
      depth += word.text == "(" || word.text == "[" || word.text == "{";
      depth -= depth > 0 && (word.text == ")" || word.text == "]" || word.text == "}");
      offset = word.begin + word.text.size();
    }
  }

  void addRegister(const Place& place, Register added) {
    if (std::ranges::find(m_thread.parameters, added.name, &Parameter::name) != m_thread.parameters.end())
      return m_cursor.fail(place,
                           fmt::format("{} is a parameter of this thread: give the register another name", added.name));
    const auto known = std::ranges::find(m_thread.registers, added.name, &Register::name);
    if (known == m_thread.registers.end())
      m_thread.registers.push_back(std::move(added));
    else if (known->type.text != added.type.text)
      m_cursor.fail(place, fmt::format("the register {} is of type {} above: give this one another name", added.name,
                                       known->type.text));
  }

  void blank(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin - m_begin; i < end - m_begin; i++)
      if (m_code[i] != '\n' && m_code[i] != '\t')
        m_code[i] = ' ';
  }

  Cursor& m_cursor;
  Thread& m_thread;
  const std::string_view m_text;
  std::size_t m_begin = 0; // of the body in the text
  std::string m_code;      // the text from there on, as it is rewritten
};

} // namespace

void takeBody(Cursor& cursor, Thread& thread) {
  cursor.expect("{", "before the code of a thread");
  if (!cursor.hasFailed())
    BodyReader(cursor, thread).read();
}

} // namespace revisit::litmus
