// The variables and expressions of a replayed program that the window requested, with their values at the previous
// stop. The parts of large values come in groups. Thread rule: the replay's thread; the program is stopped.
#pragma once

#include "debugged/replay_snapshot.h"

#include <lldb/API/LLDB.h>

#include <map>

namespace revisit {

class ReplayValues {
public:
  // Called when the program has moved: earlier values become void, and new values are compared with them.
  void moved();
  // Called when the same stop is read again: earlier values become void.
  void lookAgain() { m_values.clear(); }

  // All variables in scope, and all arguments. `path` identifies the frame.
  std::vector<ReplayValue> locals(lldb::SBFrame frame, const std::string& path);
  // Looked up as a variable, otherwise evaluated. Takes half a second at most.
  ReplayValue expression(lldb::SBFrame frame, const std::string& path, const std::string& text);
  // Nothing for a void value. At most a hundred: more parts come in groups.
  std::vector<ReplayValue> children(ValueId id);
  // Invalid when the id is void.
  lldb::SBValue value(ValueId id) const;

private:
  // A value, or a group of its parts from `first` on.
  struct Handed {
    lldb::SBValue value;
    std::string path;
    std::uint32_t first = 0, count = 0;
    bool isGroup = false;
  };

  ReplayValue hand(lldb::SBValue value, std::string path, std::string name);
  std::vector<ReplayValue> parts(const Handed& whole, std::uint32_t first, std::uint32_t count);
  ReplayValue group(const Handed& whole, std::uint32_t first, std::uint32_t count);

  std::map<ValueId, Handed> m_values;
  std::map<std::string, std::string> m_now, m_before; // texts by path
  ValueId m_lastId = 0;
};

} // namespace revisit
