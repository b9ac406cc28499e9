// The words that witness files use for the kinds of labels, endings and errors (the latter also: errorName). They are
// part of the format: adding is allowed, renaming is not. Stateless.
#pragma once

#include "base/input_type.h"
#include "program/execution_kind.h"
#include "program/label.h"

#include <optional>
#include <string_view>

namespace revisit {

std::string_view nameOf(LabelKind kind);
std::string_view nameOf(ExecutionKind kind);
std::string_view nameOf(InputType type); // empty: unknown
// Of the object that the operation destroys. Requires a destruction.
std::string_view nameOfDestruction(ObjectOp destruction);

std::optional<LabelKind> labelKindNamed(std::string_view name);
std::optional<ExecutionKind> executionKindNamed(std::string_view name);
std::optional<InputType> inputTypeNamed(std::string_view name);
std::optional<ObjectOp> destructionNamed(std::string_view name);
std::optional<ErrorKind> errorKindNamed(std::string_view name);

} // namespace revisit
