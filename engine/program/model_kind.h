// The memory models that a program can be explored under, and what is known of each without an execution graph. What
// distinguishes models does so by a switch without default, so that the compiler tells where a new one is missing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace revisit {

enum class ModelKind : std::uint8_t { Sc, Tso, Pso, Sra, Ra, Rc11 };

inline constexpr std::array<ModelKind, 6> allModels = {ModelKind::Sc,  ModelKind::Tso, ModelKind::Pso,
                                                       ModelKind::Sra, ModelKind::Ra,  ModelKind::Rc11};

// Which accesses synchronise: all atomic ones, or those whose memory order says so.
enum class Synchronizing : std::uint8_t { AllAtomics, ByOrder };
Synchronizing synchronizingOf(ModelKind model);

// A line for a list to choose from: "TSO: x86, with store buffers".
std::string_view titleOf(ModelKind model);

// As the command line and witnesses name it.
std::string_view nameOf(ModelKind model);
std::optional<ModelKind> modelNamed(std::string_view name);

} // namespace revisit
