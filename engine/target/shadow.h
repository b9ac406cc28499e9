// What the trace says memory holds: the content before main, overlaid by the recorded stores, with an expression
// wherever a stored byte was symbolic. Byte-granular. Thread rule: belongs to one worker, like its pool.
#pragma once

#include "program/label.h"
#include "symbolic/expression.h"
#include "target/process.h"

#include <unordered_map>

namespace revisit {

class Shadow {
public:
  Shadow(const Process& process, ExpressionPool& pool) : m_process(process), m_pool(pool) {}

  void reset(); // to the memory before main
  void readBytes(std::uint64_t address, std::uint8_t* bytes, unsigned size);
  // Concrete content; forgets expressions there.
  void writeBytes(std::uint64_t address, const std::uint8_t* bytes, unsigned size);
  // Like writeBytes; where `value` is an expression its bytes are remembered.
  void write(std::uint64_t address, const std::uint8_t* bytes, unsigned size, const Value& value);
  // The value of these bytes: concrete unless a byte is symbolic or there are more than 8.
  Value read(std::uint64_t address, unsigned size);

private:
  struct SymbolicByte {
    ExprId expr;
    unsigned index; // which byte of it, low first
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
