// The members of std::string that libc++'s headers declare as instantiated in its library: here they are instantiated
// in instrumented code, so that a string shared between threads is seen like any other data.
#include <string>

#define REVISIT_INSTANTIATE(...) template __VA_ARGS__;

namespace std {
inline namespace __1 {

_LIBCPP_STRING_V1_EXTERN_TEMPLATE_LIST(REVISIT_INSTANTIATE, char)
template string operator+ <char, char_traits<char>, allocator<char>>(const char*, const string&);

} // namespace __1
} // namespace std
