// What lists write for a call into a library. Pure functions.
#pragma once

#include <optional>
#include <span>
#include <string>

namespace revisit {

// A function's name in its parts, without namespaces and without the arguments of templates.
struct CallName {
  std::string type; // of a member: the class; else empty, or the last namespace
  std::string function;
  bool isConstructor() const { return !type.empty() && type == function; }
  friend bool operator==(const CallName&, const CallName&) = default;
};

// `function` as debug information has it.
CallName callName(const std::string& function);

// Whether the call is an operation of std::atomic and its kin: the program means the access itself.
bool isAtomicCall(const std::string& function);

// "Queue#1.jobs.push_back(...)" when the call is one of a container, and the names of the memory that it touched
// (`locations`, the first one first) say which; else "vector::push_back(...)", "make_shared(...)", "thread(...)".
std::string callText(const CallName& call, std::span<const std::string> locations);

} // namespace revisit
