#include "source_excerpt.h"

#include <algorithm>
#include <map>

namespace revisit::cli {
namespace {

constexpr unsigned around = 3; // lines before and after

SourceExcerpt excerptOf(const std::string& file, const std::map<unsigned, std::vector<std::string>>& notes,
                        const SourceReader& sources) {
  SourceExcerpt excerpt{file, {}};
  const auto lines = sources(file);
  if (!lines)
    return excerpt;
  unsigned next = 1;
  for (const auto& [line, ignored] : notes) {
    const auto last = static_cast<unsigned>(lines->size());
    const unsigned first = std::max(next, line > around ? line - around : 1);
    if (first > last)
      break; // the file has changed
    if (first > next && !excerpt.lines.empty())
      excerpt.lines.emplace_back();
    for (next = first; next <= std::min(last, line + around); next++) {
      const auto found = notes.find(next);
      excerpt.lines.push_back(
          {next, (*lines)[next - 1], found != notes.end() ? found->second : std::vector<std::string>()});
    }
  }
  return excerpt;
}

} // namespace

std::vector<SourceExcerpt> excerptsOf(const std::vector<NotedLine>& notes, const SourceReader& sources) {
  std::vector<std::string> files;
  std::map<std::string, std::map<unsigned, std::vector<std::string>>> byFile;
  for (const NotedLine& note : notes) {
    if (!byFile.contains(note.file))
      files.push_back(note.file);
    byFile[note.file][note.line].push_back(note.note);
  }
  std::vector<SourceExcerpt> excerpts;
  for (const std::string& file : files)
    excerpts.push_back(excerptOf(file, byFile[file], sources));
  return excerpts;
}

} // namespace revisit::cli
