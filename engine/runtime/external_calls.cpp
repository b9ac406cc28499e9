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
                                         "__finite",
                                         "__fpclassify",
                                         "__fpclassifyf",
                                         "__isinf",
                                         "__isinff",
                                         "__isnan",
                                         "__isnanf",
                                         "__isoc99_sscanf",
                                         "__signbit",
                                         "__signbitf",
                                         "__stack_chk_fail",
                                         "abs",
                                         "access",
                                         "acos",
                                         "acosf",
                                         "acosh",
                                         "acoshf",
                                         "asin",
                                         "asinf",
                                         "asinh",
                                         "asprintf",
                                         "atan",
                                         "atan2",
                                         "atan2f",
                                         "atanf",
                                         "atanh",
                                         "atof",
                                         "atoi",
                                         "atol",
                                         "atoll",
                                         "bcmp",
                                         "bsearch",
                                         "cbrt",
                                         "cbrtf",
                                         "ceil",
                                         "ceilf",
                                         "ceill",
                                         "clock",
                                         "clock_gettime",
                                         "close",
                                         "copysign",
                                         "copysignf",
                                         "cos",
                                         "cosf",
                                         "cosh",
                                         "coshf",
                                         "difftime",
                                         "div",
                                         "dprintf",
                                         "erf",
                                         "exp",
                                         "exp2",
                                         "exp2f",
                                         "expf",
                                         "expm1",
                                         "fabs",
                                         "fabsf",
                                         "fabsl",
                                         "fdim",
                                         "feclearexcept",
                                         "fetestexcept",
                                         "fflush",
                                         "ffs",
                                         "fileno",
                                         "floor",
                                         "floorf",
                                         "floorl",
                                         "fma",
                                         "fmaf",
                                         "fmal",
                                         "fmax",
                                         "fmaxf",
                                         "fmin",
                                         "fminf",
                                         "fmod",
                                         "fmodf",
                                         "fprintf",
                                         "fputc",
                                         "fputs",
                                         "freelocale",
                                         "frexp",
                                         "fwrite",
                                         "getenv",
                                         "geteuid",
                                         "getpid",
                                         "getppid",
                                         "gettid",
                                         "gettimeofday",
                                         "getuid",
                                         "gmtime",
                                         "gmtime_r",
                                         "hypot",
                                         "hypotf",
                                         "ilogb",
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
                                         "iswalpha",
                                         "iswdigit",
                                         "iswspace",
                                         "isxdigit",
                                         "labs",
                                         "ldexp",
                                         "ldiv",
                                         "lgamma",
                                         "llabs",
                                         "lldiv",
                                         "llrint",
                                         "llrintf",
                                         "llround",
                                         "llroundf",
                                         "localtime",
                                         "localtime_r",
                                         "log",
                                         "log10",
                                         "log10f",
                                         "log1p",
                                         "log2",
                                         "log2f",
                                         "logb",
                                         "logf",
                                         "longjmp",
                                         "lrint",
                                         "lrintf",
                                         "lround",
                                         "lroundf",
                                         "memchr",
                                         "memcmp",
                                         "memmem",
                                         "memrchr",
                                         "mktime",
                                         "modf",
                                         "nan",
                                         "nearbyint",
                                         "newlocale",
                                         "nextafter",
                                         "perror",
                                         "pow",
                                         "powf",
                                         "powl",
                                         "printf",
                                         "pthread_setname_np",
                                         "putc",
                                         "putchar",
                                         "puts",
                                         "qsort",
                                         "remainder",
                                         "rint",
                                         "round",
                                         "roundf",
                                         "roundl",
                                         "scalbn",
                                         "sched_getcpu",
                                         "setbuf",
                                         "setlocale",
                                         "setvbuf",
                                         "sin",
                                         "sincos",
                                         "sinf",
                                         "sinh",
                                         "sinhf",
                                         "sqrt",
                                         "sqrtf",
                                         "sqrtl",
                                         "srand",
                                         "srandom",
                                         "strcasecmp",
                                         "strchr",
                                         "strchrnul",
                                         "strcmp",
                                         "strcoll",
                                         "strcspn",
                                         "strerror",
                                         "strerrordesc_np",
                                         "strftime",
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
                                         "strtod_l",
                                         "strtof",
                                         "strtof_l",
                                         "strtol",
                                         "strtold",
                                         "strtold_l",
                                         "strtoll",
                                         "strtoll_l",
                                         "strtoul",
                                         "strtoull",
                                         "strtoull_l",
                                         "sysconf",
                                         "tan",
                                         "tanf",
                                         "tanh",
                                         "tanhf",
                                         "tgamma",
                                         "time",
                                         "tolower",
                                         "toupper",
                                         "towlower",
                                         "towupper",
                                         "trunc",
                                         "truncf",
                                         "unlink",
                                         "uselocale",
                                         "vasprintf",
                                         "vdprintf",
                                         "vfprintf",
                                         "vprintf",
                                         "wcslen",
                                         "write"};

// Families: attributes of threads and objects, the C++ language's support, and the C++ library itself, whose code that
// touches the program's objects is in headers.
constexpr std::string_view harmlessPrefixes[] = {"pthread_attr_",
                                                 "pthread_mutexattr_",
                                                 "pthread_condattr_",
                                                 "pthread_rwlockattr_",
                                                 "pthread_barrierattr_",
                                                 "_Unwind_",
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
                                                 "pthread_setcancel",
                                                 "pthread_testcancel",
                                                 "pthread_getattr_np",
                                                 "pthread_getname_np",
                                                 "pthread_getaffinity_np",
                                                 "pthread_setaffinity_np",
                                                 "pthread_getschedparam",
                                                 "pthread_setschedparam",
                                                 "pthread_setconcurrency",
                                                 "pthread_atfork",
                                                 "thrd_current",
                                                 "thrd_equal",
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

// A local function of the C++ library, reached through a table: what stands behind std::cout and the like.
bool isLocalOfCxxLibrary(std::uint64_t function) {
  Dl_info info{};
  return dladdr(reinterpret_cast<void*>(function), &info) != 0 && info.dli_sname == nullptr &&
         std::string_view(info.dli_fname).find("/libc++") != std::string_view::npos;
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
  if (name == 0 && (isHarmless(text) || isLocalOfCxxLibrary(function)))
    return;
  const std::uint32_t chain = chainHere();
  RevisitRecord& record = emit(REVISIT_EXTERNAL);
  record.address = function;
  record.extra = internString(text);
  record.chain = chain;
}
