#include "random_witness.h"

#include "witness_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace revisit {
namespace {

class Generator {
public:
  Generator(unsigned seed, const RandomShape& shape)
      : m_shape(shape), m_random(seed), m_holders(shape.objects, nobody) {}

  Witness make() {
    m_running = {0};
    while (m_builder.size() < m_shape.events) {
      const unsigned thread = m_running[below(static_cast<unsigned>(m_running.size()))];
      m_builder.at(fmt::format("/src/dir{}/file{}.c", below(2), below(3)), 1 + below(20));
      step(thread);
    }
    return std::move(m_builder.witness());
  }

private:
  static constexpr unsigned nobody = ~0u;

  unsigned below(unsigned limit) { return std::uniform_int_distribution<unsigned>(0, limit - 1)(m_random); }

  void step(unsigned thread) {
    switch (below(12)) {
    case 0:
      return create(thread);
    case 1:
      return join(thread);
    case 2:
    case 3:
      return lockOrUnlock(thread);
    case 4:
      return end(thread);
    case 5:
      m_builder.fence(thread);
      return;
    default:
      return access(thread);
    }
  }

  void create(unsigned thread) {
    const auto child = static_cast<unsigned>(m_builder.witness().threads.size());
    if (child >= m_shape.threads)
      return;
    m_builder.create(thread, m_shape.sameNames ? "worker" : fmt::format("worker{}", child));
    m_running.push_back(child);
  }

  void join(unsigned thread) {
    if (m_ended.empty())
      return;
    const unsigned place = below(static_cast<unsigned>(m_ended.size()));
    m_builder.join(thread, m_ended[place]);
    m_ended.erase(m_ended.begin() + place);
  }

  void lockOrUnlock(unsigned thread) {
    const unsigned object = below(m_shape.objects);
    const std::string name = fmt::format("m{}", object);
    if (m_holders[object] == nobody)
      m_builder.lock(thread, name);
    else if (m_holders[object] == thread)
      m_builder.unlock(thread, name);
    else
      return;
    m_holders[object] = m_holders[object] == nobody ? thread : nobody;
  }

  void end(unsigned thread) {
    const bool holds = std::ranges::find(m_holders, thread) != m_holders.end();
    if (thread == 0 || holds || below(3) != 0)
      return;
    m_builder.end(thread);
    std::erase(m_running, thread);
    m_ended.push_back(thread);
  }

  void access(unsigned thread) {
    const unsigned size = m_shape.oneShape ? 4 : 1u << below(4);
    const unsigned offset = m_shape.oneShape ? 0 : below(m_shape.bytes - size + 1);
    const std::string name = offset == 0 ? "x" : fmt::format("x+{}", offset);
    const ByteRange range{0x1000 + offset, size};
    if (below(2) == 0)
      m_builder.readBytes(thread, name, range);
    else
      m_builder.writeBytes(thread, name, range, below(100));
  }

  RandomShape m_shape;
  std::mt19937 m_random;
  WitnessBuilder m_builder;
  std::vector<unsigned> m_running, m_ended, m_holders;
};

} // namespace

Witness randomWitness(unsigned seed, const RandomShape& shape) {
  return Generator(seed, shape).make();
}

} // namespace revisit
