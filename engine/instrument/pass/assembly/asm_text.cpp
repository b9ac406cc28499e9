#include "asm_text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

// An operand in the text after the dollar signs were resolved: this mark, the operand's number as a character that does
// not occur in texts, and its modifier.
constexpr char operandMark = '\x01';
constexpr unsigned firstNumber = 0x80;
constexpr unsigned maximalNumber = 100;
constexpr char noModifier = '_';

// Resolves $0, ${0:b}, $$ and alternatives for two syntaxes, $( a $| b $), of which the first is used.
std::string resolveDollars(StringRef text, std::string& refusal) {
  std::string plain;
  bool skips = false;
  const auto put = [&](char c) {
    if (!skips)
      plain += c;
  };
  const auto putOperand = [&](StringRef digits, char modifier) {
    unsigned number = 0;
    if (digits.getAsInteger(10, number) || number > maximalNumber)
      refusal = "an operand that is not a number";
    put(operandMark);
    put(char(firstNumber + number));
    put(modifier == 0 ? noModifier : modifier);
  };
  while (!text.empty()) {
    const char c = text.front();
    text = text.drop_front();
    if (c != '$' || text.empty()) {
      put(c);
    } else if (isDigit(text.front())) {
      const auto digits = text.take_while(isDigit);
      putOperand(digits, 0);
      text = text.drop_front(digits.size());
    } else if (text.consume_front("{")) {
      auto [inside, rest] = text.split('}');
      auto [digits, modifier] = inside.split(':');
      if (digits.empty()) // ${:uid}
        put('0');
      else
        putOperand(digits, modifier.empty() ? 0 : modifier.front());
      text = rest;
    } else {
      const char escaped = text.front();
      text = text.drop_front();
      if (escaped == '|')
        skips = true;
      else if (escaped == ')')
        skips = false;
      else if (escaped != '(')
        put(escaped);
    }
  }
  return plain;
}

std::string withoutComments(StringRef text) {
  std::string plain;
  while (!text.empty()) {
    if (text.starts_with("/*")) {
      const auto end = text.find("*/", 2);
      text = end == StringRef::npos ? StringRef() : text.drop_front(end + 2);
      plain += ' ';
    } else if (text.starts_with("#") || text.starts_with("//")) {
      text = text.drop_front(std::min(text.find('\n'), text.size()));
    } else {
      plain += text.front();
      text = text.drop_front();
    }
  }
  return plain;
}

bool isPrefix(StringRef word) {
  return StringSwitch<bool>(word)
      .Cases("lock", "rep", "repz", "repe", "repnz", "repne", true)
      .Cases("xacquire", "xrelease", "bnd", "notrack", true)
      .Default(false);
}

class Parser {
public:
  AsmText run(StringRef text) {
    const auto plain = withoutComments(resolveDollars(text, m_text.refusal));
    SmallVector<StringRef, 8> statements;
    SplitString(plain, statements, ";\n");
    for (auto statement : statements)
      parseStatement(statement.trim());
    m_text.instructions.push_back(std::move(m_next));
    return std::move(m_text);
  }

private:
  void refuse(const Twine& what) {
    if (m_text.refusal.empty())
      m_text.refusal = what.str();
  }

  // Sections for other data, such as tables of lock prefixes.
  bool isElsewhere(StringRef word) {
    if (word == ".pushsection" || word == ".section")
      m_elsewhere = true;
    else if (word == ".popsection" || word == ".previous" || word == ".text")
      m_elsewhere = false;
    else if (!m_elsewhere && word.starts_with(".") && !word.contains("align"))
      refuse(word);
    return m_elsewhere || word.starts_with(".");
  }

  void parseStatement(StringRef statement) {
    while (true) {
      const auto word = statement.take_while([](char c) { return isAlnum(c) || c == '_' || c == '.'; });
      auto rest = statement.drop_front(word.size());
      if (!word.empty() && rest.ltrim().starts_with(":")) {
        if (!m_elsewhere)
          m_next.labels.push_back(word.str());
        statement = rest.ltrim().drop_front().ltrim();
        continue;
      }
      if (statement.empty() || isElsewhere(word))
        return;
      const auto name = word.lower();
      if (!isPrefix(name)) {
        parseInstruction(name, rest.trim());
        return;
      }
      m_next.isLocked |= name == "lock";
      statement = rest.ltrim();
    }
  }

  void parseInstruction(const std::string& name, StringRef operands) {
    m_next.name = name;
    if (name.empty())
      refuse("an instruction that is not spelt out");
    else if (name[0] == 'j')
      m_next.target = operands.str();
    else
      parseOperands(operands);
    m_text.instructions.push_back(std::move(m_next));
    m_next = {};
  }

  void parseOperands(StringRef operands) {
    unsigned depth = 0;
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= operands.size(); ++at) {
      if (at < operands.size() && operands[at] == '(')
        ++depth;
      if (at < operands.size() && operands[at] == ')')
        --depth;
      if (at == operands.size() || (operands[at] == ',' && depth == 0)) {
        if (auto one = operands.slice(begin, at).trim(); !one.empty() || depth != 0)
          parseOperand(one);
        begin = at + 1;
      }
    }
  }

  std::optional<AsmRegister> parseRegister(StringRef& text) {
    AsmRegister found;
    if (text.consume_front("%")) {
      const auto name = text.take_while(isAlnum);
      found.name = name.lower();
      text = text.drop_front(name.size());
      return name.empty() ? std::nullopt : std::optional(found);
    }
    if (text.size() < 3 || text[0] != operandMark)
      return std::nullopt;
    found.operand = static_cast<unsigned char>(text[1]) - firstNumber;
    found.modifier = text[2] == noModifier ? 0 : text[2];
    text = text.drop_front(3);
    return found;
  }

  // A number, possibly with a sign; other text is left unchanged.
  static std::optional<std::int64_t> parseNumber(StringRef& text) {
    const bool negative = text.starts_with("-");
    if (negative || text.starts_with("+"))
      text = text.drop_front().ltrim();
    std::uint64_t number = 0;
    if (text.consumeInteger(0, number))
      return std::nullopt;
    return std::int64_t(negative ? 0 - number : number);
  }

  void parseOperand(StringRef text) {
    const auto whole = text;
    AsmOperand operand;
    if (text.consume_front("$")) {
      if (auto bound = parseRegister(text); bound && bound->name.empty()) {
        operand.kind = AsmOperand::Kind::Bound;
        operand.base = *bound;
        operand.immediate = true;
      } else if (auto number = parseNumber(text)) {
        operand.number = *number;
      } else {
        return refuse("the operand " + whole);
      }
    } else {
      parsePlace(text, operand);
    }
    if (!text.trim().empty())
      return refuse(describe(whole));
    m_next.operands.push_back(operand);
  }

  static std::string describe(StringRef whole) {
    return whole.contains(operandMark) ? "an operand of a form that is not known" : ("the operand " + whole).str();
  }

  // A register or memory operand. Text that is not understood remains in `text`.
  void parsePlace(StringRef& text, AsmOperand& operand) {
    operand.inThread = text.consume_front("%fs:");
    if (!text.starts_with("(") && !text.starts_with("%") && !text.starts_with(StringRef(&operandMark, 1))) {
      auto number = parseNumber(text);
      if (!number)
        return;
      operand.number = *number;
      if (operand.inThread && text.empty()) {
        operand.kind = AsmOperand::Kind::Memory;
        return;
      }
      if (text.consume_front("+"))
        text = text.ltrim();
    }
    if (text.consume_front("("))
      return parseAddress(text, operand);
    const auto before = text;
    auto found = parseRegister(text);
    if (!found || (!found->name.empty() && operand.number != 0)) {
      text = before.empty() ? StringRef("?") : before;
      return;
    }
    operand.kind = found->name.empty() ? AsmOperand::Kind::Bound : AsmOperand::Kind::Named;
    operand.base = *found;
    if (text.starts_with("+") || text.starts_with("-"))
      if (auto more = parseNumber(text))
        operand.number += *more;
  }

  void parseAddress(StringRef& text, AsmOperand& operand) {
    auto [inside, rest] = text.split(')');
    SmallVector<StringRef, 3> parts;
    inside.split(parts, ',');
    operand.kind = AsmOperand::Kind::Memory;
    const auto part = [&](unsigned number) { return number < parts.size() ? parts[number].trim() : StringRef(); };
    auto base = part(0), index = part(1), scale = part(2);
    if (!base.empty()) {
      if (auto found = parseRegister(base); found && base.empty()) {
        operand.base = *found;
        operand.hasBase = true;
      } else {
        return;
      }
    }
    if (!index.empty()) {
      operand.index = parseRegister(index);
      if (!operand.index || !index.empty())
        return;
    }
    if (!scale.empty() && scale.getAsInteger(10, operand.scale))
      return;
    text = rest;
  }

  AsmText m_text;
  AsmInstruction m_next;
  bool m_elsewhere = false;
};

} // namespace

AsmText parseAssembly(StringRef text) {
  return Parser().run(text);
}

bool isSame(const AsmOperand& one, const AsmOperand& other) {
  return one.kind == other.kind && one.base.name == other.base.name && one.base.operand == other.base.operand;
}

std::optional<unsigned> labelledBy(const std::vector<AsmInstruction>& text, unsigned number, StringRef label) {
  const bool isNumbered = label.size() > 1 && isDigit(label[0]);
  const char direction = isNumbered ? label.back() : 0;
  const auto name = direction == 'f' || direction == 'b' ? label.drop_back() : label;
  std::optional<unsigned> found;
  for (unsigned i = 0; i < text.size(); ++i)
    if (is_contained(text[i].labels, name) && (direction != 'b' || i <= number) && (direction != 'f' || i > number)) {
      found = i;
      if (direction != 'b')
        break;
    }
  return found;
}

unsigned fullTurn(const std::vector<AsmInstruction>& text, unsigned first) {
  std::int64_t bits = 0;
  for (unsigned i = first; i < text.size(); ++i) {
    auto& one = text[i];
    const bool isRotation = one.name == "rolq" && one.operands.size() == 2 &&
                            source(one).kind == AsmOperand::Kind::Immediate &&
                            destination(one).kind == AsmOperand::Kind::Named && !one.isLocked;
    if (!isRotation || !isSame(destination(one), destination(text[first])) || (i > first && !one.labels.empty()))
      return 0;
    bits += source(one).number & 63;
    if (bits % 64 == 0)
      return i - first + 1;
  }
  return 0;
}

} // namespace revisit::instrument
