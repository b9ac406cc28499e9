// Values of the path interpreter: the content of a register in this run, and how it depends on the inputs. Thread rule:
// belongs to one worker, like its pool.
#pragma once

#include "base/ids.h"
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
//
// There are three kinds of numbers: concrete ones, which are the same for all inputs; those with an expression; and
// those with a `loss`, which may depend on the inputs in a way that no expression says. The last have no expression.
struct Scalar {
  unsigned width = 0; // bits
  bool known = false;
  std::uint64_t bits = 0;
  ExprId expr;
  LossId loss;
  LocalObject* object = nullptr;
  const llvm::GlobalValue* global = nullptr;
  std::shared_ptr<const LocalObject> parts;

  bool isBased() const { return object != nullptr || global != nullptr; }
  bool isPlain() const { return known && !isBased(); } // an ordinary number
  static Scalar unknown(unsigned width, LossId loss = {}) {
    Scalar scalar;
    scalar.width = width;
    scalar.loss = loss;
    return scalar;
  }
};

// A value of any IR type: its leaves in order.
using Datum = std::vector<Scalar>;

// The instruction that is computed, for values that lose their dependence on the inputs there.
class LossSource {
public:
  virtual ~LossSource() = default;
  virtual LossId lossHere() = 0;
};

// Computes with scalars, natively and symbolically at the same time. The result of an operation on a value with a loss
// has that loss. Where a symbolic value has no expression any more, the result has the loss of the current instruction.
class Arithmetic {
public:
  Arithmetic(ExpressionPool& pool, const Assignment& inputs, LossSource& losses)
      : m_pool(pool), m_inputs(inputs), m_losses(losses) {}

  Scalar number(unsigned width, std::uint64_t bits);
  Scalar number(unsigned width, std::span<const std::uint64_t> words);
  Scalar of(ExprId expr);                     // its number is evaluated
  Scalar of(ExprId expr, std::uint64_t bits); // requires that `bits` is its value, if it has at most 64 bits
  ExprId expr(const Scalar& plain);           // requires isPlain

  bool isSymbolic(const Scalar& scalar) const { return scalar.expr.valid() && !m_pool.isConstant(scalar.expr); }
  // Whether it is symbolic or has a loss, or one of its parts.
  bool dependsOnInputs(const Scalar& scalar) const;
  // The loss of the number, or of one of its parts; invalid: it has none.
  LossId lossOf(const Scalar& scalar) const;
  // The loss of a result for which there is no expression: that of an operand, or the current instruction's if an
  // operand is symbolic, or none.
  LossId lossFrom(const Scalar& a, const Scalar& b);
  // The number without an expression and with this loss, unless that is invalid.
  Scalar withLoss(const Scalar& a, LossId loss);

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

  ExpressionPool& pool() { return m_pool; }
  const Assignment& inputs() const { return m_inputs; }

private:
  Scalar lose(unsigned width, const Scalar& a, const Scalar& b) { return Scalar::unknown(width, lossFrom(a, b)); }
  // The operation on the numbers of this run, if an operand has a loss.
  template <class Operation> Scalar lossy(Operation operation, const Scalar& a, const Scalar& b);
  Scalar based(ExprOp op, const Scalar& a, const Scalar& b);

  ExpressionPool& m_pool;
  const Assignment& m_inputs;
  LossSource& m_losses;
};

} // namespace revisit
