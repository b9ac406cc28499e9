#include "runtime/services/file_turns.h"

#include "runtime/services/services.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/recorder.h"

namespace revisit::runtime {

namespace {

constexpr auto normal = static_cast<std::uint64_t>(MutexKind::Normal);

} // namespace

std::uint64_t filePlace(std::uint64_t number) {
  return REVISIT_FILES_ADDRESS + number * REVISIT_FILE_STRIDE;
}

FileTurn::FileTurn(int file) : m_place(filePlace(static_cast<std::uint64_t>(file))) {
  if (file < 0 || file >= maxDescriptors)
    unsupported("a descriptor that did not come from open or fopen");
  if (file == STDIN_FILENO && g_runtime.channel->inputWithheld != 0)
    unsupported("standard input is read, and none was given (< FILE, or --stdin FILE)");
  operate(m_place + 8, ObjectOp::MutexLock, normal);
  m_position = recordedLoad(m_place, 8, 0, REVISIT_FLAG_SERVICE);
}

void FileTurn::end(std::uint64_t position) {
  if (position != m_position)
    recordedStore(m_place, position, 8, 0, REVISIT_FLAG_SERVICE);
  operate(m_place + 8, ObjectOp::MutexUnlock, normal);
}

} // namespace revisit::runtime
