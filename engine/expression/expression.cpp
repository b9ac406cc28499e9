// Interning, symbols and the public functions of the pool.
#include "expression/pool_impl.h"

#include <algorithm>
#include <cassert>

namespace revisit {

using Impl = ExpressionPool::Impl;

std::uint64_t Assignment::get(SymbolId symbol) const {
  const auto it = std::lower_bound(m_entries.begin(), m_entries.end(), std::pair(symbol, std::uint64_t(0)));
  return it != m_entries.end() && it->first == symbol ? it->second : 0;
}

bool Assignment::has(SymbolId symbol) const {
  const auto it = std::lower_bound(m_entries.begin(), m_entries.end(), std::pair(symbol, std::uint64_t(0)));
  return it != m_entries.end() && it->first == symbol;
}

void Assignment::set(SymbolId symbol, std::uint64_t value) {
  const auto it = std::lower_bound(m_entries.begin(), m_entries.end(), std::pair(symbol, std::uint64_t(0)));
  if (it != m_entries.end() && it->first == symbol)
    it->second = value;
  else
    m_entries.insert(it, {symbol, value});
}

Impl::Impl() : m_table(1024, 0) {
  m_symbolSets.emplace_back();
  m_symbolSetIds.emplace(std::vector<SymbolId>(), 0);
}

bool Impl::isZero(ExprId e) const {
  return isConstant(e) && (width(e) <= 64 ? node(e).bits == 0 : wide(e).zero());
}

bool Impl::isOnes(ExprId e) const {
  return isConstant(e) && (width(e) <= 64 ? node(e).bits == maskOf(width(e)) : wideNot(wide(e)).zero());
}

bool Impl::isNarrowConstant(ExprId e, std::uint64_t bits) const {
  return isConstant(e) && width(e) <= 64 && node(e).bits == bits;
}

WideBits Impl::wide(ExprId constant) const {
  const Node& n = node(constant);
  WideBits bits(n.width, n.bits);
  if (n.width > 64)
    bits.words = m_wideWords[n.aux];
  return bits;
}

ExprId Impl::constant(unsigned width, std::uint64_t bits) {
  if (width > 64)
    return constant(WideBits(width, bits));
  Node n;
  n.width = width;
  n.bits = bits & maskOf(width);
  n.range = {n.bits, n.bits};
  return intern(n);
}

// The words of a wide constant are stored first, because intern() compares by them. They are taken away again when the
// constant was there already: then its own node has other words.
ExprId Impl::constant(const WideBits& bits) {
  if (bits.width <= 64)
    return constant(bits.width, bits.words[0]);
  Node n;
  n.width = bits.width;
  n.bits = bits.words[0];
  n.narrow = false;
  n.aux = static_cast<std::uint32_t>(m_wideWords.size());
  m_wideWords.push_back(bits.words);
  const ExprId e = intern(n);
  if (node(e).aux != n.aux)
    m_wideWords.pop_back();
  return e;
}

// A node of at most 64 bits whose range has one value only is made that constant: it then has the constant's id.
ExprId Impl::make(ExprOp op, unsigned width, std::initializer_list<ExprId> operands, std::uint32_t aux) {
  Node n;
  n.op = op;
  n.width = width;
  n.aux = aux;
  n.narrow = width <= 64;
  n.divides = op >= ExprOp::UDiv && op <= ExprOp::SRem;
  for (ExprId operand : operands) {
    n.operands[n.operandCount++] = operand;
    n.narrow = n.narrow && node(operand).narrow;
    n.divides = n.divides || node(operand).divides;
    n.symbolSet = unionOf(n.symbolSet, node(operand).symbolSet);
  }
  if (width <= 64) {
    n.range = rangeOfOperation(n);
    if (n.range.isSingle())
      return constant(width, n.range.low);
  }
  return intern(n);
}

// Requires a result of at most 64 bits.
ValueRange Impl::rangeOfOperation(const Node& n) const {
  for (unsigned i = 0; i < n.operandCount; ++i)
    if (width(n.operands[i]) > 64)
      return wholeRange(n.width);
  const ValueRange first = range(n.operands[0]);
  const unsigned inner = width(n.operands[0]);
  switch (n.op) {
  case ExprOp::Not:
    return rangeOfNot(n.width, first);
  case ExprOp::Concat:
    return rangeOfConcat(first, width(n.operands[1]), range(n.operands[1]));
  case ExprOp::Extract:
    return rangeOfExtract(first, n.aux, n.width);
  case ExprOp::ZExt:
    return first;
  case ExprOp::SExt:
    return rangeOfSignExtension(inner, n.width, first);
  case ExprOp::Ite:
    return unionOfRanges(range(n.operands[1]), range(n.operands[2]));
  default:
    return rangeOf(n.op, inner, first, range(n.operands[1]));
  }
}

ExprId Impl::makeOrdered(ExprOp op, unsigned width, ExprId a, ExprId b) {
  if (isConstant(a) || (!isConstant(b) && b < a))
    std::swap(a, b);
  return make(op, width, {a, b});
}

// Sets of symbols are numbered: 0 is the empty one, and equal sets have equal numbers. The union of two numbers is
// computed once.
std::uint32_t Impl::unionOf(std::uint32_t a, std::uint32_t b) {
  if (a == b || b == 0)
    return a;
  if (a == 0)
    return b;
  const std::uint64_t key = std::uint64_t(std::min(a, b)) << 32 | std::max(a, b);
  const auto [it, isNew] = m_unions.try_emplace(key, 0);
  if (!isNew)
    return it->second;
  std::vector<SymbolId> both;
  std::set_union(m_symbolSets[a].begin(), m_symbolSets[a].end(), m_symbolSets[b].begin(), m_symbolSets[b].end(),
                 std::back_inserter(both));
  const auto [set, added] = m_symbolSetIds.try_emplace(both, static_cast<std::uint32_t>(m_symbolSets.size()));
  if (added)
    m_symbolSets.push_back(std::move(both));
  return it->second = set->second;
}

bool Impl::same(const Node& a, const Node& b) const {
  if (a.hash != b.hash || a.op != b.op || a.width != b.width || a.operands != b.operands)
    return false;
  if (a.op == ExprOp::Constant)
    return a.width <= 64 ? a.bits == b.bits : m_wideWords[a.aux] == m_wideWords[b.aux];
  return a.aux == b.aux;
}

// Returns the node with this shape, and makes it if the pool has none. A node is never changed or moved. So equal
// shapes have equal ids while the pool lives, and references to nodes stay valid. The table is at most half full.
ExprId Impl::intern(const Node& wanted) {
  Node n = wanted;
  const auto mix = [&n](std::uint64_t value) {
    n.hash = (n.hash ^ value) * 0x9e3779b97f4a7c15ull;
    n.hash ^= n.hash >> 29;
  };
  mix(std::uint64_t(n.op) << 32 | n.width);
  if (n.op != ExprOp::Constant)
    mix(n.aux);
  else if (n.width <= 64)
    mix(n.bits);
  else
    for (std::uint64_t word : m_wideWords[n.aux])
      mix(word);
  for (unsigned i = 0; i < n.operandCount; ++i)
    mix(n.operands[i].value());

  const std::size_t mask = m_table.size() - 1;
  std::size_t slot = n.hash & mask;
  for (; m_table[slot] != 0; slot = (slot + 1) & mask)
    if (same(node(ExprId(m_table[slot] - 1)), n))
      return ExprId(m_table[slot] - 1);
  const std::uint32_t index = m_count++;
  if ((index & ChunkMask) == 0)
    m_chunks.push_back(std::make_unique<Node[]>(std::size_t(1) << ChunkBits));
  m_chunks[index >> ChunkBits][index & ChunkMask] = n;
  m_table[slot] = index + 1;
  if (std::size_t(m_count) * 2 > m_table.size())
    grow();
  return ExprId(index);
}

void Impl::grow() {
  m_table.assign(m_table.size() * 2, 0);
  const std::size_t mask = m_table.size() - 1;
  for (std::uint32_t i = 0; i < m_count; ++i) {
    std::size_t slot = node(ExprId(i)).hash & mask;
    while (m_table[slot] != 0)
      slot = (slot + 1) & mask;
    m_table[slot] = i + 1;
  }
}

ExprId Impl::symbol(SymbolId symbol) {
  if (symbol.value() >= FirstStandIn)
    return m_standInExprs[symbol.value() - FirstStandIn];
  ExprId& e = m_symbolExprs[symbol.value()];
  if (!e.valid())
    e = makeSymbol(symbol, m_symbols[symbol.value()].width, wholeRange(m_symbols[symbol.value()].width));
  return e;
}

ExprId Impl::makeSymbol(SymbolId symbol, unsigned width, ValueRange range) {
  const std::vector<SymbolId> self{symbol};
  const auto [set, added] = m_symbolSetIds.try_emplace(self, static_cast<std::uint32_t>(m_symbolSets.size()));
  if (added)
    m_symbolSets.push_back(self);
  Node n;
  n.op = ExprOp::Symbol;
  n.width = width;
  n.range = range;
  n.aux = symbol.value();
  n.symbolSet = set->second;
  return intern(n);
}

ExprId Impl::standIn(ExprId of, ValueRange range) {
  const auto [it, isNew] = m_standIns.try_emplace(std::tuple(of, range.low, range.high));
  if (isNew) {
    const SymbolId symbol(FirstStandIn + static_cast<std::uint32_t>(m_standInExprs.size()));
    it->second = makeSymbol(symbol, width(of), range);
    m_standInExprs.push_back(it->second);
  }
  return it->second;
}

ExpressionPool::ExpressionPool() : m_impl(new Impl) {}
ExpressionPool::~ExpressionPool() {
  delete m_impl;
}

ExprId ExpressionPool::constant(unsigned width, std::uint64_t bits) {
  return m_impl->constant(width, bits);
}

ExprId ExpressionPool::wideConstant(unsigned width, std::span<const std::uint64_t> words) {
  WideBits bits;
  bits.width = width;
  bits.words.assign(words.begin(), words.end());
  bits.trim();
  return m_impl->constant(bits);
}

SymbolId ExpressionPool::symbol(ThreadId thread, std::uint32_t index, unsigned width, const std::string& name,
                                InputType type) {
  assert(width >= 1 && width <= 64);
  const auto [it, isNew] = m_impl->m_symbolIds.try_emplace(
      std::tuple(thread, index, width, name), SymbolId(static_cast<std::uint32_t>(m_impl->m_symbols.size())));
  if (isNew) {
    m_impl->m_symbols.push_back({thread, index, name, width, type});
    m_impl->m_symbolExprs.emplace_back();
  } else if (SymbolInfo& info = m_impl->m_symbols[it->second.value()]; info.type == InputType::Unknown) {
    info.type = type;
  }
  return it->second;
}

ExprId ExpressionPool::symbolExpr(SymbolId symbol) {
  return m_impl->symbol(symbol);
}
ExprId ExpressionPool::standIn(ExprId of, std::uint64_t low, std::uint64_t high) {
  return low == high ? constant(width(of), low) : m_impl->standIn(of, {low, high});
}
std::pair<std::uint64_t, std::uint64_t> ExpressionPool::bounds(ExprId e) const {
  return {m_impl->range(e).low, m_impl->range(e).high};
}
const SymbolInfo& ExpressionPool::symbolInfo(SymbolId symbol) const {
  return m_impl->m_symbols[symbol.value()];
}
std::uint32_t ExpressionPool::symbolCount() const {
  return static_cast<std::uint32_t>(m_impl->m_symbols.size());
}

ExprId ExpressionPool::binary(ExprOp op, ExprId a, ExprId b) {
  return m_impl->binary(op, a, b);
}
ExprId ExpressionPool::bitNot(ExprId a) {
  return m_impl->bitNot(a);
}
ExprId ExpressionPool::concat(ExprId high, ExprId low) {
  return m_impl->concat(high, low);
}
ExprId ExpressionPool::extract(ExprId a, unsigned lowBit, unsigned width) {
  return m_impl->extract(a, lowBit, width);
}
ExprId ExpressionPool::zext(ExprId a, unsigned width) {
  return m_impl->extend(false, a, width);
}
ExprId ExpressionPool::sext(ExprId a, unsigned width) {
  return m_impl->extend(true, a, width);
}
ExprId ExpressionPool::ite(ExprId condition, ExprId whenTrue, ExprId whenFalse) {
  return m_impl->ite(condition, whenTrue, whenFalse);
}

ExprOp ExpressionPool::op(ExprId e) const {
  return m_impl->node(e).op;
}
unsigned ExpressionPool::width(ExprId e) const {
  return m_impl->node(e).width;
}
std::uint64_t ExpressionPool::constantBits(ExprId e) const {
  return m_impl->node(e).bits;
}

std::span<const std::uint64_t> ExpressionPool::constantWords(ExprId e) const {
  const Impl::Node& n = m_impl->node(e);
  if (n.width <= 64)
    return {&n.bits, 1};
  return m_impl->m_wideWords[n.aux];
}

std::span<const ExprId> ExpressionPool::operands(ExprId e) const {
  const Impl::Node& n = m_impl->node(e);
  return {n.operands.data(), n.operandCount};
}

unsigned ExpressionPool::extractLow(ExprId e) const {
  return m_impl->node(e).aux;
}
SymbolId ExpressionPool::symbolOf(ExprId e) const {
  return SymbolId(m_impl->node(e).aux);
}
const std::vector<SymbolId>& ExpressionPool::symbolsIn(ExprId e) {
  return m_impl->m_symbolSets[m_impl->node(e).symbolSet];
}
bool ExpressionPool::divides(ExprId e) const {
  return m_impl->node(e).divides;
}
std::size_t ExpressionPool::size() const {
  return m_impl->m_count;
}

} // namespace revisit
