#include "runtime/signals/outside.h"

#include "abi/outside.h"
#include "program/outside_signals.h"
#include "runtime/memory/access.h"
#include "runtime/processes/processes.h"
#include "runtime/schedule/threads.h"
#include "runtime/services/process_state.h"
#include "runtime/signals/actions.h"
#include "runtime/signals/delivery.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <bit>
#include <csignal>

namespace revisit::runtime {

namespace {

constexpr std::uint64_t asked = bitOfSignal(SIGHUP) | bitOfSignal(SIGINT) | bitOfSignal(SIGQUIT) | bitOfSignal(SIGTERM);
constexpr std::uint64_t fromOutside = asked | bitOfSignal(SIGUSR1) | bitOfSignal(SIGUSR2) | bitOfSignal(SIGCONT) |
                                      bitOfSignal(SIGTSTP) | bitOfSignal(SIGWINCH);
constexpr int nearlyAll = 30;
constexpr unsigned signalBits = 8; // of a sender's argument: which signal; above them, how often

void* send(void* what) {
  const int number = static_cast<int>(word(what) & ((1u << signalBits) - 1));
  const std::uint64_t left = word(what) >> signalBits;
  setMask(~neverBlocked);
  nameThread("outside");
  addPending(wholeProcess, {number, SI_USER, 0, sentFromOutside});
  if (left > 1)
    startInternal(send, (left - 1) << signalBits | static_cast<unsigned>(number), true);
  return nullptr;
}

} // namespace

void handlesSignals(std::uint64_t signals) {
  signals &= fromOutside;
  if (!exploring() || isInChild() || signals == 0)
    return;
  const std::uint64_t count = outsideSignalsIn(g_runtime.channel->permitted);
  if (count == 0) {
    g_runtime.channel->untried |= (signals & asked) != 0 ? withOutsideSignals(1) : 0;
    return;
  }
  const std::uint64_t before =
      recordedRmw(REVISIT_OUTSIDE_SIGNALS, signals, 8, static_cast<std::uint32_t>(MemoryOrder::SeqCst), RmwOp::Or,
                  REVISIT_FLAG_SERVICE);
  for (std::uint64_t fresh = signals & ~before; fresh != 0; fresh &= fresh - 1)
    startInternal(send, count << signalBits | static_cast<unsigned>(std::countr_zero(fresh) + 1), true);
}

void awaitsSignals(std::uint64_t signals) {
  handlesSignals(std::popcount(signals) >= nearlyAll ? signals & bitOfSignal(SIGTERM) : signals);
}

} // namespace revisit::runtime
