#include "random_orders.h"

#include <random>

namespace revisit::test {

namespace {

using Op = Instruction::Op;
using enum MemoryOrder;
using Orders = std::vector<MemoryOrder>;

bool isLoad(Op op) {
  return op == Op::Load || op == Op::Await;
}

MemoryOrder loadPart(MemoryOrder order) {
  return order == AcqRel ? Acquire : order == Release ? Relaxed : order;
}
MemoryOrder storePart(MemoryOrder order) {
  return order == AcqRel ? Release : order == Acquire || order == Consume ? Relaxed : order;
}

// The next stronger orders.
Orders aboveForUpdate(MemoryOrder order) {
  switch (order) {
  case Relaxed:
    return {Acquire, Release};
  case Acquire:
  case Release:
    return {AcqRel};
  case AcqRel:
    return {SeqCst};
  default:
    return {};
  }
}
Orders aboveForLoad(MemoryOrder order) {
  switch (order) {
  case Plain:
    return {Relaxed};
  case Relaxed:
    return {Acquire};
  case Acquire:
    return {SeqCst};
  default:
    return {};
  }
}
Orders aboveForStore(MemoryOrder order) {
  switch (order) {
  case Plain:
    return {Relaxed};
  case Relaxed:
    return {Release};
  case Release:
    return {SeqCst};
  default:
    return {};
  }
}

Orders above(const Instruction& now) {
  if (isLoad(now.op))
    return aboveForLoad(now.order);
  if (now.op == Op::Store)
    return aboveForStore(now.order);
  const bool hasOrder = now.op == Op::Rmw || now.op == Op::Cas || now.op == Op::Fence;
  return hasOrder ? aboveForUpdate(now.order) : Orders();
}

} // namespace

void setAllOrders(Script& script, MemoryOrder order) {
  for (std::vector<Instruction>& thread : script.threads)
    for (Instruction& now : thread) {
      now.order = isLoad(now.op) ? loadPart(order) : now.op == Op::Store ? storePart(order) : order;
      now.failureOrder = loadPart(order);
    }
}

std::optional<Script> strengthenOne(const Script& script, std::uint64_t seed) {
  std::vector<Script> all;
  for (std::size_t t = 0; t < script.threads.size(); t++)
    for (std::size_t i = 0; i < script.threads[t].size(); i++) {
      const Instruction& now = script.threads[t][i];
      for (const MemoryOrder order : above(now)) {
        all.push_back(script);
        all.back().threads[t][i].order = order;
      }
      for (const MemoryOrder order : now.op == Op::Cas ? aboveForLoad(now.failureOrder) : Orders()) {
        all.push_back(script);
        all.back().threads[t][i].failureOrder = order;
      }
    }
  if (all.empty())
    return std::nullopt;
  return all[std::mt19937_64(seed)() % all.size()];
}

} // namespace revisit::test
