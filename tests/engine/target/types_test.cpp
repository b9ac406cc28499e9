// Bytes of variables as places and values, with types constructed by the test.
#include "target/types/values.h"

#include <gtest/gtest.h>

#include <cstring>
#include <deque>

namespace revisit::types_test {
namespace {

class Types : public TypeSource {
  std::deque<Type> m_types;

public:
  const Type& type(TypeId id) override { return m_types[id.value()]; }

  TypeId add(Type type) {
    m_types.push_back(std::move(type));
    return TypeId(static_cast<std::uint32_t>(m_types.size() - 1));
  }
  TypeId scalar(Type::Kind kind, std::uint64_t bytes) {
    Type type;
    type.kind = kind;
    type.bytes = bytes;
    return add(type);
  }
  TypeId array(TypeId element, std::uint64_t count) {
    Type type;
    type.kind = Type::Kind::Array;
    type.target = element;
    type.count = count;
    type.bytes = count * m_types[element.value()].bytes;
    return add(type);
  }
  TypeId record(std::uint64_t bytes, std::vector<Member> members, bool isLibrary = false,
                Type::Kind kind = Type::Kind::Record) {
    Type type;
    type.kind = kind;
    type.bytes = bytes;
    type.members = std::move(members);
    type.isLibrary = isLibrary;
    return add(type);
  }
  Member member(const std::string& name, TypeId type, std::uint64_t offset) {
    return {name, type, 8 * offset, 8 * m_types[type.value()].bytes, false};
  }
  static Member field(const std::string& name, TypeId type, std::uint64_t bit, std::uint64_t bits) {
    return {name, type, bit, bits, true};
  }

  const TypeId number = scalar(Type::Kind::Signed, 4);
  const TypeId flag = scalar(Type::Kind::Boolean, 1);
  const TypeId character = scalar(Type::Kind::Character, 1);
  const TypeId point = record(8, {member("x", number, 0), member("y", number, 4)});
};

class TypesTest : public ::testing::Test {
protected:
  std::string path(TypeId type, std::uint64_t offset, std::uint64_t bytes) {
    return placeIn(types, type, offset, bytes).path;
  }
  template <class Value> std::string text(TypeId type, std::uint64_t offset, const Value& value) {
    std::uint8_t bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    return valueText(types, placeIn(types, type, offset, sizeof value), bytes,
                     [](std::uint64_t to, const Type&) { return "&" + std::to_string(to); });
  }
  Types types;
};

TEST_F(TypesTest, FieldsAndElementsAreNamed) {
  const TypeId array = types.array(types.point, 3);
  const TypeId outer = types.record(28, {types.member("count", types.number, 0), types.member("points", array, 4)});
  EXPECT_EQ(path(outer, 0, 4), ".count");
  EXPECT_EQ(path(outer, 16, 4), ".points[1].y");
  EXPECT_EQ(path(outer, 12, 8), ".points[1]");
  EXPECT_EQ(path(outer, 4, 24), ".points");
  EXPECT_EQ(path(outer, 8, 8), ".points[0..1]");
  EXPECT_EQ(path(outer, 0, 8), ".{count,points}");
  EXPECT_EQ(path(outer, 0, 28), "");
  EXPECT_EQ(path(types.number, 2, 1), "+2");
}

TEST_F(TypesTest, TheOnlyMemberOfALibraryTypeHasNoName) {
  const TypeId value = types.record(4, {types.member("__a_value", types.number, 0)}, true);
  const TypeId atomic = types.record(4, {types.member("__a_", value, 0)}, true);
  const TypeId own = types.record(4, {types.member("only", types.number, 0)});
  EXPECT_EQ(path(atomic, 0, 4), "");
  EXPECT_EQ(text(atomic, 0, -7), "-7");
  EXPECT_EQ(path(own, 0, 4), ".only");
  const TypeId two = types.record(16,
                                  {types.member("__begin_", types.scalar(Type::Kind::Pointer, 8), 0),
                                   types.member("__end_", types.scalar(Type::Kind::Pointer, 8), 8)},
                                  true);
  EXPECT_EQ(path(two, 8, 8), ".end");
  EXPECT_EQ(placeIn(types, two, 8, 1, true).path, "") << "the inside of a synchronisation object is not told";
  const TypeId owner = types.record(24, {types.member("count", types.number, 0), types.member("lock", two, 8)});
  EXPECT_EQ(placeIn(types, owner, 16, 1, true).path, ".lock");
  const TypeId several = types.record(48, {types.member("__elems_", types.array(owner, 2), 0)}, true);
  EXPECT_EQ(placeIn(types, several, 32, 1, true).path, "[1].lock") << "but that of a container is";
}

TEST_F(TypesTest, BitFieldsThatShareBytesAreShownTogether) {
  const TypeId bits = types.scalar(Type::Kind::Unsigned, 4);
  const TypeId record = types.record(
      4, {types.field("low", bits, 0, 3), types.field("high", types.number, 3, 5), types.field("alone", bits, 8, 8)});
  EXPECT_EQ(path(record, 0, 1), ".{low,high}");
  EXPECT_EQ(text(record, 0, std::uint8_t{0b11111'010}), "{low = 2, high = -1}");
  EXPECT_EQ(path(record, 1, 1), ".alone");
  EXPECT_EQ(text(record, 1, std::uint8_t{200}), "200");
}

TEST_F(TypesTest, OfAUnionTheMemberOfTheAccessedSizeIsMeant) {
  const TypeId word = types.scalar(Type::Kind::Unsigned, 4), real = types.scalar(Type::Kind::Float, 4);
  const TypeId bytes = types.array(types.character, 4);
  const TypeId mixed =
      types.record(4, {types.member("word", word, 0), types.member("bytes", bytes, 0)}, false, Type::Kind::Union);
  const TypeId unclear =
      types.record(4, {types.member("word", word, 0), types.member("real", real, 0)}, false, Type::Kind::Union);
  EXPECT_EQ(path(mixed, 0, 4), ".word");
  EXPECT_EQ(path(mixed, 2, 1), ".bytes[2]");
  EXPECT_EQ(path(unclear, 0, 4), ".{word,real}");
  EXPECT_EQ(text(unclear, 0, 1.0f), "") << "it could be either";
}

TEST_F(TypesTest, ValuesAreWrittenByType) {
  EXPECT_EQ(text(types.number, 0, -3), "-3");
  EXPECT_EQ(text(types.flag, 0, true), "true");
  EXPECT_EQ(text(types.flag, 0, std::uint8_t{7}), "bool(7)");
  EXPECT_EQ(text(types.character, 0, '\n'), "'\\n'");
  EXPECT_EQ(text(types.character, 0, '\x80'), "'\\x80'");
  EXPECT_EQ(text(types.scalar(Type::Kind::Float, 8), 0, 2.5), "2.5");
  EXPECT_EQ(text(types.scalar(Type::Kind::Unsigned, 8), 0, ~std::uint64_t{0}), "18446744073709551615");
  EXPECT_EQ(text(types.point, 0, std::pair<int, int>(2, -64)), "{2, -64}");
  EXPECT_EQ(text(types.scalar(Type::Kind::Pointer, 8), 0, std::uint64_t{0}), "NULL");
  EXPECT_EQ(text(types.scalar(Type::Kind::Pointer, 8), 0, std::uint64_t{17}), "&17");
  EXPECT_EQ(text(types.array(types.character, 8), 0, std::array<char, 8>{"abc"}), "\"abc\"");
  EXPECT_EQ(text(types.number, 1, std::uint8_t{1}), "") << "a part of a number has no value of its own";
}

TEST_F(TypesTest, EnumeratorsAndFlags) {
  Type type;
  type.kind = Type::Kind::Enumeration;
  type.name = "Flags";
  type.bytes = 4;
  type.enumerators = {{0, "None"}, {1, "Read"}, {2, "Write"}, {~std::uint64_t{0}, "All"}};
  const TypeId flags = types.add(type);
  EXPECT_EQ(text(flags, 0, 0), "None");
  EXPECT_EQ(text(flags, 0, 3), "Read|Write");
  EXPECT_EQ(text(flags, 0, -1), "All");
  EXPECT_EQ(text(flags, 0, 8), "Flags(8)");
}

TEST_F(TypesTest, WhatLiesInTheEndOfABaseClassIsTheMember) {
  const TypeId base = types.record(8, {types.member("pointer", types.number, 0)});
  const TypeId derived = types.record(8, {types.member("", base, 0), types.member("own", types.number, 4)});
  EXPECT_EQ(path(derived, 4, 4), ".own");
  EXPECT_EQ(path(derived, 0, 4), ".pointer");
}

} // namespace
} // namespace revisit::types_test
