// Names of what the machine around the program has in memory (abi/machine.h).
#include "abi/machine.h"
#include "abi/sends.h"
#include "target/variables.h"

#include <fmt/format.h>

namespace revisit {

std::string Variables::nameOfFile(std::uint64_t address, std::uint64_t bytes, bool isObject) {
  if (address >= REVISIT_MACHINE_RIGHTS)
    return "access to pages of " + m_descriptors.nameOfFile(static_cast<unsigned>((address - REVISIT_MACHINE_RIGHTS) /
                                                                                  REVISIT_MACHINE_RIGHTS_STRIDE));
  if (address >= REVISIT_MACHINE_CONTENTS) {
    const std::uint64_t number = (address - REVISIT_MACHINE_CONTENTS) / REVISIT_MACHINE_CONTENT_STRIDE;
    const std::uint64_t offset = (address - REVISIT_MACHINE_CONTENTS) % REVISIT_MACHINE_CONTENT_STRIDE;
    return fmt::format("{}[{}..{}]", m_descriptors.nameOfFile(static_cast<unsigned>(number)), offset,
                       offset + bytes - 1);
  }
  if (address >= REVISIT_MACHINE_NODES) {
    const std::uint64_t number = (address - REVISIT_MACHINE_NODES) / REVISIT_MACHINE_NODE;
    const bool isLock = (address - REVISIT_MACHINE_NODES) % REVISIT_MACHINE_NODE == 0;
    return (isLock     ? ""
            : isObject ? "lock of "
                       : "state of ") +
           m_descriptors.nameOfFile(static_cast<unsigned>(number));
  }
  if (address >= REVISIT_MACHINE_TEXTS) {
    const std::uint64_t number = (address - REVISIT_MACHINE_TEXTS) / REVISIT_MACHINE_TEXT;
    const bool isLock = (address - REVISIT_MACHINE_TEXTS) % REVISIT_MACHINE_TEXT == 0;
    return fmt::format("{}FILE of {}", isLock ? "" : "state of ",
                       m_descriptors.nameOfPlace(static_cast<int>(number), ""));
  }
  return address >= REVISIT_MACHINE_NAMES ? "name of a file" : "what is done to files";
}

// A stream has the number of the descriptor that reads it. Its other state is of an opening, if that is one of a file.
std::string Variables::nameInMachine(std::uint64_t address, std::uint64_t bytes, bool isObject) {
  // The places behind those of descriptors are of processes.
  if (address >= REVISIT_MACHINE_PROCESSES) {
    const std::uint64_t process = (address - REVISIT_MACHINE_PROCESSES) / REVISIT_MACHINE_PROCESS_STRIDE;
    const std::uint64_t offset = (address - REVISIT_MACHINE_PROCESSES) % REVISIT_MACHINE_PROCESS_STRIDE;
    if (offset >= REVISIT_MACHINE_WATCHED_SIGNALS)
      return fmt::format("signals of process {}", process + REVISIT_MACHINE_IDENTIFIER);
    if (offset >= REVISIT_MACHINE_CHILDREN)
      return fmt::format("children of process {}", process + REVISIT_MACHINE_IDENTIFIER);
    return fmt::format("descriptor {} of process {}", offset / REVISIT_MACHINE_ENTRY,
                       process + REVISIT_MACHINE_IDENTIFIER);
  }
  if (address >= REVISIT_MACHINE_BOUND && address < REVISIT_MACHINE_PLACES)
    return "names of sockets";
  if (address < REVISIT_MACHINE_PLACES)
    return m_descriptors.nameOf(static_cast<int>((address - REVISIT_MACHINE_ADDRESS) / REVISIT_MACHINE_ENTRY));
  if (address >= REVISIT_MACHINE_FILES)
    return nameOfFile(address, bytes, isObject);
  const int number = static_cast<int>((address - REVISIT_MACHINE_PLACES) / REVISIT_MACHINE_STRIDE);
  const std::uint64_t offset = (address - REVISIT_MACHINE_PLACES) % REVISIT_MACHINE_STRIDE;
  constexpr const char* kinds[] = {"pipe", "eventfd", "socket", "socket server", "end of process"};
  static_assert(std::size(kinds) == REVISIT_MACHINE_OBJECTS);
  if (offset < REVISIT_MACHINE_OBJECTS && number < REVISIT_MACHINE_NUMBERS)
    return m_descriptors.nameOfPlace(number, kinds[offset]);
  if (offset < REVISIT_MACHINE_OBJECTS)
    return fmt::format("{} {}", kinds[offset], number - REVISIT_MACHINE_NUMBERS + REVISIT_MACHINE_IDENTIFIER);
  const std::string name = m_descriptors.nameOfPlace(number, "");
  if (offset < REVISIT_MACHINE_SET)
    return "state of " + name;
  if (offset < REVISIT_MACHINE_CONTENT)
    return (offset == REVISIT_MACHINE_SET ? "" : "a watch of ") + name;
  return fmt::format("bytes {}..{} of {}", offset - REVISIT_MACHINE_CONTENT,
                     offset - REVISIT_MACHINE_CONTENT + bytes - 1, name);
}

} // namespace revisit
