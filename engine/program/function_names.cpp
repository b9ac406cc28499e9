#include "program/function_names.h"

#include <string_view>

namespace revisit {

std::string withoutUnnamed(std::string name) {
  constexpr std::string_view unnamed = "(anonymous namespace)::";
  for (std::size_t at = name.find(unnamed); at != std::string::npos; at = name.find(unnamed, at))
    name.erase(at, unnamed.size());
  return name;
}

std::string withoutTags(std::string name) {
  constexpr std::string_view tag = "[abi:", version = "__1::";
  for (std::size_t at = name.find(tag); at != std::string::npos; at = name.find(tag, at))
    name.erase(at, name.find(']', at) - at + 1);
  for (std::size_t at = name.find(version); at != std::string::npos; at = name.find(version, at))
    name.erase(at, version.size());
  return name;
}

std::string withoutParameters(const std::string& name) {
  constexpr std::string_view call = "operator()";
  int depth = 0;
  for (std::size_t at = 0; at < name.size(); at++)
    if (name.compare(at, call.size(), call) == 0)
      at += call.size() - 1;
    else if (name[at] == '(' && depth <= 0)
      return name.substr(0, at);
    else
      depth += name[at] == '<' ? 1 : name[at] == '>' ? -1 : 0;
  return name;
}

} // namespace revisit
