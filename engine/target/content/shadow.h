// The content of memory according to the trace: the content before main, overwritten by the recorded stores, with an
// expression for each symbolic byte, and a loss for each that may depend on the inputs without one. Byte-granular.
// Thread rule: belongs to one worker, like its pool.
#pragma once

#include "expression/expression.h"
#include "path/losses.h"
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
  // Like writeBytes, but only where the content is another one. Losses stay.
  void correctBytes(std::uint64_t address, const std::uint8_t* bytes, unsigned size);
  // Like writeBytes; where `value` is an expression, its bytes are remembered as symbolic, unless they have a loss.
  void write(std::uint64_t address, const std::uint8_t* bytes, unsigned size, const Value& value,
             const LostBytes& lost = {});
  // The bytes keep their content, and have this loss from now on.
  void lose(std::uint64_t address, std::uint64_t bytes, LossId loss);
  // The value of these bytes: concrete unless a byte is symbolic and there are at most 8.
  Value read(std::uint64_t address, unsigned size);
  LostBytes lostBytes(std::uint64_t address, unsigned size);
  // Whether any byte has ever been symbolic or had a loss in this run.
  bool dependsOnInputs() const { return m_hasSymbolic; }
  // Whether one of these bytes is symbolic or has a loss.
  bool dependsOnInputs(std::uint64_t address, std::uint64_t bytes) const;

private:
  struct SymbolicByte {
    ExprId expr;        // invalid: it has a loss instead
    unsigned index = 0; // the byte of the expression, least significant first
    LossId loss;
  };
  struct Page {
    std::uint8_t bytes[4096];
    std::unordered_map<unsigned, SymbolicByte> symbolic;
  };
  Page& page(std::uint64_t number);
  // Notes of what a byte of the page depends on from now on.
  static void noteByte(Page& in, unsigned at, const SymbolicByte& what);
  const SymbolicByte* symbolicAt(std::uint64_t address) const; // null: the byte is concrete

  const Process& m_process;
  ExpressionPool& m_pool;
  std::unordered_map<std::uint64_t, Page> m_pages;
  bool m_hasSymbolic = false;
  std::uint64_t m_lastNumber = 0; // of the page that was used last
  Page* m_lastPage = nullptr;
};

} // namespace revisit
