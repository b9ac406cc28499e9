// Compiled parts of the C++ library whose behaviour is known, by mangled name. Functions that are not listed here, and
// that are not among the instrumented parts (engine/library/cxx), count as uninstrumented code.
#include "runtime/services/known_functions.h"

#include <algorithm>
#include <iterator>

namespace revisit::runtime {

namespace {

// Names of libc++ functions, after the prefix for its namespace. They use only the values of their arguments, the
// library's own state, an object that no other thread can have yet, or functions that are followed.
constexpr std::string_view knownOfLibcxx[] = {
    // Locks, threads and time: they use the POSIX functions that the runtime provides.
    "5mutex", "15recursive_mutex", "18condition_variable", "6thread", "11this_thread", "15__thread_struct",
    "19__thread_local_data", "25notify_all_at_thread_exit", "6chrono12steady_clock", "6chrono12system_clock",
    // Reference counts.
    "14__shared_count", "19__shared_weak_count",
    // Errors: constants, and texts created for the caller.
    "14error_category", "16generic_category", "15system_category", "15future_category", "17iostream_category",
    "10error_code7message", "15error_condition7message", "12bad_weak_ptr", "17bad_function_call",
    "19bad_expected_access", "12future_error", "12system_error", "11regex_error", "8ios_base7failure",
    "4__fs10filesystem16filesystem_error", "21__throw_runtime_error", "20__vector_base_common",
    "21__basic_string_common", "22__libcpp_verbose_abort",
    // Conversion of numbers to text.
    "9to_string", "10to_wstring", "8to_chars", "10__time_putD", "14__num_put_base", "14__num_get_base", "9__num_getIcE",
    "9__num_putIcE", "9__num_getIwE", "9__num_putIwE", "16__check_grouping",
    // Locale functions that streams use: for a locale that no thread changes, for single characters, or for the
    // caller's own texts.
    "6localeC1Ev", "6localeC2Ev", "6localeC1ERKS0_", "6localeC2ERKS0_", "6localeD", "6locale7classic",
    "6locale8__global", "6locale9use_facet", "6locale9has_facet", "6locale2id5__get", "6locale5facet", "6localeeq",
    "6__clocEv", "5ctypeIcEC", "5ctypeIcED", "5ctypeIcE13classic_table", "5ctypeIcE21__classic_",
    "5ctypeIcE10do_toupperEc", "5ctypeIcE10do_tolowerEc", "5ctypeIcE8do_widenE", "5ctypeIcE9do_narrowE", "5ctypeIwED",
    "5ctypeIwE5do_isEtw", "5ctypeIwE10do_toupperEw", "5ctypeIwE10do_tolowerEw", "5ctypeIwE8do_widenE",
    "5ctypeIwE9do_narrowE", "7codecvtIcc11__mbstate_tE", "8numpunctIcE", "8numpunctIwE", "7collateIcE12do_transform",
    "7collateIwE12do_transform", "7collateIcED", "7collateIwED",
    // Streams: initialisation that happens once.
    "8ios_base4Init", "8ios_base15sync_with_stdio", "8ios_base6getloc", "8ios_base16__call_callbacks", "8ios_baseD",
    "19__is_posix_terminal", "18__get_ostream_file",
    // Constants.
    "15__get_classname", "20__get_collation_name", "12__next_prime", "12__do_nothing", "17declare_reachable",
    "21__undeclare_reachable", "19declare_no_pointers", "21undeclare_no_pointers"};

// Language support, and exceptions without content.
constexpr std::string_view knownOfStd[] = {"_ZNSt", "_ZNKSt", "_ZSt"};
constexpr std::string_view unknownOfStd[] = {"_ZSt15set_new_handler", "_ZSt15get_new_handler"};

template <std::size_t N> bool begins(std::string_view name, const std::string_view (&prefixes)[N]) {
  return std::any_of(std::begin(prefixes), std::end(prefixes),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

} // namespace

bool isHarmlessCxx(std::string_view name) {
  for (const std::string_view inNamespace : {"_ZNSt3__1", "_ZNKSt3__1"})
    if (name.starts_with(inNamespace))
      return begins(name.substr(inNamespace.size()), knownOfLibcxx);
  return begins(name, knownOfStd) && !begins(name, unknownOfStd);
}

} // namespace revisit::runtime
