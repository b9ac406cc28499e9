#include "query/interleaving/call_names.h"

#include "program/function_names.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <vector>

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

// Whether a part of the path ends there: at a '[', and at a '.' that is none of "<...>".
bool isPathEnd(const std::string& name, std::size_t at) {
  const bool isDots = (at > 0 && name[at - 1] == '.') || (at + 1 < name.size() && name[at + 1] == '.');
  return name[at] == '[' || (name[at] == '.' && !isDots);
}

std::size_t firstPathEnd(const std::string& name) {
  std::size_t at = 0;
  while (at < name.size() && !isPathEnd(name, at))
    at++;
  return at;
}

// Without its last part; empty when there is only one.
std::string withoutLastPart(const std::string& name, std::size_t length) {
  std::size_t at = length;
  while (at > 0 && !isPathEnd(name, at - 1))
    at--;
  return at == 0 ? "" : name.substr(0, at - 1);
}

// What the names have in common, in whole parts: "q.jobs" of "q.jobs.begin" and "q.jobs.end". Of the first name only,
// all but its last part.
std::string commonPath(std::span<const std::string> locations) {
  const std::string& first = locations.front();
  const std::string root = first.substr(0, firstPathEnd(first));
  std::size_t length = first.size();
  bool isAlone = true;
  for (const std::string& other : locations) {
    const bool isInside = other.starts_with(root) && (other.size() == root.size() || isPathEnd(other, root.size()));
    if (!isInside || other == first)
      continue;
    isAlone = false;
    const auto mine = std::mismatch(first.begin(), first.end(), other.begin(), other.end()).first;
    length = std::min(length, static_cast<std::size_t>(mine - first.begin()));
  }
  if (!isAlone && (length == first.size() || isPathEnd(first, length)))
    return first.substr(0, length);
  return withoutLastPart(first, length);
}

// Of a node that a container has allocated, not of the container.
bool isInNode(const std::string& location) {
  constexpr std::array<std::string_view, 4> nodes = {"list_node", "forward_list_node", "tree_node", "hash_node"};
  return std::ranges::any_of(nodes, [&](std::string_view node) { return location.starts_with(node); });
}

// The container that the path leads into: a list and a tree begin with a node of their own.
std::string containerOf(const std::string& path) {
  constexpr std::array<std::string_view, 2> nodes = {".end", ".root"};
  for (const std::string_view node : nodes)
    if (path.ends_with(node))
      return path.substr(0, path.size() - node.size());
  return path;
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
  const std::string type = outer == std::string::npos ? before : before.substr(outer + 2);
  return {type.substr(std::min(type.find_first_not_of('_'), type.size())), name.substr(colon + 2)};
}

bool isAtomicCall(const std::string& function) {
  const std::string name = plainName(function);
  return name.starts_with("std::atomic") || name.starts_with("std::__atomic");
}

std::string callText(const CallName& call, std::span<const std::string> locations) {
  if (call.type.empty() || call.type == "std" || call.isConstructor())
    return call.function + "(...)";
  const bool isOfContainer = std::ranges::find(containers, call.type) != containers.end();
  std::vector<std::string> ofContainer;
  std::ranges::remove_copy_if(locations, std::back_inserter(ofContainer), isInNode);
  if (isOfContainer && !call.function.starts_with('~') && !call.function.starts_with("operator") &&
      !ofContainer.empty())
    if (const std::string object = containerOf(commonPath(ofContainer)); !object.empty())
      return object + '.' + call.function + "(...)";
  return call.function.starts_with('~') ? call.function + "(...)" : call.type + "::" + call.function + "(...)";
}

} // namespace revisit
