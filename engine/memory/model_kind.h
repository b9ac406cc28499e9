// The memory models by name.
#pragma once

#include "memory/model.h"

#include <array>
#include <memory>
#include <optional>
#include <string_view>

namespace revisit {

enum class ModelKind : std::uint8_t { Sc, Tso, Pso, Sra, Ra, Rc11 };

inline constexpr std::array<ModelKind, 6> allModels = {ModelKind::Sc,  ModelKind::Tso, ModelKind::Pso,
                                                       ModelKind::Sra, ModelKind::Ra,  ModelKind::Rc11};

std::string_view nameOf(ModelKind model);
std::optional<ModelKind> modelNamed(std::string_view name);
std::unique_ptr<MemoryModel> makeModel(ModelKind model);

} // namespace revisit
