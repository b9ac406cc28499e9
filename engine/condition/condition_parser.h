// Conditions typed by a user: the syntax of C, as a tree. What a name means is the caller's matter. Stateless.
//
//   temperature > 30 && mode == 2      || && | ^ & == != < <= > >= << >> + - * / % and unary ! ~ - +, with the
//                                      precedences of C
//   not (mode == 2 or mode == 3)       the words and, or, not, unless they are names
//
// Numbers are decimal or hexadecimal, with the suffix u if they are unsigned. `not` is accepted only where it means the
// same with the precedence of C++ and with that of other languages. There is no comparison of a comparison.
#pragma once

#include "base/result.h"
#include "condition/condition_tree.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace revisit::condition {

// The name with which a text begins.
struct NameFound {
  std::size_t length = 0; // in characters; 0: the text begins with no name
  std::size_t number = 0; // by which the caller knows the name: Node::name
};

struct Grammar {
  // The name at the beginning of `rest`, which is not empty. May fail: `what` says what is wrong with the name there.
  std::function<Result<NameFound>(std::string_view rest)> nameAt;
  // False: the words and, or end the condition.
  bool joinsByWords = true;
};

struct Parsed {
  std::unique_ptr<Node> root;
  std::size_t end = 0; // where it ends in the text
};

// The longest condition at the beginning of text.substr(from). Fails with BadUsage; `where` is "column N", counted from
// 1 at the beginning of the text. O(text * time of nameAt).
Result<Parsed> parseCondition(std::string_view text, std::size_t from, const Grammar& grammar);

// The length of what can be a name in a program at the beginning of `rest`: "x", "main::total", "Node#2.next",
// "jobs[1].size", "p->next"; or anything between single quotes. 0: nothing can.
std::size_t nameLength(std::string_view rest);

// Whether a number or a word can go on with this character.
constexpr bool isWordCharacter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Whether a name can end there: the next character of the text could not continue it.
constexpr bool nameMayEndAt(std::string_view text, std::size_t place) {
  return place == text.size() || !(isWordCharacter(text[place]) || text[place] == '#' || text[place] == '@');
}

} // namespace revisit::condition
