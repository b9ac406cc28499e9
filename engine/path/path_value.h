// Values of the path interpreter: the content of a register in this run, and how it depends on the inputs. Thread rule:
// belongs to one worker, like its pool.
#pragma once

#include "expression/expression.h"

#include <memory>
#include <utility>
#include <vector>

namespace llvm {
class GlobalValue;
} // namespace llvm

namespace revisit {

class LocalObject;

// One integer, pointer or floating-point number of a run. If `known`, the number is `bits`, and `expr` is its
// expression if it is symbolic. A pointer into an object whose native address never becomes visible is that object and
// an offset (the number). Numbers wider than 64 bits always have an expression, possibly a constant; `bits` is then
// unused. A number of which only some bytes are known (a struct with padding, copied as one integer) is not `known`,
// but keeps its `parts`.
struct Scalar {
  unsigned width = 0; // bits
  bool known = false;
  std::uint64_t bits = 0;
  ExprId expr;
  LocalObject* object = nullptr;
  const llvm::GlobalValue* global = nullptr;
  std::shared_ptr<const LocalObject> parts;

  bool isBased() const { return object != nullptr || global != nullptr; }
  bool isPlain() const { return known && !isBased(); } // an ordinary number
  static Scalar unknown(unsigned width) {
    Scalar scalar;
    scalar.width = width;
    return scalar;
  }
};

// A value of any IR type: its leaves in order.
using Datum = std::vector<Scalar>;

// Computes with scalars, natively and symbolically at the same time.
class Arithmetic {
public:
  Arithmetic(ExpressionPool& pool, const Assignment& inputs) : m_pool(pool), m_inputs(inputs) {}

  Scalar number(unsigned width, std::uint64_t bits);
  Scalar number(unsigned width, std::span<const std::uint64_t> words);
  Scalar of(ExprId expr);                     // its number is evaluated
  Scalar of(ExprId expr, std::uint64_t bits); // requires that `bits` is its value, if it has at most 64 bits
  ExprId expr(const Scalar& plain);           // requires isPlain

  bool isSymbolic(const Scalar& scalar) const { return scalar.expr.valid() && !m_pool.isConstant(scalar.expr); }
  bool mayBeSymbolic(const Scalar& scalar) const; // includes its parts

  Scalar binary(ExprOp op, const Scalar& a, const Scalar& b);
  Scalar complement(const Scalar& a);
  Scalar extract(const Scalar& a, unsigned low, unsigned width);
  Scalar concat(const Scalar& high, const Scalar& low);
  Scalar resized(const Scalar& a, unsigned width, bool isSigned = false); // extended or truncated
  // Whether a choice between the two can be represented as one scalar, whatever the condition.
  bool canChoose(const Scalar& a, const Scalar& b) const;
  Scalar choose(const Scalar& condition, const Scalar& whenTrue, const Scalar& whenFalse);
  // The number without its dependence on the inputs.
  Scalar concrete(const Scalar& a);

  // Whether, since the last call, a symbolic value was lost in an operation that has no expression.
  bool takeLoss() { return std::exchange(m_lost, false); }

  ExpressionPool& pool() { return m_pool; }
  const Assignment& inputs() const { return m_inputs; }

private:
  Scalar lose(unsigned width, const Scalar& a, const Scalar& b);

  ExpressionPool& m_pool;
  const Assignment& m_inputs;
  bool m_lost = false;
};

} // namespace revisit
