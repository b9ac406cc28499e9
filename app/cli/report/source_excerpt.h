// Excerpts of source files around the lines of events.
#pragma once

#include "html_report.h"

namespace revisit::cli {

struct NotedLine {
  std::string file;
  unsigned line = 0; // from 1
  std::string note;
};

struct ExcerptLine {
  unsigned number = 0; // 0: stands for left-out lines
  std::string text;
  std::vector<std::string> notes; // in the order given
};

struct SourceExcerpt {
  std::string file;
  std::vector<ExcerptLine> lines; // empty: the file cannot be read
};

// One for each file, in the order in which the notes refer to them.
std::vector<SourceExcerpt> excerptsOf(const std::vector<NotedLine>& notes, const SourceReader& sources);

} // namespace revisit::cli
