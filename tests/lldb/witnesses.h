// Witnesses for tests, made by the real `revisit check`.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace revisit::test {

// One row of a table of programs that has a bug.
struct BuggyProgram {
  std::string source;               // absolute
  std::vector<std::string> options; // for `check`
  std::string title;                // letters, digits and _
  friend std::ostream& operator<<(std::ostream& out, const BuggyProgram& program) { return out << program.title; }
};

// The rows with a bug under sequential consistency of two tables in tests/programs; a quarter of them, as
// REVISIT_ROTATION says (tests/rotation.sh).
std::vector<BuggyProgram> buggyPrograms();
// The same of every n-th of the rows of tests/programs/weak with a bug under a weak memory model.
std::vector<BuggyProgram> weakBuggyPrograms(std::size_t every);

// A folder that is gone when the test is.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return m_path; }
  // Writes a file into it; gives its path.
  std::string write(const std::string& name, const std::string& text) const;

private:
  std::string m_path;
};

// The witnesses that `revisit check OPTIONS PROGRAM` leaves in the folder, by name.
std::vector<std::string> check(const std::string& folder, const std::string& program,
                               const std::vector<std::string>& options = {});
// The only one.
std::string checkOne(const std::string& folder, const std::string& program,
                     const std::vector<std::string>& options = {});

} // namespace revisit::test
