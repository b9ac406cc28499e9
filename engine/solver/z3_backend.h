// The end of the solver chain: one conjunction, one Z3 query.
// Thread rule: belongs to one worker, like its pool.
#pragma once

#include "solver/solver.h"

#include <memory>
#include <vector>

namespace revisit {

class Z3Backend {
public:
  Z3Backend(ExpressionPool& pool, std::uint64_t memoryMiB);
  ~Z3Backend();

  // For Yes, `model` receives a value for every symbol of the conjunction. For No, `core` receives an unsatisfiable
  // subset of the conjunction.
  Sat check(std::span<const ExprId> conjunction, Assignment& model, std::vector<ExprId>& core, unsigned timeoutMs);

private:
  struct Impl;
  ExpressionPool& m_pool;
  const std::uint64_t m_memoryMiB;
  std::unique_ptr<Impl> m_impl; // from the first question on
};

} // namespace revisit
