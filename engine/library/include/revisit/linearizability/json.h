// Part of linearizability.h: reads the reports and witnesses of Revisit.
#pragma once

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace revisit::linearizability {

// A value of JSON. What is not there is empty.
class Json {
public:
  static Json read(const std::string& text) {
    std::size_t at = 0;
    Json value;
    value.parse(text, at);
    return value;
  }

  const Json& operator[](const std::string& name) const {
    static const Json nothing;
    const auto found = m_fields.find(name);
    return found == m_fields.end() ? nothing : found->second;
  }
  const std::vector<Json>& items() const { return m_items; }
  const std::string& text() const { return m_text; } // of a string; of a number its digits
  long number() const { return std::strtol(m_text.c_str(), nullptr, 10); }
  bool isEmpty() const { return m_fields.empty() && m_items.empty() && m_text.empty(); }

private:
  static void skip(const std::string& text, std::size_t& at) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r' ||
                                text[at] == ',' || text[at] == ':'))
      at++;
  }

  void parse(const std::string& text, std::size_t& at) {
    skip(text, at);
    if (at >= text.size())
      return;
    if (text[at] == '{') {
      for (at++, skip(text, at); at < text.size() && text[at] != '}'; skip(text, at)) {
        const std::string name = string(text, at);
        m_fields[name].parse(text, at);
      }
      at++;
    } else if (text[at] == '[') {
      for (at++, skip(text, at); at < text.size() && text[at] != ']'; skip(text, at)) {
        m_items.emplace_back();
        m_items.back().parse(text, at);
      }
      at++;
    } else if (text[at] == '"') {
      m_text = string(text, at);
    } else {
      while (at < text.size() && text[at] != ',' && text[at] != '}' && text[at] != ']' && text[at] != '\n')
        m_text += text[at++];
    }
  }

  static std::string string(const std::string& text, std::size_t& at) {
    std::string value;
    for (at++; at < text.size() && text[at] != '"'; at++) {
      if (text[at] != '\\' || at + 1 >= text.size()) {
        value += text[at];
        continue;
      }
      const char escaped = text[++at];
      if (escaped == 'u') { // all others are written as they are
        value += static_cast<char>(std::strtol(text.substr(at + 1, 4).c_str(), nullptr, 16));
        at += 4;
      } else {
        value += escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
      }
    }
    at++;
    return value;
  }

  std::map<std::string, Json> m_fields;
  std::vector<Json> m_items;
  std::string m_text;
};

} // namespace revisit::linearizability
