// Calls that leave instrumented code: which of them are known to do nothing that other threads could see.
// Thread rule: called by the program's threads; during a run only by the one that has the baton.
#include "runtime/abi/hooks.h"

#include "runtime/recorder.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <string_view>

using namespace revisit;
using namespace revisit::runtime;

namespace {

// Functions of the C library that touch nothing but their arguments, the calling thread's own state and the output.
// Sorted.
constexpr std::string_view harmless[] = {"_Exit",
                                         "_Unwind_Resume",
                                         "__ctype_b_loc",
                                         "__ctype_tolower_loc",
                                         "__ctype_toupper_loc",
                                         "__dynamic_cast",
                                         "__errno_location",
                                         "__isoc99_sscanf",
                                         "__stack_chk_fail",
                                         "abs",
                                         "access",
                                         "acos",
                                         "acosf",
                                         "asin",
                                         "asinf",
                                         "atan",
                                         "atan2",
                                         "atan2f",
                                         "atanf",
                                         "atof",
                                         "atoi",
                                         "atol",
                                         "atoll",
                                         "bcmp",
                                         "bsearch",
                                         "cbrt",
                                         "ceil",
                                         "ceilf",
                                         "close",
                                         "copysign",
                                         "cos",
                                         "cosf",
                                         "cosh",
                                         "difftime",
                                         "div",
                                         "erf",
                                         "exp",
                                         "exp2",
                                         "expf",
                                         "expm1",
                                         "fabs",
                                         "fabsf",
                                         "feclearexcept",
                                         "fetestexcept",
                                         "fflush",
                                         "ffs",
                                         "fileno",
                                         "floor",
                                         "floorf",
                                         "fma",
                                         "fmax",
                                         "fmaxf",
                                         "fmin",
                                         "fminf",
                                         "fmod",
                                         "fmodf",
                                         "fprintf",
                                         "fputc",
                                         "fputs",
                                         "frexp",
                                         "fwrite",
                                         "getenv",
                                         "gettid",
                                         "hypot",
                                         "isalnum",
                                         "isalpha",
                                         "isatty",
                                         "isblank",
                                         "iscntrl",
                                         "isdigit",
                                         "isgraph",
                                         "islower",
                                         "isprint",
                                         "ispunct",
                                         "isspace",
                                         "isupper",
                                         "isxdigit",
                                         "labs",
                                         "ldexp",
                                         "ldiv",
                                         "llabs",
                                         "lldiv",
                                         "llrint",
                                         "llround",
                                         "log",
                                         "log10",
                                         "log1p",
                                         "log2",
                                         "logf",
                                         "longjmp",
                                         "lrint",
                                         "lround",
                                         "memchr",
                                         "memcmp",
                                         "memmem",
                                         "memrchr",
                                         "modf",
                                         "nan",
                                         "nearbyint",
                                         "perror",
                                         "pow",
                                         "powf",
                                         "printf",
                                         "putc",
                                         "putchar",
                                         "puts",
                                         "qsort",
                                         "rint",
                                         "round",
                                         "roundf",
                                         "setbuf",
                                         "setlocale",
                                         "setvbuf",
                                         "sin",
                                         "sinf",
                                         "sinh",
                                         "sqrt",
                                         "sqrtf",
                                         "srand",
                                         "srandom",
                                         "strcasecmp",
                                         "strchr",
                                         "strchrnul",
                                         "strcmp",
                                         "strcoll",
                                         "strcspn",
                                         "strerror",
                                         "strlen",
                                         "strncasecmp",
                                         "strncmp",
                                         "strnlen",
                                         "strpbrk",
                                         "strrchr",
                                         "strsignal",
                                         "strspn",
                                         "strstr",
                                         "strtod",
                                         "strtof",
                                         "strtol",
                                         "strtold",
                                         "strtoll",
                                         "strtoul",
                                         "strtoull",
                                         "sysconf",
                                         "tan",
                                         "tanf",
                                         "tanh",
                                         "tolower",
                                         "toupper",
                                         "trunc",
                                         "truncf",
                                         "unlink",
                                         "vfprintf",
                                         "vprintf",
                                         "wcslen",
                                         "write"};

// Families: attributes of threads and objects, the C++ language's support, and the C++ library itself, whose code that
// touches the program's objects is in headers.
constexpr std::string_view harmlessPrefixes[] = {"pthread_attr_",
                                                 "pthread_mutexattr_",
                                                 "pthread_condattr_",
                                                 "__cxa_",
                                                 "__gxx_",
                                                 "_Zn",
                                                 "_Zd",
                                                 "_ZSt",
                                                 "_ZNSt",
                                                 "_ZNKSt",
                                                 "_ZTHN",
                                                 "_ZTWN",
                                                 "_ZNKSt3__1",
                                                 "__revisit_",
                                                 "pthread_self",
                                                 "pthread_equal",
                                                 "_setjmp",
                                                 "setjmp",
                                                 "__sigsetjmp",
                                                 "sigsetjmp"};

constexpr std::size_t cacheSize = 1024;
struct Decision {
  std::uint64_t function;
  bool external;
};
Decision g_decisions[cacheSize];

bool isHarmless(std::string_view name) {
  if (std::binary_search(std::begin(harmless), std::end(harmless), name))
    return true;
  return std::any_of(std::begin(harmlessPrefixes), std::end(harmlessPrefixes),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

bool isInstrumented(std::uint64_t address) {
  for (std::size_t i = 0; i < g_runtime.instrumentedCount; i++)
    if (address >= g_runtime.instrumented[i].begin && address < g_runtime.instrumented[i].end)
      return true;
  return false;
}

bool isExternal(std::uint64_t function, const char* name) {
  if (name != nullptr) {
    if (isHarmless(name))
      return false;
    Internal internal;
    if (void* resolved = dlsym(RTLD_DEFAULT, name))
      function = reinterpret_cast<std::uint64_t>(resolved);
  }
  if (isInstrumented(function))
    return false;
  return function < g_runtime.codeBegin || function >= g_runtime.codeEnd;
}

const char* nameOf(std::uint64_t function, const char* name) {
  Dl_info info{};
  if (name == nullptr && dladdr(reinterpret_cast<void*>(function), &info) != 0)
    name = info.dli_sname;
  return name != nullptr ? name : "a function without a name";
}

} // namespace

REVISIT_EXPORT void __revisit_external(std::uint64_t function, std::uint64_t name) {
  if (!exploring())
    return;
  const auto* text = reinterpret_cast<const char*>(name);
  Decision& decision = g_decisions[(function >> 4) % cacheSize];
  if (decision.function != function)
    decision = {function, isExternal(function, text)};
  if (!decision.external)
    return;
  text = nameOf(function, text);
  if (name == 0 && isHarmless(text))
    return;
  const std::uint32_t chain = chainHere();
  RevisitRecord& record = emit(REVISIT_EXTERNAL);
  record.address = function;
  record.extra = internString(text);
  record.chain = chain;
}
