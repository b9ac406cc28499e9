#include "asm_mnemonics.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

bool isSized(StringRef base) {
  return StringSwitch<bool>(base)
      .Cases("add", "sub", "and", "or", "xor", "inc", "dec", "neg", "not", true)
      .Cases("xadd", "xchg", "cmpxchg", "mov", "movabs", "movnti", "lea", true)
      .Cases("cmp", "test", "bt", "bts", "btr", "btc", true)
      .Cases("sbb", "adc", true)
      .Default(false);
}

} // namespace

unsigned widthOfLetter(char letter) {
  return StringSwitch<unsigned>(StringRef(&letter, 1))
      .Case("b", 8)
      .Case("w", 16)
      .Case("l", 32)
      .Case("q", 64)
      .Default(0);
}

Mnemonic splitMnemonic(StringRef name) {
  if (isSized(name))
    return {name, 0};
  if (isSized(name.drop_back()) && widthOfLetter(name.back()) != 0)
    return {name.drop_back(), widthOfLetter(name.back())};
  return {};
}

bool isOnlyAHint(StringRef name) {
  return name == "pause" || name == "nop" || name == "nopl" || name == "nopw" || name == "yield" || name == "endbr64" ||
         name.starts_with("prefetch") || name == "clflush" || name == "clflushopt" || name == "clwb";
}

} // namespace revisit::instrument
