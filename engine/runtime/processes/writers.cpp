// Who has the end of a pipe that keeps its readers waiting.
#include "runtime/processes/processes.h"
#include "runtime/processes/warnings.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <cstdio>

namespace revisit::runtime {

namespace {

constexpr std::uint64_t writerOfPipe = 3; // MachinePipeWriter of the library
constexpr std::size_t room = 400;

// A descriptor of the process that writes to the stream at the place; REVISIT_MACHINE_NUMBERS: it has none.
unsigned writerIn(unsigned process, std::uint64_t place) {
  const std::uint64_t table = tableOf(process);
  for (unsigned number = 0; number < REVISIT_MACHINE_NUMBERS; number++) {
    const std::uint64_t entry = rawLoad(table + number * REVISIT_MACHINE_ENTRY, 8);
    if ((entry & 0xffff) == writerOfPipe && (entry >> 32 & 0xffff) == place)
      return number;
  }
  return REVISIT_MACHINE_NUMBERS;
}

} // namespace

void tellWritersOf(std::uint64_t stream) {
  if (stream < REVISIT_MACHINE_PLACES || stream >= REVISIT_MACHINE_FILES ||
      (stream - REVISIT_MACHINE_PLACES) % REVISIT_MACHINE_STRIDE != REVISIT_MACHINE_PIPE)
    return;
  const std::uint64_t place = (stream - REVISIT_MACHINE_PLACES) / REVISIT_MACHINE_STRIDE;
  char text[room] = "";
  std::size_t length = 0;
  const auto add = [&](const char* format, auto... parts) {
    const int added = std::snprintf(text + length, room - length, format, parts...);
    length = std::min(length + static_cast<std::size_t>(std::max(added, 0)), room - 1);
  };
  add("process %d waits for the end of pipe %d, whose write end is still open: ", ownIdentifier(),
      static_cast<int>(place));
  bool isFirst = true;
  for (unsigned process = 0; process < g_runtime.channel->slotCount; process++) {
    if (process != 0 && threadAt(process).process != process)
      continue;
    const unsigned number = writerIn(process, place);
    if (number == REVISIT_MACHINE_NUMBERS)
      continue;
    add("%s", isFirst ? "" : ", ");
    if (process == me().process)
      add("it holds it itself as descriptor %u", number);
    else
      add("process %u holds it as descriptor %u", REVISIT_MACHINE_IDENTIFIER + process, number);
    isFirst = false;
  }
  if (isFirst)
    return;
  warn(emitLast(REVISIT_EXTERNAL), text, me().pending.chain);
}

} // namespace revisit::runtime
