#include "solver/z3_backend.h"

#include "expression/bits.h"

#include <algorithm>
#include <unordered_map>
#include <z3++.h>

namespace revisit {

namespace {

constexpr unsigned SoonMs = 50;

} // namespace

// Expressions of width 1 become Z3 Booleans, wider ones bit-vectors. Translations are cached.
struct Z3Backend::Impl {
  explicit Impl(ExpressionPool& expressions) : pool(expressions), kept(context) {}

  ExpressionPool& pool;
  z3::context context;
  z3::solver kept;
  unsigned keptTimeoutMs = 0; // 0: not set yet
  std::unordered_map<ExprId, z3::expr> translated;

  void limitKept(unsigned timeoutMs) {
    if (keptTimeoutMs != timeoutMs)
      kept.set("timeout", timeoutMs);
    keptTimeoutMs = timeoutMs;
  }
  Sat ask(z3::solver& solver, std::span<const ExprId> conjunction, Assignment& model, std::vector<ExprId>& core);
  z3::expr translate(ExprId root);
  z3::expr translateOne(ExprId e);
  z3::expr constant(ExprId e);
  z3::expr symbol(SymbolId id, unsigned width);
  z3::expr bits(ExprId e); // as a bit-vector, also at width 1
  z3::expr fromBits(const z3::expr& e) { return e.get_sort().bv_size() == 1 ? e == context.bv_val(1, 1) : e; }
};

z3::expr Z3Backend::Impl::translate(ExprId root) {
  std::vector<ExprId> stack{root};
  while (!stack.empty()) {
    const ExprId e = stack.back();
    if (translated.contains(e)) {
      stack.pop_back();
      continue;
    }
    bool ready = true;
    for (ExprId operand : pool.operands(e))
      if (!translated.contains(operand)) {
        stack.push_back(operand);
        ready = false;
      }
    if (!ready)
      continue;
    stack.pop_back();
    translated.emplace(e, translateOne(e));
  }
  return translated.at(root);
}

z3::expr Z3Backend::Impl::bits(ExprId e) {
  const z3::expr& known = translated.at(e);
  return known.is_bool() ? z3::ite(known, context.bv_val(1, 1), context.bv_val(0, 1)) : known;
}

z3::expr Z3Backend::Impl::constant(ExprId e) {
  const unsigned width = pool.width(e);
  if (width == 1)
    return context.bool_val(pool.constantBits(e) != 0);
  const std::span<const std::uint64_t> words = pool.constantWords(e);
  z3::expr value = context.bv_val(words[0], std::min(width, 64u));
  for (unsigned i = 1; i < words.size(); ++i)
    value = z3::concat(context.bv_val(words[i], std::min(width - 64 * i, 64u)), value);
  return value;
}

z3::expr Z3Backend::Impl::symbol(SymbolId id, unsigned width) {
  const std::string name = "s" + std::to_string(id.value());
  return width == 1 ? context.bool_const(name.c_str()) : context.bv_const(name.c_str(), width);
}

z3::expr Z3Backend::Impl::translateOne(ExprId e) {
  const std::span<const ExprId> operands = pool.operands(e);
  const unsigned width = pool.width(e);
  const auto known = [&](unsigned i) -> const z3::expr& { return translated.at(operands[i]); };
  switch (pool.op(e)) {
  case ExprOp::Constant:
    return constant(e);
  case ExprOp::Symbol:
    return symbol(pool.symbolOf(e), width);
  case ExprOp::Add:
    return bits(operands[0]) + bits(operands[1]);
  case ExprOp::Sub:
    return bits(operands[0]) - bits(operands[1]);
  case ExprOp::Mul:
    return bits(operands[0]) * bits(operands[1]);
  case ExprOp::UDiv:
    return fromBits(z3::udiv(bits(operands[0]), bits(operands[1])));
  case ExprOp::SDiv:
    return fromBits(bits(operands[0]) / bits(operands[1]));
  case ExprOp::URem:
    return fromBits(z3::urem(bits(operands[0]), bits(operands[1])));
  case ExprOp::SRem:
    return fromBits(z3::srem(bits(operands[0]), bits(operands[1])));
  case ExprOp::And:
    return width == 1 ? known(0) && known(1) : known(0) & known(1);
  case ExprOp::Or:
    return width == 1 ? known(0) || known(1) : known(0) | known(1);
  case ExprOp::Xor:
    return known(0) ^ known(1);
  case ExprOp::Shl:
    return fromBits(z3::shl(bits(operands[0]), bits(operands[1])));
  case ExprOp::LShr:
    return fromBits(z3::lshr(bits(operands[0]), bits(operands[1])));
  case ExprOp::AShr:
    return fromBits(z3::ashr(bits(operands[0]), bits(operands[1])));
  case ExprOp::Eq:
    return known(0) == known(1);
  case ExprOp::Ult:
    return z3::ult(bits(operands[0]), bits(operands[1]));
  case ExprOp::Ule:
    return z3::ule(bits(operands[0]), bits(operands[1]));
  case ExprOp::Slt:
    return z3::slt(bits(operands[0]), bits(operands[1]));
  case ExprOp::Sle:
    return z3::sle(bits(operands[0]), bits(operands[1]));
  case ExprOp::Not:
    return width == 1 ? !known(0) : ~known(0);
  case ExprOp::Concat:
    return z3::concat(bits(operands[0]), bits(operands[1]));
  case ExprOp::Extract:
    return fromBits(bits(operands[0]).extract(pool.extractLow(e) + width - 1, pool.extractLow(e)));
  case ExprOp::ZExt:
    return z3::zext(bits(operands[0]), width - pool.width(operands[0]));
  case ExprOp::SExt:
    return z3::sext(bits(operands[0]), width - pool.width(operands[0]));
  case ExprOp::Ite:
    return z3::ite(known(0), known(1), known(2));
  }
  return context.bool_val(false);
}

// Most questions are easy: an incremental solver that is kept answers them at half the cost of a new bit-vector solver.
// Questions that it does not answer quickly go to a new bit-vector solver, which is much stronger on arithmetic.
Z3Backend::Z3Backend(ExpressionPool& pool, std::uint64_t memoryMiB) : m_pool(pool), m_memoryMiB(memoryMiB) {}

Z3Backend::~Z3Backend() = default;

Sat Z3Backend::check(std::span<const ExprId> conjunction, Assignment& model, std::vector<ExprId>& core,
                     unsigned timeoutMs) {
  if (!m_impl) {          // most explorations never get here, and a context takes 8 MiB
    if (m_memoryMiB != 0) // a question that needs more memory has no answer; earlier answers stay valid
      z3::set_param("memory_max_size", std::to_string(m_memoryMiB).c_str());
    m_impl = std::make_unique<Impl>(m_pool);
  }
  try {
    z3::solver& kept = m_impl->kept;
    m_impl->limitKept(std::min(SoonMs, timeoutMs));
    kept.push();
    const Sat answer = m_impl->ask(kept, conjunction, model, core);
    kept.pop();
    if (answer != Sat::Unknown || timeoutMs <= SoonMs)
      return answer;
    z3::solver strong(m_impl->context, "QF_BV");
    strong.set("timeout", timeoutMs);
    return m_impl->ask(strong, conjunction, model, core);
  } catch (const z3::exception&) {
    m_impl->kept = z3::solver(m_impl->context);
    m_impl->keptTimeoutMs = 0;
    return Sat::Unknown;
  }
}

Sat Z3Backend::Impl::ask(z3::solver& solver, std::span<const ExprId> conjunction, Assignment& model,
                         std::vector<ExprId>& core) {
  z3::expr_vector guards(context);
  for (ExprId e : conjunction) {
    const z3::expr guard = context.bool_const(("g" + std::to_string(e.value())).c_str());
    solver.add(z3::implies(guard, translate(e)));
    guards.push_back(guard);
  }
  switch (solver.check(guards)) {
  case z3::unknown:
    return Sat::Unknown;
  case z3::unsat: {
    const z3::expr_vector needed = solver.unsat_core();
    for (unsigned i = 0; i < guards.size(); ++i)
      for (unsigned j = 0; j < needed.size(); ++j)
        if (z3::eq(guards[i], needed[j]))
          core.push_back(conjunction[i]);
    return Sat::No;
  }
  case z3::sat:
    break;
  }
  const z3::model found = solver.get_model();
  for (ExprId e : conjunction)
    for (SymbolId symbol : pool.symbolsIn(e)) {
      if (model.has(symbol))
        continue;
      const z3::expr value = found.eval(translate(pool.symbolExpr(symbol)), true);
      model.set(symbol, value.is_bool() ? value.is_true() : value.get_numeral_uint64());
    }
  return Sat::Yes;
}

} // namespace revisit
