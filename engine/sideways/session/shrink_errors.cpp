#include "sideways/session/shrink_errors.h"

#include "check/report/piece_report.h"

#include <algorithm>
#include <chrono>

namespace revisit {

namespace {

Result<Shrunk> shrinkOne(const CheckError& error, double seconds) {
  Witness witness = *error.witness;
  witness.error = error.error; // it may be of several errors
  witness.others.clear();
  const Result<std::unique_ptr<SidewaysSession>> session = SidewaysSession::open(std::move(witness), seconds);
  return session ? session.value()->shrink(seconds) : Result<Shrunk>(session.error());
}

} // namespace

std::vector<std::optional<Shrinking>> shrinkErrors(CheckReport& report, double seconds,
                                                   const std::function<void(const Error&)>& failed) {
  constexpr double least = 0.5; // seconds
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::size_t others = report.errors.size();
  std::vector<std::optional<Shrinking>> all;
  for (CheckError& error : report.errors) {
    const double left = std::chrono::duration<double>(end - Clock::now()).count();
    Result<Shrunk> shrunk = shrinkOne(error, std::max(left / static_cast<double>(others--), least));
    all.push_back(shrunk ? std::optional(shrunk->sizes) : std::nullopt);
    if (!shrunk) {
      failed(shrunk.error());
      continue;
    }
    const auto witness = std::make_shared<const Witness>(std::move(shrunk->witness));
    CheckError smaller = errorShownBy(witness, witness->error, true, true);
    smaller.kind = error.kind;
    smaller.count = error.count;
    error = std::move(smaller);
  }
  return all;
}

} // namespace revisit
