// A pool of buffers on the tagged stack: two threads take buffers and give them back. No two may hold the same one.
#include "tagged_stack.h"

#include <array>
#include <cassert>
#include <thread>

namespace {

constexpr std::size_t size = 3;

TaggedStack pool(size);
std::array<std::atomic<bool>, size> isHeld;

std::optional<TaggedStack::Index> take() {
  const std::optional<TaggedStack::Index> buffer = pool.pop();
  if (buffer)
    assert(!isHeld[*buffer].exchange(true) && "two threads hold this buffer");
  return buffer;
}

void giveBack(TaggedStack::Index buffer) {
  isHeld[buffer] = false;
  pool.push(buffer);
}

// Takes one and keeps it.
void keeper() {
  take();
}

// Takes two and gives the first back, then takes another.
void juggler() {
  const auto first = take();
  const auto second = take();
  if (first)
    giveBack(*first);
  if (second)
    take();
}

} // namespace

int main() {
  for (TaggedStack::Index buffer = 0; buffer < size; buffer++)
    pool.push(buffer);
  std::thread one(keeper), two(juggler);
  one.join();
  two.join();
  while (take()) {
  }
}
