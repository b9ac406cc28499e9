// The end of the solver chain: one conjunction, one Z3 query.
// Thread rule: belongs to one worker, like its pool.
#pragma once

#include "symbolic/solver.h"

#include <memory>
#include <vector>

namespace revisit {

class Z3Backend {
public:
  Z3Backend(ExpressionPool& pool, std::uint64_t memoryMiB);
  ~Z3Backend();

  // When Yes, `model` gets a value for every symbol of the conjunction. When No, `core` gets a subset of the
  // conjunction that is unsatisfiable already.
  Sat check(std::span<const ExprId> conjunction, Assignment& model, std::vector<ExprId>& core,
            unsigned timeoutMs);

private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

} // namespace revisit
