#include "session/names.h"

#include <array>
#include <cstddef>

namespace revisit {
namespace {

constexpr std::array<std::string_view, 17> labelNames = {
    "read",   "write",     "rmw", "cas",  "fence", "object",  "create",       "join", "constraint",
    "assume", "enumerate", "end", "exit", "error", "blocked", "await-failed", "cut"};
static_assert(labelNames.size() == static_cast<std::size_t>(LabelKind::Cut) + 1);

constexpr std::array<std::string_view, 19> errorNames = {
    "assertion",    "deadlock",      "livelock",         "race",          "use-after-free", "double-free",
    "invalid-free", "out-of-bounds", "null-dereference", "uninitialised", "leak",           "unlock-not-owner",
    "lock-misuse",  "exception",     "signal",           "exit-status",   "arithmetic",     "does-not-end",
    "divergence"};
static_assert(errorNames.size() == static_cast<std::size_t>(ErrorKind::Divergence) + 1);

constexpr std::array<std::string_view, 18> operationNames = {
    "mutex init",     "lock",    "trylock",  "timed lock", "unlock",    "mutex destroy",
    "semaphore init", "wait",    "try wait", "post",       "get value", "semaphore destroy",
    "condition init", "wait on", "woken by", "signal",     "broadcast", "condition destroy"};
static_assert(operationNames.size() == static_cast<std::size_t>(ObjectOp::CondDestroy) + 1);

template <class Enum, std::size_t Size>
std::optional<Enum> find(const std::array<std::string_view, Size>& names, std::string_view name) {
  for (std::size_t i = 0; i < Size; i++)
    if (names[i] == name)
      return static_cast<Enum>(i);
  return std::nullopt;
}

} // namespace

std::string_view nameOf(LabelKind kind) {
  return labelNames[static_cast<std::size_t>(kind)];
}
std::string_view nameOf(ErrorKind kind) {
  return errorNames[static_cast<std::size_t>(kind)];
}
std::string_view nameOf(ObjectOp operation) {
  return operationNames[static_cast<std::size_t>(operation)];
}

std::optional<LabelKind> labelKindNamed(std::string_view name) {
  return find<LabelKind>(labelNames, name);
}
std::optional<ErrorKind> errorKindNamed(std::string_view name) {
  return find<ErrorKind>(errorNames, name);
}

} // namespace revisit
