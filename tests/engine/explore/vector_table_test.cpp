// Vectors with names, against vectors.
#include "base/vector_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace revisit::test::vector_table_test {

namespace {

// Without zeros at the end: those are not part of a vector.
std::vector<std::uint32_t> trimmed(std::vector<std::uint32_t> vector) {
  while (!vector.empty() && vector.back() == 0)
    vector.pop_back();
  return vector;
}

} // namespace

TEST(VectorTable, EqualVectorsHaveEqualNames) {
  std::mt19937 random(1);
  VectorTable table;
  std::map<std::vector<std::uint32_t>, VectorTable::Id> names;
  std::map<VectorTable::Id, std::vector<std::uint32_t>> vectors;
  std::vector<std::pair<VectorTable::Id, std::vector<std::uint32_t>>> known = {{0, {}}};
  for (int i = 0; i < 20000; i++) {
    auto [name, vector] = known[random() % known.size()];
    const std::uint32_t index = random() % 4 == 0 ? random() % 300 : random() % 12, value = random() % 3;
    if (index >= vector.size())
      vector.resize(index + 1);
    vector[index] = value;
    name = table.with(name, index, value);
    vector = trimmed(std::move(vector));
    EXPECT_EQ(names.try_emplace(vector, name).first->second, name);
    EXPECT_EQ(vectors.try_emplace(name, vector).first->second, vector);
    known.emplace_back(name, vector);
    if (known.size() > 400)
      known.erase(known.begin() + static_cast<std::ptrdiff_t>(random() % known.size()));
  }
  EXPECT_EQ(table.with(0, 7, 0), 0u);
}

TEST(VectorTable, ElementsComeInOrder) {
  VectorTable table;
  VectorTable::Id vector = 0;
  for (const std::uint32_t index : {9u, 0u, 100u, 3u})
    vector = table.with(vector, index, index + 1);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> seen;
  table.forEach(vector, [&](std::uint32_t index, std::uint32_t value) { seen.emplace_back(index, value); });
  EXPECT_EQ(seen, (decltype(seen){{0, 1}, {3, 4}, {9, 10}, {100, 101}}));
  for (const std::uint32_t index : {100u, 9u, 3u, 0u})
    vector = table.with(vector, index, 0);
  EXPECT_EQ(vector, 0u);
}

} // namespace revisit::test::vector_table_test
