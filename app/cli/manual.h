// The manual: a folder with one Markdown page per subject, and README.md, which lists them by chapter.
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace revisit::cli {

struct Subject {
  std::string name;
  std::string page; // NAME.md or FOLDER/NAME.md, in the manual's folder
  std::string summary;
  std::string chapter; // of the list that names it; empty: the list has no chapters
};

// The folder in an installation or in a build tree, found relative to this program.
std::string manualFolder();

// The subjects in the list of the manual, in its order: its lines have the form "- [NAME](PAGE): SUMMARY", and the
// heading of a chapter "## CHAPTER".
std::vector<Subject> subjectsOf(const std::string& list);
Result<std::vector<Subject>> readSubjects(const std::string& folder);

// A page for a terminal: without pictures and comments, with tables in columns.
std::string forTerminal(const std::string& page);
Result<std::string> readPage(const std::string& folder, const Subject& subject);

} // namespace revisit::cli
