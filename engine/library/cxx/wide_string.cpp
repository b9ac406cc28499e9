// Like string.cpp, for std::wstring; in a separate object because few programs need it.
#include <string>

#define REVISIT_INSTANTIATE(...) template __VA_ARGS__;

namespace std {
inline namespace __1 {

_LIBCPP_STRING_V1_EXTERN_TEMPLATE_LIST(REVISIT_INSTANTIATE, wchar_t)

} // namespace __1
} // namespace std
