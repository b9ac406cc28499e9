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

namespace {

constexpr std::size_t longestArguments = 24;

// The index at which the last `parts` parts of a qualified name begin.
std::size_t lastParts(const std::string& name, int parts) {
  int depth = 0;
  for (std::size_t at = name.size(); at > 1; at--) {
    const char c = name[at - 1];
    depth += c == '>' || c == ')' ? 1 : c == '<' || c == '(' ? -1 : 0;
    if (depth == 0 && c == ':' && name[at - 2] == ':' && --parts == 0)
      return at;
  }
  return 0;
}

// Shortens each long list of template arguments.
std::string withShortArguments(const std::string& name) {
  std::string result;
  for (std::size_t at = 0; at < name.size();) {
    std::size_t end = at;
    int depth = 0;
    if (name[at] == '<')
      do
        depth += name[end] == '<' ? 1 : name[end] == '>' ? -1 : 0;
      while (++end < name.size() && depth > 0);
    if (end - at > longestArguments) {
      result += "<...>";
      at = end;
    } else {
      result += name[at++];
    }
  }
  return result;
}

} // namespace

// The name of a conversion operator contains a blank: `Foo::operator bool`.
std::string withoutResult(const std::string& name) {
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < name.size(); at++) {
    const char c = name[at];
    depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
    if (depth == 0 && c == ' ' && name.substr(begin, at - begin).find("operator") == std::string::npos)
      begin = at + 1;
  }
  return name.substr(begin);
}

std::string scopeOf(const std::string& name) {
  const std::size_t last = lastParts(name, 1);
  return last == 0 ? std::string() : name.substr(0, last - 2);
}

std::string shortFunction(const std::string& name) {
  std::string result = withoutResult(withoutParameters(withoutTags(withoutUnnamed(name))));
  constexpr std::string_view modelTest = "revisit_model_"; // the prefix that REVISIT_MODEL_TEST adds to a test's name
  if (result.starts_with(modelTest))
    result.erase(0, modelTest.size());
  constexpr std::string_view call = "::operator()";
  if (const std::size_t lambda = result.find("$_"); lambda != std::string::npos) {
    const std::size_t end = result.find_first_not_of("0123456789", lambda + 2);
    std::string rest = end == std::string::npos ? "" : result.substr(end);
    if (rest.starts_with(call))
      rest.erase(0, call.size());
    result = result.substr(0, lambda) + "lambda" + rest;
  }
  return withShortArguments(result.substr(lastParts(result, 2)));
}

std::string shortCallable(std::string type) {
  constexpr std::string_view lambda = "'lambda", unnamed = "$_";
  for (const std::string_view mark : {lambda, unnamed})
    if (const std::size_t at = type.rfind(mark); at != std::string::npos) {
      // The scope of the lambda, without parameters; for a constructor the class name only once.
      std::string scope = shortFunction(type.substr(0, at >= 2 ? at - 2 : 0));
      if (const std::size_t colon = scope.find("::");
          colon != std::string::npos && scope.substr(0, colon) == scope.substr(colon + 2))
        scope.resize(colon);
      return scope.empty() ? "lambda" : scope + "::lambda";
    }
  return shortType(type);
}

std::string withoutLibraryPrefix(const std::string& name) {
  constexpr std::string_view prefix = "revisit_libc_";
  return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

bool isNoexceptGuard(const std::string& name) {
  return name == "__clang_call_terminate";
}

std::string shortLocation(const std::string& name) {
  return withShortArguments(name.substr(lastParts(name, 2)));
}

std::string shortType(const std::string& name) {
  std::string result = name.substr(lastParts(name, 1));
  if (name.starts_with("std::"))
    result.erase(0, result.find_first_not_of('_'));
  return withShortArguments(result);
}

} // namespace revisit
