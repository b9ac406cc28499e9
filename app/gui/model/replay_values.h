// The variables and expressions of a replay's program that the window has asked for, with what they were at the stop
// before. Values of many parts are handed out in groups.
// Thread rule: the replay's thread; the program stands.
#pragma once

#include "replay_snapshot.h"

#include <lldb/API/LLDB.h>

#include <map>

namespace revisit::gui {

class ReplayValues {
public:
  // The program has moved: values handed out before are void, and what they were is what is compared with.
  void moved();
  // Another look at the same stop: values handed out before are void.
  void lookAgain() { m_values.clear(); }

  // All variables in scope, and all arguments. `path` names the frame.
  std::vector<ReplayValue> locals(lldb::SBFrame frame, const std::string& path);
  // Looked up as a variable, or else evaluated. Takes half a second at most.
  ReplayValue expression(lldb::SBFrame frame, const std::string& path, const std::string& text);
  // Nothing for a value that is void. At most a hundred: more parts come in groups of them.
  std::vector<ReplayValue> children(ValueId id);
  // An invalid value when the id is void.
  lldb::SBValue value(ValueId id) const;

private:
  // A value, or of its parts those from `first` on.
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

} // namespace revisit::gui
