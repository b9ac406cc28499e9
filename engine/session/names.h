// The words that files and reports use for the kinds of labels and errors. They are part of the file formats: adding is
// allowed, renaming is not. Stateless.
#pragma once

#include "program/label.h"

#include <optional>
#include <string_view>

namespace revisit {

std::string_view nameOf(LabelKind kind);
std::string_view nameOf(ErrorKind kind);
std::string_view nameOf(ObjectOp operation);

std::optional<LabelKind> labelKindNamed(std::string_view name);
std::optional<ErrorKind> errorKindNamed(std::string_view name);

} // namespace revisit
