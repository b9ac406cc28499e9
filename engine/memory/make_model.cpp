#include "memory/make_model.h"

#include "memory/rc11.h"
#include "memory/release_acquire.h"
#include "memory/sequential.h"
#include "memory/store_buffers.h"

namespace revisit {

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
    return std::make_unique<Rc11>();
  }
  return nullptr;
}

} // namespace revisit
