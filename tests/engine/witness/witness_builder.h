// Builds witnesses for tests, event by event: numbers, values and reads-from follow from the order in which events are
// added, as in a sequentially consistent execution.
#pragma once

#include "query/timeline/causal_order.h"
#include "witness/byte_range.h"
#include "witness/witness.h"

#include <map>
#include <string>

namespace revisit {

class WitnessBuilder {
public:
  WitnessBuilder() { m_witness.threads.push_back({{}, "main"}); }

  // The source position of the events added from now on.
  WitnessBuilder& at(std::string file, unsigned line, std::string function = "function");
  // A variable of `size` bytes; variables follow each other from 0x1000 on.
  ByteRange variable(const std::string& name, unsigned size = 4);

  EventNumber create(unsigned creator, const std::string& name); // the new thread has the next index
  EventNumber join(unsigned thread, unsigned child);
  EventNumber read(unsigned thread, const std::string& variable);
  EventNumber write(unsigned thread, const std::string& variable, std::uint64_t value);
  EventNumber add(unsigned thread, const std::string& variable, std::uint64_t summand);
  EventNumber swap(unsigned thread, const std::string& variable, std::uint64_t value); // that succeeds
  EventNumber free(unsigned thread, const std::string& variable);
  EventNumber failedSwap(unsigned thread, const std::string& variable);
  // Bytes inside a variable.
  EventNumber readBytes(unsigned thread, const std::string& name, ByteRange range);
  EventNumber writeBytes(unsigned thread, const std::string& name, ByteRange range, std::uint64_t value);
  // The operation and its result in words: "try lock", "busy".
  EventNumber object(unsigned thread, const std::string& operation, const std::string& name,
                     const std::string& value = "");
  EventNumber lock(unsigned thread, const std::string& name) { return object(thread, "lock", name); }
  EventNumber unlock(unsigned thread, const std::string& name) { return object(thread, "unlock", name); }
  EventNumber fence(unsigned thread) { return plain(thread, LabelKind::Fence); }
  EventNumber branch(unsigned thread, const std::string& text, const std::string& term, bool taken);
  EventNumber choose(unsigned thread, const std::string& text, const std::string& term, const std::string& value);
  EventNumber end(unsigned thread) { return plain(thread, LabelKind::End); }
  EventNumber exit(unsigned thread) { return plain(thread, LabelKind::Exit); }
  EventNumber error(unsigned thread, ErrorKind kind, const std::string& message);
  void input(unsigned thread, const std::string& name, unsigned width, std::uint64_t value);
  // What it waits for in words: "lock of b, held by T2 (worker)".
  void waiting(unsigned thread, const std::string& what, const WitnessPosition& position);

  Witness& witness() { return m_witness; }
  std::size_t size() const { return m_witness.schedule.size(); }

private:
  EventNumber plain(unsigned thread, LabelKind kind);
  WitnessEvent& start(unsigned thread, LabelKind kind, const std::string& what);
  void access(WitnessEvent& event, ByteRange range);
  void store(const WitnessEvent& event);

  struct Byte {
    std::uint8_t value = 0;
    WitnessEventRef writer;
  };
  Witness m_witness;
  WitnessPosition m_position;
  std::map<std::string, ByteRange> m_variables;
  std::map<std::string, std::uint64_t> m_objects;
  std::map<std::uint64_t, Byte> m_memory;
  std::map<unsigned, unsigned> m_children; // how many threads a thread created
  std::map<unsigned, unsigned> m_events;   // how many events it has
};

} // namespace revisit
