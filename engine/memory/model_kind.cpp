#include "memory/model_kind.h"

#include "memory/rc11.h"
#include "memory/release_acquire.h"
#include "memory/sequential.h"
#include "memory/store_buffers.h"

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
    break;
  }
  return "rc11";
}

std::optional<ModelKind> modelNamed(std::string_view name) {
  for (const ModelKind model : allModels)
    if (nameOf(model) == name)
      return model;
  return std::nullopt;
}

std::unique_ptr<MemoryModel> makeModel(ModelKind model) {
  switch (model) {
  case ModelKind::Sc:
    return std::make_unique<SequentialConsistency>();
  case ModelKind::Tso:
    return std::make_unique<StoreBuffers>(StoreBuffers::Kind::Tso);
  case ModelKind::Pso:
    return std::make_unique<StoreBuffers>(StoreBuffers::Kind::Pso);
  case ModelKind::Sra:
    return std::make_unique<ReleaseAcquire>(ReleaseAcquire::Strength::Sra);
  case ModelKind::Ra:
    return std::make_unique<ReleaseAcquire>(ReleaseAcquire::Strength::Ra);
  case ModelKind::Rc11:
    break;
  }
  return std::make_unique<Rc11>();
}

} // namespace revisit
