// What a run in a nursery shows that a fresh run has to confirm before anything is made of it, because the nursery
// might not have put everything back: how errors look in a trace, and whether two traces are the same. Thread rule:
// belongs to one worker.
#pragma once

#include "abi/channel.h"

#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace revisit {

class RunDoubts {
public:
  // Whether the run that the channel describes has to be repeated: it did not come to its end, or it has an error that
  // no fresh run had. `status`: its wait status.
  bool needsFreshRun(const RevisitChannel& channel, int status);
  // The run was repeated. Whether the fresh run has what was found before, too.
  bool confirms(const RevisitChannel& channel);

private:
  // How and where something goes wrong: the record's kind and operation, and its call chain.
  using Fault = std::tuple<std::uint8_t, std::uint8_t, std::uint32_t>;
  static std::set<Fault> faultsOf(const RevisitChannel& channel);

  std::set<Fault> m_confirmed;
  std::set<Fault> m_found; // in the last run of a nursery, and not confirmed
  bool m_diverged = false; // it did not follow its plan
};

// The trace of a run, to be compared with that of another run of the same plan.
class RunImage {
public:
  RunImage(const RevisitChannel& channel, std::string output);
  bool operator==(const RunImage& other) const;

private:
  std::vector<RevisitRecord> m_records;
  std::vector<RevisitPrint> m_prints;
  std::uint32_t m_outcome;
  std::string m_output;
};

} // namespace revisit
