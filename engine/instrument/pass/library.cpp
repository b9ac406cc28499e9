#include "library.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

constexpr StringLiteral Redirected[] = {
    "atoi",     "atol",     "atoll",   "bcmp",    "bsearch",    "memchr",      "memcmp",  "memrchr",
    "qsort",    "snprintf", "sprintf", "stpcpy",  "strcasecmp", "strcat",      "strchr",  "strchrnul",
    "strcmp",   "strcpy",   "strcspn", "strdup",  "strlen",     "strncasecmp", "strncat", "strncmp",
    "strncpy",  "strndup",  "strnlen", "strpbrk", "strrchr",    "strspn",      "strstr",  "strtok",
    "strtok_r", "strtol",   "strtoll", "strtoul", "strtoull",   "vsnprintf",   "vsprintf"};

} // namespace

void redirectLibraryCalls(Module& module) {
  for (StringRef name : Redirected) {
    auto* function = module.getFunction(name);
    if (!function || !function->isDeclaration())
      continue;
    auto ours = ("revisit_libc_" + name).str();
    if (auto* known = module.getFunction(ours))
      function->replaceAllUsesWith(known);
    else
      function->setName(ours);
  }
}

} // namespace revisit::instrument
