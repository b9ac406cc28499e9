#include "witness/names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace revisit {
namespace {

constexpr std::array<std::string_view, 18> labelNames = {
    "read",   "write",     "rmw", "cas",  "fence", "object",  "create",       "join", "constraint",
    "assume", "enumerate", "end", "exit", "error", "blocked", "await-failed", "cut",  "unsupported"};
static_assert(labelNames.size() == static_cast<std::size_t>(LabelKind::Unsupported) + 1);

constexpr std::array<std::string_view, 41> objectOpNames = {
    "mutex-init",       "mutex-lock",           "mutex-try-lock",    "mutex-timed-lock",    "mutex-unlock",
    "mutex-destroy",    "semaphore-init",       "semaphore-wait",    "semaphore-try-wait",  "semaphore-timed-wait",
    "semaphore-post",   "semaphore-get",        "semaphore-destroy", "condition-init",      "condition-wait",
    "condition-wake",   "condition-timed-wake", "condition-signal",  "condition-broadcast", "condition-destroy",
    "rwlock-init",      "rwlock-read",          "rwlock-try-read",   "rwlock-timed-read",   "rwlock-write",
    "rwlock-try-write", "rwlock-timed-write",   "rwlock-unlock",     "rwlock-destroy",      "once-init",
    "once-enter",       "once-leave",           "once-abort",        "barrier-init",        "barrier-arrive",
    "barrier-pass",     "barrier-destroy",      "thread-begin-join", "thread-detach",       "block-take",
    "ask-system"};
static_assert(objectOpNames.size() == static_cast<std::size_t>(ObjectOp::AskSystem) + 1);

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
static_assert(rmwOpNames.size() == static_cast<std::size_t>(RmwOp::Insert) + 1);

constexpr std::array<std::string_view, 7> awaitedNames = {"unseen", "turn",      "nothing", "end",
                                                          "change", "operation", "loop-end"};
static_assert(awaitedNames.size() == static_cast<std::size_t>(AwaitedKind::LoopEnd) + 1);

constexpr std::array<std::string_view, 5> endingNames = {"complete", "erroneous", "deadlocked", "blocked", "cut"};
static_assert(endingNames.size() == static_cast<std::size_t>(ExecutionKind::Cut) + 1);

constexpr std::array<std::string_view, 4> inputTypeNames = {"", "signed", "unsigned", "bool"};
static_assert(inputTypeNames.size() == static_cast<std::size_t>(InputType::Bool) + 1);

constexpr std::array<std::pair<ObjectOp, std::string_view>, 7> destructions = {{{ObjectOp::MutexDestroy, "mutex"},
                                                                                {ObjectOp::SemDestroy, "semaphore"},
                                                                                {ObjectOp::CondDestroy, "condition"},
                                                                                {ObjectOp::RwlockDestroy, "rwlock"},
                                                                                {ObjectOp::BarrierDestroy, "barrier"},
                                                                                {ObjectOp::HandleDetach, "thread"},
                                                                                {ObjectOp::RwlockTryRead, "writers"}}};

constexpr std::array<std::string_view, 7> orderNames = {"plain",   "relaxed", "consume", "acquire",
                                                        "release", "acq_rel", "seq_cst"};
static_assert(orderNames.size() == static_cast<std::size_t>(MemoryOrder::SeqCst) + 1);

constexpr std::array<std::string_view, 4> lifeNames = {"alive", "over", "fresh", "destroyed"};
static_assert(lifeNames.size() == static_cast<std::size_t>(MemoryLife::Destroyed) + 1);

template <class Enum> std::optional<Enum> named(const auto& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? std::nullopt : std::optional(static_cast<Enum>(found - names.begin()));
}

} // namespace

std::string_view nameOf(LabelKind kind) {
  return labelNames[static_cast<std::size_t>(kind)];
}

std::string_view nameOf(ObjectOp operation) {
  return objectOpNames[static_cast<std::size_t>(operation)];
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
  return named<ObjectOp>(objectOpNames, name);
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
  return std::ranges::find(destructions, destruction, &std::pair<ObjectOp, std::string_view>::first)->second;
}

std::optional<ObjectOp> destructionNamed(std::string_view name) {
  const auto found = std::ranges::find(destructions, name, &std::pair<ObjectOp, std::string_view>::second);
  return found == destructions.end() ? std::nullopt : std::optional(found->first);
}

std::optional<ErrorKind> errorKindNamed(std::string_view name) {
  for (int kind = 0; kind <= static_cast<int>(ErrorKind::None); kind++)
    if (errorName(static_cast<ErrorKind>(kind)) == name)
      return static_cast<ErrorKind>(kind);
  return std::nullopt;
}

} // namespace revisit
