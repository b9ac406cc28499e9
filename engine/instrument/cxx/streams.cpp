// The streams into strings, which libc++ instantiates in its library: here in instrumented code, so that a stream shared
// between threads is seen like any other data.
#include <sstream>

namespace std {
inline namespace __1 {

template class basic_streambuf<char>;
template class basic_stringbuf<char>;
template class basic_ostream<char>;
template class basic_istream<char>;
template class basic_iostream<char>;
template class basic_ostringstream<char>;
template class basic_istringstream<char>;
template class basic_stringstream<char>;

} // namespace __1
} // namespace std
