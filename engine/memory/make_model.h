// The memory models, made by their kind.
#pragma once

#include "memory/model.h"
#include "program/model_kind.h"

#include <memory>

namespace revisit {

std::unique_ptr<MemoryModel> makeModel(ModelKind model);

} // namespace revisit
