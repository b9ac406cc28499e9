// The bugs that the user knows already, each with a comment, in a file beside the program that people edit and keep
// with the sources. A check whose bugs are all known finds nothing new; it is never safe.
#pragma once

#include "base/result.h"
#include "query/findings/distinct_bugs.h"

#include <optional>

namespace revisit {

struct KnownBug {
  DistinctBug bug; // its site, title and cause; the line is of the time when it was noted
  std::string comment;
};

// By bug its comment; nothing: it is not known.
using KnownComments = std::vector<std::optional<std::string>>;
// How many are known.
std::size_t knownIn(const KnownComments& comments);

// Thread rule: any thread, one at a time.
class KnownFindings {
public:
  // Of no file: no bug is known.
  KnownFindings() = default;
  // Fails with BadUsage where the file cannot be read, and with BadFormat where it is no such list.
  static Result<KnownFindings> read(const std::string& path);
  // As read(), but where there is no file, none is known so far.
  static Result<KnownFindings> readIfThere(const std::string& path);
  // The file beside a source or a program that is read unless another one is named.
  static std::string pathBeside(const std::string& file);

  const std::string& path() const { return m_path; }
  const std::vector<KnownBug>& all() const { return m_bugs; }

  // Each known bug is at most one of these: as with compareBugs(), its line may have moved.
  KnownComments commentsOn(const std::vector<DistinctBug>& bugs) const;
  // Notes the bug with a comment in place of the one that it has, or forgets it. Reads the file again first, since
  // people edit it. Fails as readIfThere(), and with BadUsage where it cannot be written.
  // `bugs`: all that were found, of which it is the one at `index`: others like it keep their comments.
  Status mark(const std::vector<DistinctBug>& bugs, std::size_t index, const std::string& comment);
  Status unmark(const std::vector<DistinctBug>& bugs, std::size_t index);

private:
  ComparedBugs comparedWith(const std::vector<DistinctBug>& bugs) const;
  Status replace(const std::vector<DistinctBug>& bugs, std::size_t index, const std::string* comment);

  std::string m_path;
  std::vector<KnownBug> m_bugs;
};

} // namespace revisit
