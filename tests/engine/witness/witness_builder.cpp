#include "witness_builder.h"

#include "witness/old_words.h"

#include <fmt/format.h>

namespace revisit {

WitnessBuilder& WitnessBuilder::at(std::string file, unsigned line, std::string function) {
  m_position = {std::move(file), line, 1, std::move(function)};
  return *this;
}

ByteRange WitnessBuilder::variable(const std::string& name, unsigned size) {
  const std::uint64_t next = 0x1000 + 16 * m_variables.size();
  return m_variables.try_emplace(name, ByteRange{next, size}).first->second;
}

WitnessEvent& WitnessBuilder::start(unsigned thread, LabelKind kind, const std::string& what) {
  WitnessEvent event;
  event.thread = thread;
  event.index = m_events[thread]++;
  event.kind = kind;
  event.what = what;
  if (!m_position.file.empty())
    event.calls = {m_position};
  return m_witness.schedule.emplace_back(std::move(event));
}

EventNumber WitnessBuilder::plain(unsigned thread, LabelKind kind) {
  start(thread, kind, "");
  return size();
}

EventNumber WitnessBuilder::create(unsigned creator, const std::string& name) {
  std::vector<unsigned> path = m_witness.threads[creator].path;
  path.push_back(m_children[creator]++);
  m_witness.threads.push_back({path, name});
  start(creator, LabelKind::Create, name).child = static_cast<unsigned>(m_witness.threads.size() - 1);
  return size();
}

EventNumber WitnessBuilder::join(unsigned thread, unsigned child) {
  start(thread, LabelKind::Join, m_witness.threads[child].name).child = child;
  return size();
}

void WitnessBuilder::access(WitnessEvent& event, ByteRange range) {
  event.address = range.address;
  event.size = static_cast<unsigned>(range.size);
  if (!event.reads)
    return;
  event.seen = 0;
  std::size_t latest = 0;
  for (std::uint64_t i = 0; i < range.size; i++) {
    const auto byte = m_memory.find(range.address + i);
    if (byte == m_memory.end())
      continue;
    *event.seen |= static_cast<std::uint64_t>(byte->second.value) << (8 * i);
    for (std::size_t n = size() - 1; n > latest; n--) {
      const WitnessEvent& writer = m_witness.schedule[n - 1];
      if (WitnessEventRef{writer.thread, writer.index} == byte->second.writer)
        latest = n;
    }
  }
  if (latest != 0)
    event.readsFrom = WitnessEventRef{m_witness.schedule[latest - 1].thread, m_witness.schedule[latest - 1].index};
}

void WitnessBuilder::store(const WitnessEvent& event) {
  for (std::uint64_t i = 0; i < event.size; i++)
    m_memory[event.address + i] = {static_cast<std::uint8_t>(*event.written >> (8 * i)), {event.thread, event.index}};
}

EventNumber WitnessBuilder::readBytes(unsigned thread, const std::string& name, ByteRange range) {
  WitnessEvent& event = start(thread, LabelKind::Read, name);
  event.reads = true;
  access(event, range);
  event.value = fmt::format("{}", *event.seen);
  return size();
}

EventNumber WitnessBuilder::writeBytes(unsigned thread, const std::string& name, ByteRange range, std::uint64_t value) {
  WitnessEvent& event = start(thread, LabelKind::Write, name);
  event.writes = true;
  access(event, range);
  event.written = value;
  event.value = fmt::format("{}", value);
  store(event);
  return size();
}

EventNumber WitnessBuilder::read(unsigned thread, const std::string& name) {
  return readBytes(thread, name, variable(name));
}

EventNumber WitnessBuilder::write(unsigned thread, const std::string& name, std::uint64_t value) {
  return writeBytes(thread, name, variable(name), value);
}

EventNumber WitnessBuilder::add(unsigned thread, const std::string& name, std::uint64_t summand) {
  WitnessEvent& event = start(thread, LabelKind::Rmw, name);
  event.rmw = RmwOp::Add;
  event.reads = event.writes = true;
  access(event, variable(name));
  event.written = *event.seen + summand;
  event.value = fmt::format("{} -> {}", *event.seen, *event.written);
  store(event);
  return size();
}

EventNumber WitnessBuilder::swap(unsigned thread, const std::string& name, std::uint64_t value) {
  WitnessEvent& event = start(thread, LabelKind::Cas, name);
  event.reads = event.writes = true;
  access(event, variable(name));
  event.written = value;
  event.value = fmt::format("{} -> {}", *event.seen, value);
  store(event);
  return size();
}

EventNumber WitnessBuilder::free(unsigned thread, const std::string& name) {
  WitnessEvent& event = start(thread, LabelKind::Write, name);
  event.lifetime = Lifetime::Ends;
  event.writes = true;
  access(event, variable(name));
  event.written = 0;
  store(event);
  return size();
}

EventNumber WitnessBuilder::failedSwap(unsigned thread, const std::string& name) {
  WitnessEvent& event = start(thread, LabelKind::Cas, name);
  event.reads = true;
  access(event, variable(name));
  event.value = fmt::format("{}", *event.seen);
  return size();
}

EventNumber WitnessBuilder::object(unsigned thread, const std::string& operation, const std::string& name,
                                   const std::string& value) {
  WitnessEvent& event = start(thread, LabelKind::Object, name);
  event.address = m_objects.try_emplace(name, 0x8000 + 64 * m_objects.size()).first->second;
  event.objectOp = old_words::objectOp(operation).value();
  event.seen = old_words::result(value).value();
  return size();
}

EventNumber WitnessBuilder::branch(unsigned thread, const std::string& text, const std::string& term, bool taken) {
  WitnessEvent& event = start(thread, LabelKind::Constraint, text);
  event.condition = term;
  event.holds = taken;
  return size();
}

EventNumber WitnessBuilder::choose(unsigned thread, const std::string& text, const std::string& term,
                                   const std::string& value) {
  WitnessEvent& event = start(thread, LabelKind::Enumerate, text);
  event.condition = term;
  event.value = value;
  return size();
}

EventNumber WitnessBuilder::error(unsigned thread, ErrorKind kind, const std::string& message) {
  plain(thread, LabelKind::Error);
  m_witness.error.kind = kind;
  m_witness.error.message = message;
  m_witness.error.thread = thread;
  m_witness.error.file = m_position.file;
  m_witness.error.line = m_position.line;
  return size();
}

void WitnessBuilder::input(unsigned thread, const std::string& name, unsigned width, std::uint64_t value) {
  unsigned index = 0;
  for (const WitnessInput& other : m_witness.inputs)
    index += other.thread == thread;
  m_witness.inputs.push_back({thread, index, name, width, value});
}

void WitnessBuilder::waiting(unsigned thread, const std::string& what, const WitnessPosition& position) {
  m_witness.error.waiting.push_back({thread, old_words::awaited(what).value(), position});
}

} // namespace revisit
