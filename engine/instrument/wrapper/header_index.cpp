#include "header_index.h"

#include "instrument/elf_file.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace revisit::instrument {

namespace {

using std::string_view;

constexpr string_view version = "revisit headers 2";

string_view takeWord(string_view& line, char end) {
  const auto word = line.substr(0, line.find(end));
  line.remove_prefix(std::min(word.size() + 1, line.size()));
  return word;
}

std::optional<std::int64_t> number(string_view word) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

std::string contentsOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// The files of a rule of make, without its target.
std::vector<std::string> prerequisites(const std::string& rule) {
  std::vector<std::string> found;
  std::string word;
  const auto finish = [&] {
    if (!word.empty() && !word.ends_with(':'))
      found.push_back(word);
    word.clear();
  };
  for (std::size_t i = 0; i < rule.size(); ++i) {
    if (rule[i] == '\\' && i + 1 < rule.size() && rule[i + 1] == '\n')
      finish(), ++i;
    else if (rule[i] == '\\' && i + 1 < rule.size() && (rule[i + 1] == ' ' || rule[i + 1] == '#'))
      word += rule[++i];
    else if (rule[i] == ' ' || rule[i] == '\n')
      finish();
    else
      word += rule[i];
  }
  finish();
  return found;
}

// Adds what the text includes or asks for with __has_include, in code that is left out, too.
void collectNames(string_view text, std::set<std::string>& names) {
  for (auto at = text.find("include"); at != string_view::npos; at = text.find("include", at + 1)) {
    auto rest = text.substr(at, 200);
    rest = rest.substr(0, rest.find('\n'));
    const auto begin = rest.find_first_of("<\"");
    if (begin == string_view::npos)
      continue;
    const auto end = rest.find(rest[begin] == '<' ? '>' : '"', begin + 1);
    if (end != string_view::npos && end > begin + 1)
      names.emplace(rest.substr(begin + 1, end - begin - 1));
  }
}

// The rest of the text after what begins with `begin`: a comment, or a literal, which ends with its line at the latest.
string_view afterSpecial(string_view text, string_view begin) {
  if (begin == "/*") {
    const auto end = text.find("*/", 2);
    return end == string_view::npos ? string_view() : text.substr(end + 2);
  }
  if (begin == "//")
    return text.substr(std::min(text.find('\n'), text.size()));
  std::size_t i = 1;
  while (i < text.size() && text[i] != begin[0] && text[i] != '\n')
    i += text[i] == '\\' ? 2 : 1;
  return text.substr(std::min(i + 1, text.size()));
}

// Adds the names in the text outside comments and literals that are not reserved for the library.
void collectWords(string_view text, std::set<std::string, std::less<>>& words) {
  const auto isPart = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  while (!text.empty()) {
    if (isPart(static_cast<unsigned char>(text[0]))) { // a name, or a number with its separators
      const bool isName = std::isalpha(static_cast<unsigned char>(text[0])) != 0;
      const auto end = std::find_if_not(text.begin(), text.end(), [&](unsigned char c) {
        return isPart(c) || (c == '\'' && std::isdigit(static_cast<unsigned char>(text[0])) != 0);
      });
      const auto word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
      if (isName && words.find(word) == words.end())
        words.emplace(word);
      text.remove_prefix(word.size());
      continue;
    }
    const auto special = text.substr(0, text[0] == '/' ? 2 : 1);
    if (special == "//" || special == "/*" || special == "\"" || special == "'")
      text = afterSpecial(text, special);
    else
      text.remove_prefix(1);
  }
}

} // namespace

std::optional<FileState> stateOf(const std::string& path) {
  struct stat found{};
  if (stat(path.c_str(), &found) != 0)
    return std::nullopt;
  return FileState{found.st_mtim.tv_sec * 1'000'000'000 + found.st_mtim.tv_nsec, found.st_size};
}

std::optional<HeaderIndex> HeaderIndex::read(const std::string& path) {
  auto file = MappedFile::open(path);
  if (!file)
    return std::nullopt;
  auto text = file->bytes();
  if (takeWord(text, '\n') != version)
    return std::nullopt;
  HeaderIndex index;
  index.key = takeWord(text, '\n');
  bool isWhole = false;
  while (!text.empty() && !isWhole) {
    auto line = takeWord(text, '\n');
    const auto kind = takeWord(line, ' ');
    if (kind == "file") {
      const auto changed = number(takeWord(line, ' ')), size = number(takeWord(line, ' '));
      if (!changed || !size)
        return std::nullopt;
      index.files.push_back({std::string(line), {*changed, *size}});
    } else if (kind == "name") {
      index.names.emplace_back(line);
    } else if (kind == "words") {
      index.words = ' ' + std::string(line);
    }
    isWhole = kind == "end";
  }
  return isWhole ? std::optional(std::move(index)) : std::nullopt;
}

std::optional<HeaderIndex> HeaderIndex::of(std::string key, const std::string& dependencies) {
  HeaderIndex index;
  index.key = std::move(key);
  std::set<std::string> names;
  std::set<std::string, std::less<>> words;
  for (auto& path : prerequisites(contentsOf(dependencies))) {
    const auto state = stateOf(path);
    if (!state || path.find('\n') != std::string::npos)
      return std::nullopt;
    const auto text = contentsOf(path);
    collectNames(text, names);
    collectWords(text, words);
    index.files.push_back({path, *state});
  }
  index.names.assign(names.begin(), names.end());
  index.words = ' ';
  for (auto& word : words)
    index.words += word + ' ';
  return index;
}

std::string HeaderIndex::text() const {
  std::string text = std::string(version) + '\n' + key + '\n';
  for (auto& [path, state] : files)
    text += "file " + std::to_string(state.changed) + ' ' + std::to_string(state.size) + ' ' + path + '\n';
  for (auto& name : names)
    text += "name " + name + '\n';
  return text + "words" + words + "\nend\n";
}

bool HeaderIndex::isCurrent() const {
  return std::all_of(files.begin(), files.end(), [](const File& file) { return stateOf(file.path) == file.state; });
}

bool HeaderIndex::uses(const std::string& name) const {
  return words.find(' ' + name + ' ') != std::string::npos;
}

bool HeaderIndex::isShadowedBy(const std::string& folder, const std::vector<std::string>& more) const {
  const auto isOther = [&](const std::string& name) {
    const auto path = folder + '/' + name;
    return access(path.c_str(), F_OK) == 0 &&
           std::none_of(files.begin(), files.end(), [&](const File& file) { return file.path == path; });
  };
  return std::any_of(names.begin(), names.end(), isOther) || std::any_of(more.begin(), more.end(), isOther);
}

} // namespace revisit::instrument
