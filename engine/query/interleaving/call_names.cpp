#include "query/interleaving/call_names.h"

#include "program/function_names.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace revisit {
namespace {

constexpr std::array<std::string_view, 17> containers = {
    "vector", "deque", "list",     "forward_list",  "basic_string",  "map",   "set",     "multimap",      "multiset",
    "queue",  "stack", "optional", "unordered_map", "unordered_set", "array", "variant", "priority_queue"};

// Operators keep their name: `operator<` opens no list of arguments.
std::string withoutArguments(const std::string& name) {
  constexpr std::string_view op = "operator";
  std::string result;
  int depth = 0;
  for (std::size_t at = 0; at < name.size(); at++) {
    if (depth == 0 && name.compare(at, op.size(), op) == 0)
      return result + name.substr(at);
    depth += name[at] == '<' ? 1 : 0;
    if (depth == 0)
      result += name[at];
    depth -= name[at] == '>' ? 1 : 0;
  }
  return result;
}

std::string plainName(const std::string& function) {
  return withoutResult(withoutParameters(withoutTags(withoutUnnamed(function))));
}

bool isPathEnd(char c) {
  return c == '.' || c == '[';
}

// What the names have in common, in whole parts: "q.jobs" of "q.jobs.begin" and "q.jobs.end". Of the first name only,
// all but its last part.
std::string commonPath(std::span<const std::string> locations) {
  const std::string& first = locations.front();
  const std::string root = first.substr(0, first.find_first_of(".["));
  std::size_t length = first.size();
  bool isAlone = true;
  for (const std::string& other : locations) {
    const bool isInside = other.starts_with(root) && (other.size() == root.size() || isPathEnd(other[root.size()]));
    if (!isInside || other == first)
      continue;
    isAlone = false;
    const auto mine = std::mismatch(first.begin(), first.end(), other.begin(), other.end()).first;
    length = std::min(length, static_cast<std::size_t>(mine - first.begin()));
  }
  if (!isAlone && (length == first.size() || isPathEnd(first[length])))
    return first.substr(0, length);
  const std::size_t end = first.substr(0, length).find_last_of(".[");
  return end == std::string::npos ? "" : first.substr(0, end);
}

} // namespace

CallName callName(const std::string& function) {
  const std::string name = withoutArguments(plainName(function));
  const std::size_t op = name.find("operator");
  const std::size_t colon = name.rfind("::", op == std::string::npos || op == 0 ? std::string::npos : op - 1);
  if (colon == std::string::npos)
    return {"", name};
  const std::string before = name.substr(0, colon);
  const std::size_t outer = before.rfind("::");
  return {outer == std::string::npos ? before : before.substr(outer + 2), name.substr(colon + 2)};
}

bool isAtomicCall(const std::string& function) {
  const std::string name = plainName(function);
  return name.starts_with("std::atomic") || name.starts_with("std::__atomic");
}

std::string callText(const CallName& call, std::span<const std::string> locations) {
  if (call.type.empty() || call.type == "std" || call.isConstructor())
    return call.function + "(...)";
  const bool isOfContainer = std::ranges::find(containers, call.type) != containers.end();
  if (isOfContainer && !call.function.starts_with('~') && !call.function.starts_with("operator") && !locations.empty())
    if (const std::string object = commonPath(locations); !object.empty())
      return object + '.' + call.function + "(...)";
  return call.function.starts_with('~') ? call.function + "(...)" : call.type + "::" + call.function + "(...)";
}

} // namespace revisit
