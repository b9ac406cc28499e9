#include "program/model_kind.h"

namespace revisit {

std::string_view nameOf(ModelKind model) {
  switch (model) {
  case ModelKind::Sc:
    return "sc";
  case ModelKind::Tso:
    return "tso";
  case ModelKind::Pso:
    return "pso";
  case ModelKind::Sra:
    return "sra";
  case ModelKind::Ra:
    return "ra";
  case ModelKind::Rc11:
    return "rc11";
  }
  return {};
}

Synchronizing synchronizingOf(ModelKind model) {
  switch (model) {
  case ModelKind::Sc:
  case ModelKind::Tso:
  case ModelKind::Pso:
  case ModelKind::Sra:
  case ModelKind::Ra:
    return Synchronizing::AllAtomics;
  case ModelKind::Rc11:
    return Synchronizing::ByOrder;
  }
  return {};
}

std::string_view titleOf(ModelKind model) {
  switch (model) {
  case ModelKind::Sc:
    return "SC: sequential consistency";
  case ModelKind::Tso:
    return "TSO: x86, with store buffers";
  case ModelKind::Pso:
    return "PSO: SPARC, with a store buffer for each location";
  case ModelKind::Sra:
    return "SRA: strong release-acquire";
  case ModelKind::Ra:
    return "RA: release-acquire for all atomics";
  case ModelKind::Rc11:
    return "RC11: C and C++, with the memory orders as written";
  }
  return {};
}

std::optional<ModelKind> modelNamed(std::string_view name) {
  for (const ModelKind model : allModels)
    if (nameOf(model) == name)
      return model;
  return std::nullopt;
}

} // namespace revisit
