#include "program/read_symbols.h"

#include <fmt/format.h>

namespace revisit {

ExprId ReadSymbols::of(ExpressionPool& pool, ThreadId thread, std::uint32_t number, unsigned bytes) {
  return pool.symbolExpr(pool.symbol(ThreadId(firstThread + thread.value()), number, 8 * bytes,
                                     fmt::format("T{}.read{}", thread.value(), number)));
}

bool ReadSymbols::is(const ExpressionPool& pool, SymbolId symbol, ThreadId& thread, std::uint32_t& number) {
  const SymbolInfo& info = pool.symbolInfo(symbol);
  // Above these threads is the one of memory (predicates.h).
  if (info.thread.value() < firstThread || info.thread.value() >= firstThread + (1u << 16))
    return false;
  thread = ThreadId(info.thread.value() - firstThread);
  number = info.index;
  return true;
}

} // namespace revisit
