#include "leading_headers.h"

#include <algorithm>
#include <utility>

namespace revisit::instrument {

namespace {

using std::string_view;

// The headers that the standard or POSIX allows to include in any order, each between blanks.
constexpr string_view Orderless =
    " algorithm any array assert.h atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv "
    "chrono cinttypes climits clocale cmath compare complex concepts condition_variable coroutine csetjmp "
    "csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime ctype.h cuchar cwchar cwctype deque "
    "errno.h exception execution expected fcntl.h filesystem format forward_list fstream functional future "
    "initializer_list inttypes.h iomanip ios iosfwd iostream istream iterator latch limits limits.h list "
    "locale map math.h memory memory_resource mutex new numbers numeric optional ostream pthread.h queue "
    "random ranges ratio regex revisit.h sched.h scoped_allocator semaphore semaphore.h set shared_mutex "
    "signal.h source_location span sstream stack stdbool.h stddef.h stdexcept stdint.h stdio.h stdlib.h "
    "stop_token streambuf string string.h string_view strings.h syncstream system_error thread time.h tuple "
    "type_traits typeindex typeinfo unistd.h unordered_map unordered_set utility valarray variant vector "
    "version ";

bool isOrderless(const std::string& name) {
  return !name.empty() && name.find(' ') == std::string::npos && Orderless.find(' ' + name + ' ') != string_view::npos;
}

void skipBlanks(string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
}

bool take(string_view& text, string_view prefix) {
  if (!text.starts_with(prefix))
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Takes the rest of the line. False if the line goes on in the next one.
bool takeLine(string_view& text, string_view& line) {
  line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  if (line.ends_with('\r'))
    line.remove_suffix(1);
  return line.find('\\') == string_view::npos && line.find("?\?/") == string_view::npos;
}

// Skips white space and comments. False if a comment has no plain end.
bool skipToCode(string_view& text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    string_view line;
    if (take(text, "//")) {
      if (!takeLine(text, line))
        return false;
    } else if (take(text, "/*")) {
      const auto end = text.find("*/");
      if (end == string_view::npos)
        return false;
      text.remove_prefix(end + 2);
    } else {
      return true;
    }
  }
}

// The name in `include <name>`; empty for any other directive.
string_view includedName(string_view line) {
  skipBlanks(line);
  if (!take(line, "include"))
    return {};
  skipBlanks(line);
  const auto end = line.find('>');
  if (!take(line, "<") || end == string_view::npos)
    return {};
  const auto name = line.substr(0, end - 1);
  line.remove_prefix(end);
  skipBlanks(line);
  return line.empty() || line.starts_with("//") ? name : string_view();
}

} // namespace

std::vector<std::string> leadingHeaders(string_view text) {
  std::vector<std::string> found;
  string_view line;
  while (skipToCode(text) && take(text, "#") && takeLine(text, line)) {
    std::string name(includedName(line));
    if (!isOrderless(name))
      break;
    found.push_back(std::move(name));
  }
  return found;
}

} // namespace revisit::instrument
