// The line on the terminal that shows the progress of an exploration. It overwrites itself and is erased at the end.
#pragma once

#include "check/check.h"

#include <string>

namespace revisit::cli {

// "1234 executions (2 erroneous), 560 per second, about 2000 (+-300) in all". Pure.
std::string progressText(const CheckProgress& progress);

class ProgressLine {
public:
  explicit ProgressLine(bool isOn) : m_isOn(isOn) {}
  ~ProgressLine() { clear(); }
  void show(const CheckProgress& progress);
  void clear();

private:
  bool m_isOn;
  std::size_t m_width = 0;
};

} // namespace revisit::cli
