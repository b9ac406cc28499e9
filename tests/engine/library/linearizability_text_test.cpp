// Results in words: the same for equal values, different for different ones.
#include <revisit/linearizability/json.h>
#include <revisit/linearizability/text.h>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <limits>
#include <list>
#include <map>
#include <ostream>
#include <set>
#include <unordered_set>

namespace revisit::linearizability {
namespace {

enum class Colour { Red, Green };
struct Printed {
  int value;
};
std::ostream& operator<<(std::ostream& stream, const Printed& printed) {
  return stream << "<" << printed.value << ">";
}
struct Opaque {};

template <class T> std::string words(const T& value) {
  static_assert(isDescribable<T>());
  Text text;
  describe(text, value);
  return std::string(text.shown());
}

TEST(LinearizabilityText, Numbers) {
  EXPECT_EQ(words(0), "0");
  EXPECT_EQ(words(std::numeric_limits<long long>::min()), "-9223372036854775808");
  EXPECT_EQ(words(std::numeric_limits<unsigned long long>::max()), "18446744073709551615");
  EXPECT_EQ(words(true), "true");
  EXPECT_EQ(words('x'), "'x'");
  EXPECT_EQ(words(char(7)), "7");
  EXPECT_EQ(words(static_cast<unsigned char>(200)), "200");
  EXPECT_EQ(words(0.1), "0.1");
  EXPECT_EQ(words(1.0f / 3), "0.3333333432674408");
  EXPECT_EQ(words(Colour::Green), "1");
}

TEST(LinearizabilityText, TextsAndPointers) {
  EXPECT_EQ(words(std::string("a\"b")), "\"a\\\"b\"");
  EXPECT_EQ(words("ab"), "\"ab\"");
  EXPECT_EQ(words(static_cast<const char*>(nullptr)), "null");
  const int one = 1;
  EXPECT_EQ(words(&one), "not null");
  EXPECT_EQ(words(static_cast<int*>(nullptr)), "null");
  EXPECT_EQ(words(std::make_unique<int>(4)), "4");
  EXPECT_EQ(words(std::shared_ptr<int>()), "null");
  EXPECT_EQ(words(Printed{3}), "<3>");
}

TEST(LinearizabilityText, Parts) {
  EXPECT_EQ(words(std::optional<int>()), "none");
  EXPECT_EQ(words(std::optional<int>(2)), "2");
  EXPECT_EQ(words(std::make_pair(1, false)), "(1, false)");
  EXPECT_EQ(words(std::make_tuple()), "()");
  EXPECT_EQ(words(std::vector<int>{1, 2}), "[1, 2]");
  EXPECT_EQ(words(std::vector<bool>{true}), "[true]");
  EXPECT_EQ(words(std::array<char, 2>{'a', 'b'}), "['a', 'b']");
  EXPECT_EQ(words(std::map<int, std::string>{{1, "x"}}), "[(1, \"x\")]");
  EXPECT_EQ(words(std::variant<int, bool>(true)), "1:true");
  EXPECT_EQ(words(std::chrono::milliseconds(5)), "5ms");
  EXPECT_EQ(words(std::list<std::list<int>>{{}, {1}}), "[[], [1]]");
}

TEST(LinearizabilityText, UnorderedSetsDoNotShowTheirHashes) {
  std::unordered_set<int> up(1), down(1000);
  for (int number = 0; number < 50; number++) {
    up.insert(number);
    down.insert(49 - number);
  }
  EXPECT_EQ(words(up), words(down));
}

TEST(LinearizabilityText, WhatHasNoWords) {
  EXPECT_FALSE(isDescribable<Opaque>());
  EXPECT_FALSE(isDescribable<std::vector<Opaque>>());
  EXPECT_FALSE((isDescribable<std::pair<int, Opaque>>()));
  EXPECT_FALSE(isDescribable<std::optional<Opaque>>());
  EXPECT_TRUE(isDescribable<void>());
}

TEST(LinearizabilityText, HashesTellAllOfALongTextApart) {
  std::set<uint64_t> hashes;
  for (int number = 0; number < 1000; number++) {
    Text text;
    describe(text, std::string(200, 'x') + std::to_string(number));
    EXPECT_EQ(text.shown().size(), Text::room);
    EXPECT_TRUE(text.isCut());
    hashes.insert(text.hash());
  }
  EXPECT_EQ(hashes.size(), 1000u);
}

TEST(LinearizabilityText, Json) {
  const Json json = Json::read(R"({"a": [1, {"b": "x\n\"y\""}, null], "c": {}, "d": -5, "e": [], "f": true})");
  EXPECT_EQ(json["a"].items().size(), 3u);
  EXPECT_EQ(json["a"].items()[0].number(), 1);
  EXPECT_EQ(json["a"].items()[1]["b"].text(), "x\n\"y\"");
  EXPECT_TRUE(json["c"].isEmpty());
  EXPECT_EQ(json["d"].number(), -5);
  EXPECT_TRUE(json["e"].items().empty());
  EXPECT_EQ(json["f"].text(), "true");
  EXPECT_TRUE(json["nothing"]["at all"].isEmpty());
  for (const char* const broken : {"", "{", "[1, ", "{\"a\"", "\"x", "{\"a\": [{\"b\": "})
    Json::read(broken); // ends
}

} // namespace
} // namespace revisit::linearizability
