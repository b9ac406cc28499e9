// The manual: pages of Markdown in a folder, one for each subject, and README.md, which lists them.
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace revisit::cli {

struct Subject {
  std::string name; // the page is NAME.md
  std::string summary;
};

// The folder of an installation or of a build tree, beside this program.
std::string manualFolder();

// What the list of the manual has, in its order: its lines "- [NAME](NAME.md): SUMMARY".
std::vector<Subject> subjectsOf(const std::string& list);
Result<std::vector<Subject>> readSubjects(const std::string& folder);

// A page as a terminal shows it: without pictures and comments, its tables in columns.
std::string forTerminal(const std::string& page);
Result<std::string> readPage(const std::string& folder, const std::string& subject);

} // namespace revisit::cli
