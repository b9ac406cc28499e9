// What a thread reads from a descriptor or stream depends on where that stands, so each call that moves it takes its
// turn, reads the position and stores it anew: threads that share one are ordered by it.
// Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include <cstdint>

namespace revisit::runtime {

constexpr int maxDescriptors = 1000;

// Where the runtime keeps what is shared of a descriptor, or of something else that has a number behind those.
std::uint64_t filePlace(std::uint64_t number);

// The descriptor's turn, from its making to `end`. Its position is memory that threads share.
class FileTurn {
public:
  explicit FileTurn(int file);
  // One that was begun before, at this position.
  FileTurn(int file, std::uint64_t position)
      : m_place(filePlace(static_cast<std::uint64_t>(file))), m_position(position) {}
  // Where the descriptor stood.
  std::uint64_t position() const { return m_position; }
  // `position`: where the descriptor stands now, or anything else that tells later readers apart.
  void end(std::uint64_t position);

private:
  std::uint64_t m_place;
  std::uint64_t m_position = 0;
};

} // namespace revisit::runtime
