// JSON whose every value is checked when it is read. The first error is kept with its place in the file; after it
// reading continues with empty values, so that readers need not ask after each value.
#pragma once

#include "witness/names.h"
#include "witness/witness.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace revisit::checked_json {

using Json = nlohmann::json;

// One file, and the first error in it. `name`: what it should be; `remedy`: what to do when it is none.
class Reader {
public:
  explicit Reader(std::string file, const char* name = "witness",
                  const char* remedy = "run 'revisit check --witness FOLDER PROGRAM' again")
      : m_file(std::move(file)), m_name(name), m_remedy(remedy) {}

  void fail(const std::string& place, const std::string& what) {
    if (m_problem.empty())
      m_problem = fmt::format("{} {}", place.empty() ? std::string("the ") + m_name : place, what);
  }
  bool failed() const { return !m_problem.empty(); }
  // Of the file: before version 4, kinds of operations, results and waits are words.
  void setVersion(std::uint64_t version) { m_version = version; }
  bool hasWords() const { return m_version < firstVersionOfKinds; }
  Error error() const {
    return {ErrorCode::BadFormat, m_file, fmt::format("not a usable {}: {}; {}", m_name, m_problem, m_remedy)};
  }

private:
  static constexpr std::uint64_t firstVersionOfKinds = 4;
  std::string m_file, m_problem;
  const char *m_name, *m_remedy;
  std::uint64_t m_version = witnessVersion;
};

// A value in the file and its place.
class Field {
public:
  Field(Reader& reader, const Json& json, std::string place)
      : m_reader(&reader), m_json(&json), m_place(std::move(place)) {}

  Field operator[](const char* key) const {
    static const Json nothing;
    const std::string place = m_place.empty() ? key : fmt::format("{}.{}", m_place, key);
    if (!m_json->is_object()) {
      m_reader->fail(m_place, "is no object");
      return {*m_reader, nothing, place};
    }
    const auto found = m_json->find(key);
    if (found == m_json->end()) {
      m_reader->fail(place, "is missing");
      return {*m_reader, nothing, place};
    }
    return {*m_reader, *found, place};
  }
  bool has(const char* key) const { return m_json->is_object() && m_json->contains(key); }

  std::string text() const {
    if (!m_json->is_string()) {
      m_reader->fail(m_place, "is no text");
      return {};
    }
    return m_json->get<std::string>();
  }
  std::uint64_t number(std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) const {
    if (!m_json->is_number_unsigned()) {
      m_reader->fail(m_place, "is no natural number");
      return 0;
    }
    const auto value = m_json->get<std::uint64_t>();
    if (value > most)
      m_reader->fail(m_place, fmt::format("is {}, more than {}", value, most));
    return value;
  }
  unsigned small() const { return static_cast<unsigned>(number(std::numeric_limits<unsigned>::max())); }
  bool flag() const {
    if (!m_json->is_boolean())
      m_reader->fail(m_place, "is neither true nor false");
    return m_json->is_boolean() && m_json->get<bool>();
  }
  // The elements of a list; with `count`, exactly that many.
  std::vector<Field> list(std::size_t count = 0) const {
    if (!m_json->is_array() || (count != 0 && m_json->size() != count)) {
      m_reader->fail(m_place, count != 0 ? fmt::format("is no list of {}", count) : "is no list");
      return {};
    }
    std::vector<Field> fields;
    fields.reserve(m_json->size());
    for (std::size_t i = 0; i < m_json->size(); i++)
      fields.emplace_back(*m_reader, (*m_json)[i], fmt::format("{}[{}]", m_place, i));
    return fields;
  }
  std::vector<std::pair<std::string, Field>> entries() const {
    std::vector<std::pair<std::string, Field>> fields;
    if (!m_json->is_object())
      m_reader->fail(m_place, "is no object");
    else
      for (const auto& [key, value] : m_json->items())
        fields.emplace_back(key, Field(*m_reader, value, fmt::format("{}.{}", m_place, key)));
    return fields;
  }
  template <class Item, class Read> std::vector<Item> listOf(Read read) const {
    std::vector<Item> items;
    for (const Field& field : list())
      items.push_back(read(field));
    return items;
  }
  std::vector<std::string> texts() const {
    return listOf<std::string>([](const Field& field) { return field.text(); });
  }
  LabelKind labelKind() const {
    const auto kind = labelKindNamed(text());
    if (!kind)
      m_reader->fail(m_place, "names no kind of event");
    return kind.value_or(LabelKind::Read);
  }
  ErrorKind errorKind() const {
    const auto kind = errorKindNamed(text());
    if (!kind)
      m_reader->fail(m_place, "names no kind of error");
    return kind.value_or(ErrorKind::Assertion);
  }
  ModelKind model() const {
    const auto model = modelNamed(text());
    if (!model)
      m_reader->fail(m_place, "names no memory model");
    return model.value_or(ModelKind::Sc);
  }
  ExecutionKind executionKind() const {
    const auto kind = executionKindNamed(text());
    if (!kind)
      m_reader->fail(m_place, "names no way in which an execution can end");
    return kind.value_or(ExecutionKind::Complete);
  }
  // The value of a name in the file, `found` for it; without one `otherwise`, and an error.
  template <class Kind>
  Kind kind(std::optional<Kind> (*found)(std::string_view), const char* what, Kind otherwise = {}) const {
    const std::optional<Kind> kind = found(text());
    if (!kind)
      m_reader->fail(m_place, what);
    return kind.value_or(otherwise);
  }
  bool hasWords() const { return m_reader->hasWords(); }
  void fail(const std::string& what) const { m_reader->fail(m_place, what); }

private:
  Reader* m_reader;
  const Json* m_json;
  std::string m_place;
};

} // namespace revisit::checked_json
