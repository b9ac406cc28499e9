// The members of std::string that libc++'s headers declare as instantiated in its library. They are instantiated in
// instrumented code here, so that accesses to a string that threads share are seen.
#include <string>

#define REVISIT_INSTANTIATE(...) template __VA_ARGS__;

namespace std {
inline namespace __1 {

_LIBCPP_STRING_V1_EXTERN_TEMPLATE_LIST(REVISIT_INSTANTIATE, char)
template string operator+ <char, char_traits<char>, allocator<char>>(const char*, const string&);

} // namespace __1
} // namespace std
