#include "witness/names.h"

#include "program/objects/object_operations.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace revisit {
namespace {

constexpr std::array<std::string_view, 18> labelNames = {
    "read",   "write",     "rmw", "cas",  "fence", "object",  "create",       "join", "constraint",
    "assume", "enumerate", "end", "exit", "error", "blocked", "await-failed", "cut",  "unsupported"};
static_assert(hasRowForEach<LabelKind, labelNames.size()>);

constexpr std::array<std::string_view, 18> rmwOpNames = {"exchange",
                                                         "add",
                                                         "sub",
                                                         "and",
                                                         "nand",
                                                         "or",
                                                         "xor",
                                                         "max",
                                                         "min",
                                                         "unsigned-max",
                                                         "unsigned-min",
                                                         "increment-wrap",
                                                         "decrement-wrap",
                                                         "float-add",
                                                         "float-sub",
                                                         "float-max",
                                                         "float-min",
                                                         "insert"};
static_assert(hasRowForEach<RmwOp, rmwOpNames.size()>);

constexpr std::array<std::string_view, 7> awaitedNames = {"unseen", "turn",      "nothing", "end",
                                                          "change", "operation", "loop-end"};
static_assert(hasRowForEach<AwaitedKind, awaitedNames.size()>);

constexpr std::array<std::string_view, 5> endingNames = {"complete", "erroneous", "deadlocked", "blocked", "cut"};
static_assert(hasRowForEach<ExecutionKind, endingNames.size()>);

constexpr std::array<std::string_view, 4> inputTypeNames = {"", "signed", "unsigned", "bool"};
static_assert(hasRowForEach<InputType, inputTypeNames.size()>);

constexpr std::array<std::string_view, 7> orderNames = {"plain",   "relaxed", "consume", "acquire",
                                                        "release", "acq_rel", "seq_cst"};
static_assert(hasRowForEach<MemoryOrder, orderNames.size()>);

constexpr std::array<std::string_view, 4> lifeNames = {"alive", "over", "fresh", "destroyed"};
static_assert(hasRowForEach<MemoryLife, lifeNames.size()>);

template <class Enum> std::optional<Enum> named(const auto& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? std::nullopt : std::optional(static_cast<Enum>(found - names.begin()));
}

} // namespace

std::string_view nameOf(LabelKind kind) {
  return labelNames[static_cast<std::size_t>(kind)];
}

std::string_view nameOf(ObjectOp operation) {
  return rowOf(operation).name;
}

std::string_view nameOf(RmwOp operation) {
  return rmwOpNames[static_cast<std::size_t>(operation)];
}

std::string_view nameOf(AwaitedKind kind) {
  return awaitedNames[static_cast<std::size_t>(kind)];
}

std::string_view nameOf(ExecutionKind kind) {
  return endingNames[static_cast<std::size_t>(kind)];
}

std::string_view nameOf(InputType type) {
  return inputTypeNames[static_cast<std::size_t>(type)];
}

std::string_view nameOf(MemoryOrder order) {
  return orderNames[static_cast<std::size_t>(order)];
}

std::string_view nameOf(MemoryLife life) {
  return lifeNames[static_cast<std::size_t>(life)];
}

std::optional<MemoryOrder> memoryOrderNamed(std::string_view name) {
  return named<MemoryOrder>(orderNames, name);
}

std::optional<MemoryLife> memoryLifeNamed(std::string_view name) {
  return named<MemoryLife>(lifeNames, name);
}

std::optional<LabelKind> labelKindNamed(std::string_view name) {
  return named<LabelKind>(labelNames, name);
}

std::optional<ObjectOp> objectOpNamed(std::string_view name) {
  const auto row = std::ranges::find(objectOperations, name, &ObjectOperation::name);
  return row == objectOperations.end() ? std::nullopt : std::optional(row->operation);
}

std::optional<RmwOp> rmwOpNamed(std::string_view name) {
  return named<RmwOp>(rmwOpNames, name);
}

std::optional<AwaitedKind> awaitedKindNamed(std::string_view name) {
  return named<AwaitedKind>(awaitedNames, name);
}

std::optional<ExecutionKind> executionKindNamed(std::string_view name) {
  return named<ExecutionKind>(endingNames, name);
}

std::optional<InputType> inputTypeNamed(std::string_view name) {
  return named<InputType>(inputTypeNames, name);
}

std::string_view nameOfDestruction(ObjectOp destruction) {
  return destruction == ObjectOp::RwlockTryRead ? "writers" : rowOf(kindOf(destruction)).name;
}

std::optional<ObjectOp> destructionNamed(std::string_view name) {
  const auto isNamed = [&](const ObjectOperation& row) {
    return (row.role == ObjectRole::Destroy || row.operation == ObjectOp::HandleDetach ||
            row.operation == ObjectOp::RwlockTryRead || row.operation == ObjectOp::CancelRequest ||
            row.operation == ObjectOp::EndTry) &&
           nameOfDestruction(row.operation) == name;
  };
  const auto row = std::ranges::find_if(objectOperations, isNamed);
  return row == objectOperations.end() ? std::nullopt : std::optional(row->operation);
}

std::optional<ErrorKind> errorKindNamed(std::string_view name) {
  for (int kind = 0; kind <= static_cast<int>(ErrorKind::None); kind++)
    if (errorName(static_cast<ErrorKind>(kind)) == name)
      return static_cast<ErrorKind>(kind);
  return std::nullopt;
}

} // namespace revisit
