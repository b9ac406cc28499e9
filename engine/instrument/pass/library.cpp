#include "library.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

constexpr StringLiteral Redirected[] = {
    "abs",         "asctime",   "asctime_r", "asprintf",    "atof",       "atoi",        "atol",     "atoll",
    "bcmp",        "bsearch",   "btowc",     "clearenv",    "ctime",      "ctime_r",     "div",      "dprintf",
    "ffs",         "ffsl",      "ffsll",     "fprintf",     "fputs",      "frexp",       "fscanf",   "fwrite",
    "getenv",      "gmtime",    "gmtime_r",  "imaxabs",     "imaxdiv",    "index",       "isalnum",  "isalpha",
    "isascii",     "isblank",   "iscntrl",   "isdigit",     "isgraph",    "islower",     "isprint",  "ispunct",
    "isspace",     "isupper",   "iswalnum",  "iswalpha",    "iswblank",   "iswcntrl",    "iswdigit", "iswgraph",
    "iswlower",    "iswprint",  "iswpunct",  "iswspace",    "iswupper",   "iswxdigit",   "isxdigit", "labs",
    "ldiv",        "lfind",     "llabs",     "lldiv",       "localtime",  "localtime_r", "lsearch",  "mblen",
    "mbrlen",      "mbrtowc",   "mbsrtowcs", "mbstowcs",    "mbtowc",     "memccpy",     "memchr",   "memcmp",
    "memmem",      "memrchr",   "mktime",    "mmap",        "modf",       "perror",      "printf",   "putenv",
    "puts",        "qsort",     "qsort_r",   "rand_r",      "rawmemchr",  "rindex",      "scanf",    "secure_getenv",
    "setenv",      "sigaddset", "sigdelset", "sigemptyset", "sigfillset", "sigismember", "sincos",   "snprintf",
    "sprintf",     "sscanf",    "stpcpy",    "stpncpy",     "strcasecmp", "strcasestr",  "strcat",   "strchr",
    "strchrnul",   "strcmp",    "strcoll",   "strcpy",      "strcspn",    "strdup",      "strftime", "strlen",
    "strncasecmp", "strncat",   "strncmp",   "strncpy",     "strndup",    "strnlen",     "strpbrk",  "strrchr",
    "strsep",      "strspn",    "strstr",    "strtod",      "strtod_l",   "strtof",      "strtof_l", "strtoimax",
    "strtok",      "strtok_r",  "strtol",    "strtol_l",    "strtold",    "strtold_l",   "strtoll",  "strtoll_l",
    "strtoul",     "strtoul_l", "strtoull",  "strtoull_l",  "strtoumax",  "strverscmp",  "strxfrm",  "swprintf",
    "timegm",      "toascii",   "tolower",   "toupper",     "towlower",   "towupper",    "unsetenv", "vasprintf",
    "vdprintf",    "vfprintf",  "vfscanf",   "vprintf",     "vscanf",     "vsnprintf",   "vsprintf", "vsscanf",
    "vswprintf",   "wcpcpy",    "wcrtomb",   "wcscat",      "wcschr",     "wcscmp",      "wcscoll",  "wcscpy",
    "wcscspn",     "wcsdup",    "wcslen",    "wcsncat",     "wcsncmp",    "wcsncpy",     "wcsnlen",  "wcspbrk",
    "wcsrchr",     "wcsrtombs", "wcsspn",    "wcsstr",      "wcstoimax",  "wcstok",      "wcstol",   "wcstoll",
    "wcstombs",    "wcstoul",   "wcstoull",  "wcstoumax",   "wcsxfrm",    "wctob",       "wctomb",   "wmemchr",
    "wmemcmp",     "wmemcpy",   "wmemmove",  "wmempcpy",    "wmemset",    "write"};

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

// Inline members of std::ctype<char>: what stands around the library's ABI tag in their names, and our functions.
struct Member {
  StringLiteral name, parameters, ours;
};
constexpr Member CharacterMembers[] = {{"2is", "Etc", "is"},
                                       {"7toupper", "Ec", "toupper"},
                                       {"7tolower", "Ec", "tolower"},
                                       {"5widen", "Ec", "widen"},
                                       {"5widen", "EPKcS3_Pc", "widen_all"},
                                       {"6narrow", "Ecc", "narrow"},
                                       {"6narrow", "EPKcS3_cPc", "narrow_all"}};

void redirectMembers(Module& module) {
  constexpr StringLiteral Facet = "_ZNKSt3__15ctypeIcE";
  SmallVector<Function*, 8> members;
  for (auto& function : module)
    if (function.getName().starts_with(Facet))
      members.push_back(&function);
  for (auto* function : members)
    for (const auto& [name, parameters, ours] : CharacterMembers) {
      const StringRef rest = function->getName().drop_front(Facet.size());
      if (!rest.starts_with((name + "B").str()) || !rest.ends_with(parameters) ||
          rest.drop_back(parameters.size()).contains('E'))
        continue;
      auto target = module.getOrInsertFunction(("revisit_ctype_" + ours).str(), function->getFunctionType());
      if (auto* known = dyn_cast<Function>(target.getCallee()); known && known->isDeclaration())
        function->replaceAllUsesWith(known);
    }
}

} // namespace

void redirectLibraryCalls(Module& module) {
  for (StringRef prefix : StandardPrefixes)
    for (StringRef name : Redirected)
      redirect(module, prefix, name);
  redirectMembers(module);
}

} // namespace revisit::instrument
