#include "query/findings/known_findings.h"

#include "base/file_name.h"
#include "base/replace_file.h"
#include "witness/checked_json.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace revisit {
namespace {

namespace fs = std::filesystem;
using checked_json::Field;
using checked_json::Reader;

constexpr unsigned knownVersion = 1;
constexpr const char* listName = "list of known findings";
constexpr const char* remedy = "correct it or remove the file";

fs::path folderOfList(const std::string& path) {
  return fs::absolute(path).lexically_normal().parent_path();
}

// One name for each file, however debug information spells it.
std::string wholeName(const std::string& file) {
  return file.empty() ? file : fs::absolute(file).lexically_normal().string();
}

// Files in the folder of the list are named from there, so that the list can move with the sources.
std::string nameInList(const std::string& file, const fs::path& folder) {
  const std::string start = folder.string() + '/', whole = wholeName(file);
  return whole.starts_with(start) ? whole.substr(start.size()) : whole;
}

std::string fileOfName(const std::string& name, const fs::path& folder) {
  return name.empty() ? name : (folder / name).lexically_normal().string();
}

nlohmann::ordered_json knownJson(const KnownBug& known, const fs::path& folder) {
  const BugSite& site = known.bug.site;
  nlohmann::ordered_json json = {{"comment", known.comment},
                                 {"kind", errorName(site.kind)},
                                 {"title", known.bug.title},
                                 {"cause", known.bug.cause},
                                 {"file", nameInList(site.place.first, folder)},
                                 {"line", site.place.second}};
  if (site.other != BugSite::Line()) {
    json["other_file"] = nameInList(site.other.first, folder);
    json["other_line"] = site.other.second;
  }
  return json;
}

KnownBug knownOf(const Field& field, const fs::path& folder) {
  KnownBug known;
  known.comment = field["comment"].text();
  known.bug.title = field["title"].text();
  known.bug.cause = field["cause"].text();
  known.bug.site = {field["kind"].errorKind(), {fileOfName(field["file"].text(), folder), field["line"].small()}, {}};
  if (field.has("other_file"))
    known.bug.site.other = {fileOfName(field["other_file"].text(), folder), field["other_line"].small()};
  return known;
}

} // namespace

std::size_t knownIn(const KnownComments& comments) {
  return static_cast<std::size_t>(
      std::ranges::count_if(comments, [](const std::optional<std::string>& comment) { return comment.has_value(); }));
}

std::string KnownFindings::pathBeside(const std::string& file) {
  return folderOf(file) + "revisit-known.json";
}

Result<KnownFindings> KnownFindings::read(const std::string& path) {
  std::error_code code;
  std::ifstream file(path);
  if (!file || fs::is_directory(path, code))
    return Error{ErrorCode::BadUsage, path,
                 fmt::format("cannot read the {}: {}", listName, std::strerror(file ? EISDIR : errno))};
  Reader reader(path, listName, remedy);
  nlohmann::json json;
  try {
    json = nlohmann::json::parse(file);
  } catch (const nlohmann::json::exception& wrong) {
    const std::string said = wrong.what();
    reader.fail("", "is no JSON: " + said.substr(std::min(said.size(), said.find("] ") + 2)));
    return reader.error();
  }
  const Field whole(reader, json, "");
  if (const unsigned version = whole["schema_version"].small(); version != knownVersion && !reader.failed())
    reader.fail("schema_version", fmt::format("is {}, and this version of Revisit knows {}", version, knownVersion));
  KnownFindings found;
  found.m_path = path;
  found.m_bugs = whole["known"].listOf<KnownBug>(
      [folder = folderOfList(path)](const Field& field) { return knownOf(field, folder); });
  if (reader.failed())
    return reader.error();
  return found;
}

Result<KnownFindings> KnownFindings::readIfThere(const std::string& path) {
  std::error_code code;
  if (fs::exists(path, code) || code)
    return read(path);
  KnownFindings none;
  none.m_path = path;
  return none;
}

ComparedBugs KnownFindings::comparedWith(const std::vector<DistinctBug>& bugs) const {
  std::vector<DistinctBug> known;
  known.reserve(m_bugs.size());
  for (const KnownBug& each : m_bugs)
    known.push_back(each.bug);
  std::vector<DistinctBug> present = bugs;
  for (DistinctBug& each : present) {
    each.site.place.first = wholeName(each.site.place.first);
    each.site.other.first = wholeName(each.site.other.first);
  }
  return compareBugs(known, present);
}

KnownComments KnownFindings::commentsOn(const std::vector<DistinctBug>& bugs) const {
  KnownComments comments;
  for (const std::optional<std::size_t>& before : comparedWith(bugs).before)
    comments.push_back(before ? std::optional(m_bugs[*before].comment) : std::nullopt);
  return comments;
}

Status KnownFindings::mark(const std::vector<DistinctBug>& bugs, std::size_t index, const std::string& comment) {
  return replace(bugs, index, &comment);
}

Status KnownFindings::unmark(const std::vector<DistinctBug>& bugs, std::size_t index) {
  return replace(bugs, index, nullptr);
}

Status KnownFindings::replace(const std::vector<DistinctBug>& bugs, std::size_t index, const std::string* comment) {
  if (m_path.empty())
    return Error{ErrorCode::BadUsage, "", fmt::format("the {} was not read, so nothing can be noted", listName)};
  Result<KnownFindings> list = readIfThere(m_path);
  if (!list)
    return list.error();
  std::vector<KnownBug>& known = list->m_bugs;
  if (const std::optional<std::size_t> noted = list->comparedWith(bugs).before[index])
    known.erase(known.begin() + static_cast<std::ptrdiff_t>(*noted));
  if (comment)
    known.push_back({bugs[index], *comment});
  nlohmann::ordered_json json = {{"schema_version", knownVersion}, {"known", nlohmann::ordered_json::array()}};
  for (const KnownBug& each : known)
    json["known"].push_back(knownJson(each, folderOfList(m_path)));
  const std::string text = json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
  if (const std::error_code code = replaceFile(m_path, text, Durable::No))
    return Error{ErrorCode::BadUsage, m_path, fmt::format("cannot write the {}: {}", listName, code.message())};
  m_bugs = std::move(known);
  return Done{};
}

} // namespace revisit
