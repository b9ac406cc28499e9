#include "path/foreign_calls.h"

#include "abi/pure_functions.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>

namespace revisit {

namespace {

ForeignKind sized(std::initializer_list<unsigned> indices) {
  ForeignKind kind;
  kind.kind = Foreign::Sized;
  for (unsigned index : indices)
    kind.indices[kind.count++] = index;
  return kind;
}

struct SizedRow {
  std::string_view names;
  ForeignKind kind;
};

const SizedRow sizedRows[] = {
    {" malloc _Znwm _Znam valloc _ZnwmRKSt9nothrow_t _ZnamRKSt9nothrow_t _ZnwmSt11align_val_t _ZnamSt11align_val_t "
     "free _ZdlPv _ZdaPv _ZdlPvm _ZdaPvm ",
     sized({0})},
    {" calloc realloc aligned_alloc memalign ", sized({0, 1})},
    {" posix_memalign reallocarray memcpy memmove memset ", sized({0, 1, 2})},
    {" fesetround feclearexcept feraiseexcept ", sized({0})},
    {" revisit_touch thrd_create raise kill sigqueue ", sized({0, 1})},
    {" pthread_setspecific pthread_getspecific tss_set tss_get ", {Foreign::ThreadValue, {0}, 1}},
};
constexpr std::string_view sizedFamilies[] = {"pthread_",       "sem_",        "thrd_",     "mtx_",
                                              "cnd_",           "tss_",        "call_once", "revisit_barrier_",
                                              "revisit_mutex_", "revisit_sem_", "revisit_machine_"};

struct Row {
  std::string_view names;
  Foreign kind;
};

constexpr Row rows[] = {
    {" pthread_exit thrd_exit ", Foreign::EndsThread},
    {" longjmp _longjmp siglongjmp __longjmp_chk ", Foreign::Jump},
    {" revisit_assume __VERIFIER_assume __VERIFIER_assert ", Foreign::Condition},
    {" vprintf vfprintf vdprintf fwrite puts putchar fputs fputc putc fprintf write perror fflush revisit_progress "
     "exit _exit _Exit quick_exit usleep"
     " sleep ",
     Foreign::Silent},
    {" strcoll wcscoll strcmp strncmp strlen nan nanf nanl ", Foreign::Reads},
    {" strtod strtof strtold gmtime_r localtime_r mktime timegm asctime_r strftime modf frexp sincos rand_r strxfrm"
     " wcsxfrm __cxa_demangle modff modfl frexpf frexpl remquo remquof remquol lgamma_r lgammaf_r lgammal_r"
     " inet_pton inet_ntop inet_aton fnmatch strptime ",
     Foreign::Converts},
    {" pthread_setname_np pthread_getname_np pthread_setschedparam pthread_getschedparam pthread_attr_setschedparam"
     " pthread_attr_getschedparam pthread_setaffinity_np pthread_getaffinity_np pthread_attr_setaffinity_np"
     " pthread_attr_getaffinity_np pthread_sigmask ",
     Foreign::Unknown},
    {" setjmp _setjmp sigsetjmp __sigsetjmp atexit at_quick_exit pthread_atfork __errno_location __dynamic_cast"
     " __stack_chk_fail abort __assert_fail sched_yield malloc_usable_size getpid gettid"
     " strerrordesc_np sysconf __sysconf getpagesize getdtablesize getauxval umask nice dlerror ",
     Foreign::Neutral},
};

// The runtime's own functions, support of the language, and functions of the C++ library that use nothing but the
// values of their arguments (runtime/services/known_cxx.cpp).
constexpr std::string_view neutralFamilies[] = {"revisit_nondet_", "__VERIFIER_", "__revisit_", "revisit_",
                                                "__cxa_",          "_Unwind_",    "_Zn",        "_Zd"};
constexpr std::string_view cxxLibrary[] = {"_ZNSt", "_ZNKSt", "_ZSt"};
// Members of the C++ library that read texts of the program.
constexpr std::string_view readingCxx[] = {"_ZNKSt3__17collate"};
// Those that make something of the object that they are given.
constexpr std::string_view convertingCxx[] = {"_ZNSt3__16chrono12system_clock9to_time_t",
                                              "_ZNKSt3__110error_code7message",
                                              "_ZNKSt3__115error_condition7message",
                                              "_ZNKSt3__114error_category",
                                              "_ZNSt3__112system_error",
                                              "_ZNSt3__112future_error",
                                              "_ZNSt3__19__num_putIw",
                                              "_ZNSt3__19__num_getIw"};

template <std::size_t N> bool beginsWith(std::string_view name, const std::string_view (&prefixes)[N]) {
  return std::any_of(std::begin(prefixes), std::end(prefixes),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

} // namespace

ForeignKind foreignKindOf(std::string_view name) {
  const auto plain = [](Foreign kind) { return ForeignKind{kind, {}, 0}; };
  if (name.empty())
    return {};
  if (name.starts_with("printf") || name.starts_with("_ZNSo"))
    return plain(Foreign::Silent);
  for (const SizedRow& row : sizedRows)
    if (isAmong(row.names, name))
      return row.kind;
  for (const Row& row : rows)
    if (isAmong(row.names, name))
      return plain(row.kind);
  if (beginsWith(name, sizedFamilies))
    return sized({0, 1, 2});
  if (name.starts_with("revisit_symbolic"))
    return sized({0, 1});
  if (isAmong(pureFunctions, name))
    return plain(Foreign::Pure);
  if (beginsWith(name, readingCxx))
    return plain(Foreign::Reads);
  if (beginsWith(name, convertingCxx))
    return plain(Foreign::Converts);
  return plain(beginsWith(name, neutralFamilies) || beginsWith(name, cxxLibrary) ? Foreign::Neutral : Foreign::Unknown);
}

bool mayKeep(std::string_view name) {
  return name.starts_with("_ZNSo") ||
         isAmong(" realloc reallocarray memcpy memmove write fputs fputc putc fprintf ", name);
}

bool printsList(std::string_view name) {
  return isAmong(" vprintf vfprintf vdprintf ", name);
}

} // namespace revisit
