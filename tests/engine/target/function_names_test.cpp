// Readable names of functions and types.
#include "program/function_names.h"

#include <gtest/gtest.h>

namespace revisit::function_names_test {
namespace {

TEST(FunctionNames, AreShort) {
  EXPECT_EQ(shortFunction("worker"), "worker");
  EXPECT_EQ(shortFunction("ns::Pool::run(int, char)"), "Pool::run");
  EXPECT_EQ(shortFunction("(anonymous namespace)::helper()"), "helper");
  EXPECT_EQ(shortFunction("void fill<int>(std::__1::vector<int>&)"), "fill<int>");
  EXPECT_EQ(shortFunction("main::$_0::operator()() const"), "main::lambda");
  EXPECT_EQ(shortFunction("Queue<std::__1::basic_string<char, std::__1::char_traits<char>>>::push(int)"),
            "Queue<...>::push");
  EXPECT_EQ(shortFunction("revisit_model_Bank_Crossed()"), "Bank_Crossed");
  EXPECT_EQ(shortFunction(""), "");
  EXPECT_EQ(shortLocation("app::net::Server::instance.jobs[2].x"), "Server::instance.jobs[2].x");
  EXPECT_EQ(shortLocation("main::total of T2"), "main::total of T2");
}

TEST(FunctionNames, WithoutResult) {
  EXPECT_EQ(withoutResult("void fill<int, char>"), "fill<int, char>");
  EXPECT_EQ(withoutResult("std::pair<int, int> const& ns::first<int>"), "ns::first<int>");
  EXPECT_EQ(withoutResult("Foo::operator bool"), "Foo::operator bool");
  EXPECT_EQ(withoutResult("operator new"), "operator new");
  EXPECT_EQ(withoutResult("worker"), "worker");
}

TEST(FunctionNames, OfLambdasTellWhereTheyStand) {
  EXPECT_EQ(shortCallable("Logger::Logger(Sink&, Level)::'lambda'()"), "Logger::lambda");
  EXPECT_EQ(shortCallable("main::$_0"), "main::lambda");
  EXPECT_EQ(shortCallable("Engine::start()::'lambda0'(int)"), "Engine::start::lambda");
  EXPECT_EQ(shortCallable("ns::Worker"), "Worker");
}

TEST(TypeNames, AreShort) {
  EXPECT_EQ(shortType("ns::Node"), "Node");
  EXPECT_EQ(shortType("ns::Queue<int>"), "Queue<int>");
  EXPECT_EQ(shortType("std::__1::__tree_node<std::__1::__value_type<int, int>, void*>"), "tree_node<...>");
  EXPECT_EQ(shortType("_Node"), "_Node");
}

} // namespace
} // namespace revisit::function_names_test
