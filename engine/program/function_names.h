// Converts function names from debug information to readable ones. Pure functions.
#pragma once

#include <string>

namespace revisit {

// Without unnamed namespaces.
std::string withoutUnnamed(std::string name);
// Without the ABI tags that mark the library's version.
std::string withoutTags(std::string name);
// Without the parameter list. The parentheses in an operator's name are kept.
std::string withoutParameters(const std::string& name);
// Without the result type, which precedes the name of a function made from a template.
std::string withoutResult(const std::string& name);
// The part before the last name: for a member, its class. Empty: there is none.
std::string scopeOf(const std::string& name);
// Without namespaces, parameters and compiler-generated parts: `worker`, `Queue<int>::push`, `main::lambda`.
std::string shortFunction(const std::string& name);
// The same for the type of a callable: `Logger::Logger(Sink&)::'lambda'()` becomes Logger::lambda.
std::string shortCallable(std::string type);
// The last part of a type's name, with long template argument lists shortened: `Node`, `Queue<int>`, `tree_node<...>`.
std::string shortType(const std::string& name);

// The name that the program uses for a function of the C library that an instrumented one stands for; other names stay.
std::string withoutLibraryPrefix(const std::string& name);

// Whether the compiler added the function: it is called where an exception would leave one that is noexcept.
bool isNoexceptGuard(const std::string& name);

// Of a location's name the variable with what it stands in, and the path behind it: `Server::instance.jobs[2]`.
std::string shortLocation(const std::string& name);

} // namespace revisit
