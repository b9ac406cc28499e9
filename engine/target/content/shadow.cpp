#include "target/content/shadow.h"

#include "program/value_ops.h"

#include <cstring>

namespace revisit {

void Shadow::reset() {
  m_pages.clear();
  m_hasSymbolic = false;
  m_lastPage = nullptr;
}

Shadow::Page& Shadow::page(std::uint64_t number) {
  if (m_lastPage && number == m_lastNumber)
    return *m_lastPage;
  const auto [it, isNew] = m_pages.try_emplace(number);
  // Memory that is not mapped before main is initially zero, like the heap and the stacks.
  if (isNew && !m_process.readMemory(number * sizeof it->second.bytes, it->second.bytes, sizeof it->second.bytes))
    std::memset(it->second.bytes, 0, sizeof it->second.bytes);
  m_lastNumber = number;
  m_lastPage = &it->second;
  return it->second;
}

void Shadow::readBytes(std::uint64_t address, std::uint8_t* bytes, unsigned size) {
  for (unsigned i = 0; i < size;) {
    const auto at = static_cast<unsigned>((address + i) % sizeof(Page::bytes));
    const unsigned piece = std::min<unsigned>(size - i, sizeof(Page::bytes) - at);
    std::memcpy(bytes + i, page((address + i) / sizeof(Page::bytes)).bytes + at, piece);
    i += piece;
  }
}

void Shadow::write(std::uint64_t address, const std::uint8_t* bytes, unsigned size, const Value& value,
                   const LostBytes& lost) {
  const bool isSymbolic = value.isExpr() && !m_pool.isConstant(value.expr);
  m_hasSymbolic |= isSymbolic || firstLoss(lost).valid();
  for (unsigned i = 0; i < size;) {
    const auto at = static_cast<unsigned>((address + i) % sizeof(Page::bytes));
    const unsigned end = std::min<unsigned>(size, i + static_cast<unsigned>(sizeof(Page::bytes)) - at);
    Page& in = page((address + i) / sizeof(Page::bytes));
    std::memcpy(in.bytes + at, bytes + i, end - i);
    if (!isSymbolic && lost.empty() && in.symbolic.empty())
      i = end;
    for (unsigned to = at; i < end; i++, to++) {
      const LossId loss = i < lost.size() ? lost[i] : LossId();
      noteByte(in, to, {isSymbolic && !loss.valid() ? value.expr : ExprId(), i, loss});
    }
  }
}

void Shadow::noteByte(Page& in, unsigned at, const SymbolicByte& what) {
  if (what.expr.valid() || what.loss.valid())
    in.symbolic[at] = what;
  else
    in.symbolic.erase(at);
}

void Shadow::writeBytes(std::uint64_t address, const std::uint8_t* bytes, unsigned size) {
  write(address, bytes, size, Value::concrete(0));
}

void Shadow::correctBytes(std::uint64_t address, const std::uint8_t* bytes, unsigned size) {
  for (unsigned i = 0; i < size; i++) {
    std::uint8_t known;
    readBytes(address + i, &known, 1);
    if (known != bytes[i])
      write(address + i, bytes + i, 1, Value::concrete(0), lostBytes(address + i, 1));
  }
}

void Shadow::lose(std::uint64_t address, std::uint64_t bytes, LossId loss) {
  m_hasSymbolic = true;
  for (std::uint64_t i = 0; i < bytes; i++)
    page((address + i) / sizeof(Page::bytes)).symbolic[static_cast<unsigned>((address + i) % sizeof(Page::bytes))] = {
        {}, 0, loss};
}

const Shadow::SymbolicByte* Shadow::symbolicAt(std::uint64_t address) const {
  const auto in = m_pages.find(address / sizeof(Page::bytes));
  if (in == m_pages.end() || in->second.symbolic.empty())
    return nullptr;
  const auto found = in->second.symbolic.find(static_cast<unsigned>(address % sizeof(Page::bytes)));
  return found == in->second.symbolic.end() ? nullptr : &found->second;
}

LostBytes Shadow::lostBytes(std::uint64_t address, unsigned size) {
  LostBytes lost;
  if (!m_hasSymbolic)
    return lost;
  for (unsigned i = 0; i < size; i++)
    if (const SymbolicByte* const byte = symbolicAt(address + i); byte && byte->loss.valid()) {
      lost.resize(size);
      lost[i] = byte->loss;
    }
  return lost;
}

bool Shadow::dependsOnInputs(std::uint64_t address, std::uint64_t bytes) const {
  for (std::uint64_t at = address; at < address + bytes;) {
    const auto in = m_pages.find(at / sizeof(Page::bytes));
    if (in != m_pages.end() && !in->second.symbolic.empty()) {
      if (symbolicAt(at))
        return true;
      at++;
    } else {
      at = (at / sizeof(Page::bytes) + 1) * sizeof(Page::bytes);
    }
  }
  return false;
}

Value Shadow::read(std::uint64_t address, unsigned size) {
  if (std::uint64_t bits = 0; !m_hasSymbolic && size <= sizeof bits) {
    readBytes(address, reinterpret_cast<std::uint8_t*>(&bits), size);
    return Value::concrete(bits);
  }
  std::vector<std::uint8_t> bytes(size);
  readBytes(address, bytes.data(), size);
  std::vector<ExprId> parts(size); // an invalid part is concrete
  bool symbolic = false;
  ExprId whole;
  unsigned first = 0;
  bool isWhole = true;
  for (unsigned i = 0; i < size; i++) {
    const Page& in = page((address + i) / sizeof(Page::bytes));
    const auto it = in.symbolic.find(static_cast<unsigned>((address + i) % sizeof(Page::bytes)));
    if (it == in.symbolic.end() || !it->second.expr.valid()) {
      isWhole = false;
      continue;
    }
    symbolic = true;
    if (i == 0) {
      whole = it->second.expr;
      first = it->second.index;
    }
    isWhole &= it->second.expr == whole && it->second.index == first + i;
    parts[i] = m_pool.extract(it->second.expr, 8 * it->second.index, 8);
  }
  if (!symbolic && size <= 8) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data(), size);
    return Value::concrete(bits);
  }
  if (isWhole && whole.valid()) // built as readPart() builds it, so that equal values are one expression
    return asValue(m_pool, m_pool.extract(whole, 8 * first, 8 * size));
  if (!symbolic) {
    std::vector<std::uint64_t> words((size + 7) / 8, 0);
    std::memcpy(words.data(), bytes.data(), size);
    return Value::of(m_pool.wideConstant(8 * size, words));
  }
  ExprId result;
  for (unsigned i = 0; i < size; i++) {
    const ExprId part = parts[i].valid() ? parts[i] : m_pool.constant(8, bytes[i]);
    result = result.valid() ? m_pool.concat(part, result) : part;
  }
  return asValue(m_pool, result);
}

} // namespace revisit
