// The bytes that a thread reads from a descriptor or stream depend on its position. So each call that moves it is an
// event, which reads the position and stores the new one: this orders the threads that share it. Thread rule: called by
// the thread that has the baton, during a run.
#pragma once

#include <cstdint>

namespace revisit::runtime {

constexpr int maxDescriptors = 1000;

// The address of the runtime's shared state for a descriptor, or for another object with a number above those of
// descriptors.
std::uint64_t filePlace(std::uint64_t number);

// The event of a call on the descriptor, from construction to `end`. The descriptor's position is memory that threads
// share.
class FileTurn {
public:
  explicit FileTurn(int file);
  // Continues an event that was begun before, at this position.
  FileTurn(int file, std::uint64_t position)
      : m_place(filePlace(static_cast<std::uint64_t>(file))), m_position(position) {}
  // The position of the descriptor before the call.
  std::uint64_t position() const { return m_position; }
  // `position`: the descriptor's new position, or any other value that tells later readers apart.
  void end(std::uint64_t position);

private:
  std::uint64_t m_place;
  std::uint64_t m_position = 0;
};

} // namespace revisit::runtime
