// The names that witness files use for kinds of labels, operations, endings and errors (also errorName). They are part
// of the format: new ones may be added, but none may be renamed. Stateless.
#pragma once

#include "base/input_type.h"
#include "program/execution_kind.h"
#include "program/label.h"
#include "witness/witness.h"

#include <optional>
#include <string_view>

namespace revisit {

std::string_view nameOf(LabelKind kind);
std::string_view nameOf(ObjectOp operation);
std::string_view nameOf(RmwOp operation);
std::string_view nameOf(AwaitedKind kind);
std::string_view nameOf(ExecutionKind kind);
std::string_view nameOf(InputType type); // empty: unknown
std::string_view nameOf(MemoryOrder order);
std::string_view nameOf(MemoryLife life);
// The kind of object that the operation destroys. Requires a destruction.
std::string_view nameOfDestruction(ObjectOp destruction);

std::optional<LabelKind> labelKindNamed(std::string_view name);
std::optional<ObjectOp> objectOpNamed(std::string_view name);
std::optional<RmwOp> rmwOpNamed(std::string_view name);
std::optional<AwaitedKind> awaitedKindNamed(std::string_view name);
std::optional<ExecutionKind> executionKindNamed(std::string_view name);
std::optional<InputType> inputTypeNamed(std::string_view name);
std::optional<MemoryOrder> memoryOrderNamed(std::string_view name);
std::optional<MemoryLife> memoryLifeNamed(std::string_view name);
std::optional<ObjectOp> destructionNamed(std::string_view name);
std::optional<ErrorKind> errorKindNamed(std::string_view name);

} // namespace revisit
