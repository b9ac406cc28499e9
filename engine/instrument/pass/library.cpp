#include "library.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

constexpr StringLiteral Redirected[] = {
    "asctime",   "asctime_r", "asprintf",    "atof",       "atoi",        "atol",      "atoll",    "bcmp",
    "bsearch",   "ctime",     "ctime_r",     "dprintf",    "fprintf",     "fputs",     "frexp",    "fscanf",
    "fwrite",    "gmtime",    "gmtime_r",    "localtime",  "localtime_r", "memchr",    "memcmp",   "memrchr",
    "mktime",    "mmap",      "modf",        "perror",     "printf",      "puts",      "qsort",    "scanf",
    "sigaddset", "sigdelset", "sigemptyset", "sigfillset", "sigismember", "sincos",    "snprintf", "sprintf",
    "sscanf",    "stpcpy",    "strcasecmp",  "strcat",     "strchr",      "strchrnul", "strcmp",   "strcpy",
    "strcspn",   "strdup",    "strftime",    "strlen",     "strncasecmp", "strncat",   "strncmp",  "strncpy",
    "strndup",   "strnlen",   "strpbrk",     "strrchr",    "strspn",      "strstr",    "strtod",   "strtof",
    "strtok",    "strtok_r",  "strtol",      "strtold",    "strtoll",     "strtoul",   "strtoull", "vasprintf",
    "vdprintf",  "vfprintf",  "vfscanf",     "vprintf",    "vscanf",      "vsnprintf", "vsprintf", "vsscanf",
    "wcslen",    "wmemchr",   "wmemcmp",     "write"};

// The C library's headers rename some functions depending on the language standard.
constexpr StringLiteral StandardPrefixes[] = {"", "__isoc99_", "__isoc23_"};

void redirect(Module& module, StringRef prefix, StringRef name) {
  auto* function = module.getFunction((prefix + name).str());
  if (!function || !function->isDeclaration())
    return;
  auto ours = ("revisit_libc_" + name).str();
  auto* known = module.getFunction(ours);
  if (known && !known->isDeclaration())
    return; // our own definition, which calls the C library's
  if (known)
    function->replaceAllUsesWith(known);
  else
    function->setName(ours);
}

} // namespace

void redirectLibraryCalls(Module& module) {
  for (StringRef prefix : StandardPrefixes)
    for (StringRef name : Redirected)
      redirect(module, prefix, name);
}

} // namespace revisit::instrument
