#include "library.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

constexpr StringLiteral Redirected[] = {
    "asctime",     "asctime_r",   "asprintf",    "atof",        "atoi",      "atol",     "atoll",     "bcmp",
    "bsearch",     "ctime",       "ctime_r",     "dprintf",     "fprintf",   "fputs",    "frexp",     "fwrite",
    "gmtime",      "gmtime_r",    "localtime",   "localtime_r", "memchr",    "memcmp",   "memrchr",   "mktime",
    "mmap",        "modf",        "perror",      "printf",      "puts",      "qsort",    "sigaddset", "sigdelset",
    "sigemptyset", "sigfillset",  "sigismember", "sincos",      "snprintf",  "sprintf",  "stpcpy",    "strcasecmp",
    "strcat",      "strchr",      "strchrnul",   "strcmp",      "strcpy",    "strcspn",  "strdup",    "strftime",
    "strlen",      "strncasecmp", "strncat",     "strncmp",     "strncpy",   "strndup",  "strnlen",   "strpbrk",
    "strrchr",     "strspn",      "strstr",      "strtod",      "strtof",    "strtok",   "strtok_r",  "strtol",
    "strtold",     "strtoll",     "strtoul",     "strtoull",    "vasprintf", "vdprintf", "vfprintf",  "vprintf",
    "vsnprintf",   "vsprintf",    "write"};

} // namespace

void redirectLibraryCalls(Module& module) {
  for (StringRef name : Redirected) {
    auto* function = module.getFunction(name);
    if (!function || !function->isDeclaration())
      continue;
    auto ours = ("revisit_libc_" + name).str();
    auto* known = module.getFunction(ours);
    if (known && !known->isDeclaration())
      continue; // ours, which calls the C library's
    if (known)
      function->replaceAllUsesWith(known);
    else
      function->setName(ours);
  }
}

} // namespace revisit::instrument
