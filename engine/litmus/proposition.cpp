#include "litmus/proposition.h"

#include <algorithm>

namespace revisit::litmus {
namespace {

using Kind = Proposition::Kind;

int strengthOf(Kind kind) {
  switch (kind) {
  case Kind::Implies:
    return 0;
  case Kind::Or:
    return 1;
  case Kind::And:
    return 2;
  default:
    return 3;
  }
}

} // namespace

bool holds(const Proposition& proposition, std::span<const std::int64_t> state) {
  const auto part = [&](std::size_t i) { return holds(proposition.parts[i], state); };
  switch (proposition.kind) {
  case Kind::True:
    return true;
  case Kind::False:
    return false;
  case Kind::Equal:
    return state[proposition.item] == proposition.value;
  case Kind::Not:
    return !part(0);
  case Kind::And:
    return part(0) && part(1);
  case Kind::Or:
    return part(0) || part(1);
  case Kind::Implies:
    break;
  }
  return !part(0) || part(1);
}

std::string textOf(const Proposition& proposition, const std::function<std::string(const Proposition&)>& equation) {
  const auto part = [&](std::size_t i) {
    const Proposition& inner = proposition.parts[i];
    const std::string text = textOf(inner, equation);
    // `=>` groups to the right; of the others the order of equal ones does not matter.
    const bool isWeaker = strengthOf(inner.kind) < strengthOf(proposition.kind) ||
                          (inner.kind == Kind::Implies && proposition.kind == Kind::Implies && i == 0);
    return isWeaker ? '(' + text + ')' : text;
  };
  switch (proposition.kind) {
  case Kind::True:
    return "true";
  case Kind::False:
    return "false";
  case Kind::Equal:
    return equation(proposition);
  case Kind::Not:
    return "not (" + textOf(proposition.parts[0], equation) + ')';
  case Kind::And:
    return part(0) + " /\\ " + part(1);
  case Kind::Or:
    return part(0) + " \\/ " + part(1);
  case Kind::Implies:
    break;
  }
  return part(0) + " => " + part(1);
}

void forEachEquation(Proposition& proposition, const std::function<void(Proposition&)>& visit) {
  if (proposition.kind == Kind::Equal)
    visit(proposition);
  for (Proposition& part : proposition.parts)
    forEachEquation(part, visit);
}

} // namespace revisit::litmus
