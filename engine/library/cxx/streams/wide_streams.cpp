// Like streams.cpp, for wide characters; in a separate object because few programs need it.
#include <istream>
#include <locale>
#include <ostream>
#include <streambuf>

namespace std {
inline namespace __1 {

template class basic_ios<wchar_t>;
template class basic_streambuf<wchar_t>;
template class basic_ostream<wchar_t>;
template class basic_istream<wchar_t>;
template class basic_iostream<wchar_t>;
template struct __num_put<wchar_t>;
template struct __num_get<wchar_t>;
template class num_put<wchar_t>;
template class num_get<wchar_t>;

} // namespace __1
} // namespace std
