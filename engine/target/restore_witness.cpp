#include "target/restore_witness.h"

namespace revisit {

Status restoreFrom(const Witness& witness, NativeOracle& oracle) {
  std::vector<std::vector<unsigned>> paths;
  for (const WitnessThread& thread : witness.threads)
    paths.push_back(thread.path);
  std::vector<RevisitRange> shared;
  for (const WitnessRange& range : witness.shared)
    shared.push_back({range.address, range.address + range.size, range.mortal ? 1u : 0u});
  std::vector<RevisitObject> objects;
  for (const WitnessMortal& object : witness.mortalObjects)
    objects.push_back({object.address, static_cast<std::uint64_t>(object.destruction)});
  return oracle.restore(paths, shared, objects);
}

} // namespace revisit
