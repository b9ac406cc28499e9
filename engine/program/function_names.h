// Functions' names as debug information has them, and as one writes them. Pure functions.
#pragma once

#include <string>

namespace revisit {

// Without namespaces that have no name.
std::string withoutUnnamed(std::string name);
// Without the marks of the version of the library that a function is of.
std::string withoutTags(std::string name);
// Up to the list of parameters. An operator's own parentheses are no list.
std::string withoutParameters(const std::string& name);
// Without the result type, which stands before the name of a function made from a template.
std::string withoutResult(const std::string& name);
// Without namespaces, parameters and what the compiler made up: `worker`, `Queue<int>::push`, `main::lambda`.
std::string shortFunction(const std::string& name);
// The same of a type that can be called: `Logger::Logger(Sink&)::'lambda'()` is Logger::lambda.
std::string shortCallable(std::string type);
// The last part of a type's name, and no long list of a template's arguments: `Node`, `Queue<int>`, `tree_node<...>`.
std::string shortType(const std::string& name);

} // namespace revisit
