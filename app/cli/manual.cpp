#include "manual.h"

#include "base/file_name.h"
#include "cli/report/table_text.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

namespace revisit::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t pageWidth = 100; // the width of the pages' text

Result<std::string> readText(const std::string& path) {
  std::ifstream file(path);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file)
    return Error{ErrorCode::NotFound, path, "the manual cannot be read; build or install Revisit completely"};
  return text;
}

} // namespace

std::string manualFolder() {
  std::error_code code;
  const fs::path self = fs::read_symlink("/proc/self/exe", code);
  return (self.parent_path().parent_path() / "share" / "revisit" / "manual").string();
}

std::vector<Subject> subjectsOf(const std::string& list) {
  const std::string heading = "## ", begin = "- [", middle = "](", end = "): ";
  std::vector<Subject> subjects;
  std::string chapter;
  std::istringstream lines(list);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(heading))
      chapter = line.substr(heading.size());
    const std::size_t afterName = line.find(middle), afterPage = line.find(end, afterName);
    if (!line.starts_with(begin) || afterPage == std::string::npos)
      continue;
    const std::string name = line.substr(begin.size(), afterName - begin.size());
    const std::string page = line.substr(afterName + middle.size(), afterPage - afterName - middle.size());
    if (fileName(page) == name + ".md")
      subjects.push_back({name, page, line.substr(afterPage + end.size()), chapter});
  }
  return subjects;
}

Result<std::vector<Subject>> readSubjects(const std::string& folder) {
  const Result<std::string> list = readText((fs::path(folder) / "README.md").string());
  if (!list)
    return list.error();
  return subjectsOf(list.value());
}

std::string forTerminal(const std::string& page) {
  std::string shown;
  std::vector<std::string> table;
  std::istringstream lines(page + "\n\n");                // the empty lines end a table at the end of the page
  bool inPicture = false, inCode = false, isEmpty = true; // isEmpty: the last printed line is empty
  for (std::string line; std::getline(lines, line);) {
    if (!inCode && line.starts_with("|")) {
      table.push_back(line);
      continue;
    }
    if (!table.empty()) {
      shown += tableText(std::exchange(table, {}), pageWidth);
      isEmpty = false;
    }
    inCode ^= line.starts_with("```");
    inPicture |= !inCode && line == "<picture>";
    const bool leaveOut = !inCode && (inPicture || line.starts_with("<!--") || (line.empty() && isEmpty));
    inPicture &= line != "</picture>";
    if (leaveOut)
      continue;
    isEmpty = line.empty();
    shown += line + '\n';
  }
  while (shown.ends_with("\n\n"))
    shown.pop_back();
  return shown;
}

Result<std::string> readPage(const std::string& folder, const Subject& subject) {
  const Result<std::string> page = readText((fs::path(folder) / subject.page).string());
  if (!page)
    return page.error();
  return forTerminal(page.value());
}

} // namespace revisit::cli
