// The content of memory according to the trace: the content before main, overwritten by the recorded stores, with an
// expression for each symbolic byte. Byte-granular. Thread rule: belongs to one worker, like its pool.
#pragma once

#include "expression/expression.h"
#include "program/label.h"
#include "target/process.h"

#include <unordered_map>

namespace revisit {

class Shadow {
public:
  Shadow(const Process& process, ExpressionPool& pool) : m_process(process), m_pool(pool) {}

  void reset(); // back to the content before main
  void readBytes(std::uint64_t address, std::uint8_t* bytes, unsigned size);
  // Writes concrete content and drops expressions there.
  void writeBytes(std::uint64_t address, const std::uint8_t* bytes, unsigned size);
  // Like writeBytes; where `value` is an expression, its bytes are remembered as symbolic.
  void write(std::uint64_t address, const std::uint8_t* bytes, unsigned size, const Value& value);
  // The value of these bytes: concrete unless a byte is symbolic and there are at most 8.
  Value read(std::uint64_t address, unsigned size);

private:
  struct SymbolicByte {
    ExprId expr;
    unsigned index; // the byte of the expression, least significant first
  };
  struct Page {
    std::uint8_t bytes[4096];
    std::unordered_map<unsigned, SymbolicByte> symbolic;
  };
  Page& page(std::uint64_t number);

  const Process& m_process;
  ExpressionPool& m_pool;
  std::unordered_map<std::uint64_t, Page> m_pages;
};

} // namespace revisit
