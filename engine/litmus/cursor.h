// Reads the parts of a litmus test that are not C code, word by word. The first error is kept; from then on the cursor
// is at the end, so that a parser need not look after each step.
#pragma once

#include "base/result.h"
#include "litmus/test.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace revisit::litmus {

class Cursor {
public:
  // Keeps the text. `file` is named in errors.
  Cursor(std::string file, std::string_view text) : m_file(std::move(file)), m_text(text) {}

  // The next word, without going on: an identifier, a number (with a sign), an operator, or one character. Empty at the
  // end.
  std::string_view peek();
  // The word behind the next one.
  std::string_view peekSecond();
  // The next word, and goes on.
  std::string_view take();
  // Goes on if this is the next word.
  bool skip(std::string_view word);
  // The same, and an error if it is not. `what` describes where it is missing: "after the initial values".
  void expect(std::string_view word, std::string_view what);
  // The next word if it is an identifier; otherwise an error with this text.
  std::string identifier(std::string_view what);

  // The rest of the line, without blanks at its ends.
  std::string restOfLine();
  // A text in double quotes: skips it.
  void skipQuoted();

  // For C code, in which "(*" begins no comment.
  void setCode(bool isCode) { m_isCode = isCode; }
  std::size_t offset() const { return m_offset; }
  void moveTo(std::size_t offset) { m_offset = offset; }
  std::string_view text() const { return m_text; }

  Place place(); // of the next word
  Place placeAt(std::size_t offset) const;
  void fail(std::string_view what) { fail(place(), what); }
  void fail(const Place& place, std::string_view what);
  bool hasFailed() const { return m_error.has_value(); }
  const Error& error() const { return *m_error; }

private:
  void skipBlanks();
  bool skipComment();
  std::size_t lengthAt(std::size_t offset) const; // of the word there

  std::string m_file;
  std::string_view m_text;
  std::size_t m_offset = 0;
  bool m_isCode = false;
  std::optional<Error> m_error;
};

bool isIdentifier(std::string_view word);
// A number as C and the condition have it: decimal, or hexadecimal with 0x. Nothing if it is none, or has more than 64
// bits.
std::optional<Number> numberOf(std::string_view word);

} // namespace revisit::litmus
