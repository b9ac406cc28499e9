// Queries that use any solver: the smallest value of a number, and the model with the smallest values.
#include "solver/small_values.h"

#include <algorithm>
#include <array>
#include <map>

namespace revisit {

namespace {

// The smallest number in [lower, upper] for which `atMost(number)` is satisfiable; it is for `upper`. `refine` checks a
// condition; after a Yes it may lower `upper`. The step doubles, so small results are found fast.
template <class AtMost, class Refine>
SmallestValue search(std::uint64_t lower, std::uint64_t upper, AtMost atMost, Refine refine) {
  std::uint64_t step = 0;
  while (lower < upper) {
    const std::uint64_t middle = lower + std::min(step, (upper - lower) / 2);
    const Sat sat = refine(atMost(middle), upper);
    if (sat == Sat::Unknown)
      return {Sat::Unknown, std::nullopt};
    if (sat == Sat::Yes) {
      upper = std::min(upper, middle);
    } else {
      lower = middle + 1;
      step = 2 * step + 1;
    }
  }
  return {Sat::Yes, upper};
}

} // namespace

SmallestValue smallestValue(Solver& solver, ExpressionPool& pool, std::span<const ExprId> constraints, ExprId expr,
                            std::uint64_t atLeast) {
  const unsigned width = pool.width(expr);
  if (atLeast > maskOf(width))
    return {Sat::No, std::nullopt};
  std::vector<ExprId> all(constraints.begin(), constraints.end());
  all.push_back(pool.binary(ExprOp::Ule, pool.constant(width, atLeast), expr));
  Assignment model;
  const Sat sat = solver.check(all, &model);
  if (sat != Sat::Yes)
    return {sat, std::nullopt};
  const auto atMost = [&](std::uint64_t bound) { return pool.binary(ExprOp::Ule, expr, pool.constant(width, bound)); };
  const auto refine = [&](ExprId condition, std::uint64_t& upper) {
    all.push_back(condition);
    const Sat answer = solver.check(all, &model);
    all.pop_back();
    if (answer == Sat::Yes)
      upper = std::min(upper, pool.evaluate(expr, model));
    return answer;
  };
  return search(atLeast, pool.evaluate(expr, model), atMost, refine);
}

std::optional<Assignment> smallModel(Solver& solver, ExpressionPool& pool, std::span<const ExprId> constraints) {
  std::vector<ExprId> all(constraints.begin(), constraints.end());
  Assignment model;
  if (solver.check(all, &model) != Sat::Yes)
    return std::nullopt;
  std::vector<SymbolId> symbols;
  for (ExprId e : constraints)
    symbols.insert(symbols.end(), pool.symbolsIn(e).begin(), pool.symbolsIn(e).end());
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
  Assignment smallest;
  for (SymbolId symbol : symbols) {
    const ExprId x = pool.symbolExpr(symbol);
    const unsigned width = pool.width(x);
    const auto within = [&](std::uint64_t distance) { // -distance <= x <= distance, for distance < 2^(width - 1)
      return pool.binary(ExprOp::Ule, pool.binary(ExprOp::Add, x, pool.constant(width, distance)),
                         pool.constant(width, 2 * distance));
    };
    const auto refine = [&](ExprId condition, std::uint64_t& upper) {
      all.push_back(condition);
      Assignment better;
      const Sat answer = solver.check(all, &better);
      all.pop_back();
      if (answer == Sat::Yes) {
        upper = std::min(upper, distanceToZero(better.get(symbol), width));
        model = better;
      }
      return answer;
    };
    // When the solver gives up, the symbol keeps its value in the model found last, which satisfies everything fixed so
    // far.
    const SmallestValue distance = search(0, distanceToZero(model.get(symbol), width), within, refine);
    std::uint64_t ignored = 0;
    const Sat nonNegative =
        distance.sat == Sat::Yes ? refine(pool.eq(x, pool.constant(width, *distance.value)), ignored) : Sat::Unknown;
    const std::uint64_t value = nonNegative == Sat::Yes  ? *distance.value
                                : nonNegative == Sat::No ? 0 - *distance.value
                                                         : model.get(symbol);
    smallest.set(symbol, value & maskOf(width));
    all.push_back(pool.eq(x, pool.constant(width, value)));
  }
  return smallest;
}

namespace {

// What one byte of text is best: nothing, otherwise what people read most easily.
constexpr std::array<std::pair<std::uint64_t, std::uint64_t>, 6> readableBytes = {
    {{0, 0}, {'0', '9'}, {'a', 'z'}, {'A', 'Z'}, {'!', '~'}, {' ', ' '}}};

bool isReadable(const SymbolInfo& info, std::uint64_t value) {
  constexpr std::uint64_t smallNumbers = 10;
  const bool isText = info.width == 8 || (info.type == InputType::Unknown && info.width % 8 == 0);
  return !isText || value == 0 || (info.width == 8 && (value < smallNumbers || (value >= '!' && value <= '~')));
}

} // namespace

std::vector<ExprId> readableValues(Solver& solver, ExpressionPool& pool, std::span<const ExprId> constraints) {
  std::vector<ExprId> readable, all(constraints.begin(), constraints.end());
  const std::optional<Assignment> model = smallModel(solver, pool, constraints);
  if (!model)
    return readable;
  const auto wish = [&](ExprId byte, std::uint64_t low, std::uint64_t high) {
    all.push_back(
        pool.binary(ExprOp::Ule, pool.binary(ExprOp::Sub, byte, pool.constant(8, low)), pool.constant(8, high - low)));
    const bool isPossible = solver.check(all) == Sat::Yes;
    if (isPossible)
      readable.push_back(all.back());
    else
      all.pop_back();
    return isPossible;
  };
  for (const auto& [symbol, value] : model->entries()) {
    const SymbolInfo& info = pool.symbolInfo(symbol);
    for (unsigned low = 0; !isReadable(info, value) && low < info.width; low += 8) {
      const ExprId byte = pool.extract(pool.symbolExpr(symbol), low, 8);
      std::ranges::any_of(readableBytes, [&](const auto& range) { return wish(byte, range.first, range.second); });
    }
  }
  return readable;
}

Assignment inputsOf(ExpressionPool& pool, std::span<const ExprId> expressions, const Assignment& model) {
  using Input = std::pair<ThreadId, std::uint32_t>;
  std::map<Input, SymbolId> known;
  const auto note = [&](SymbolId symbol) {
    const SymbolInfo& info = pool.symbolInfo(symbol);
    known.emplace(Input(info.thread, info.index), symbol);
  };
  for (const ExprId expression : expressions)
    std::ranges::for_each(pool.symbolsIn(expression), note);
  for (const auto& [symbol, value] : model.entries())
    note(symbol);
  Assignment inputs;
  for (const auto& [input, symbol] : known)
    inputs.set(symbol, model.get(symbol));
  return inputs;
}

} // namespace revisit
