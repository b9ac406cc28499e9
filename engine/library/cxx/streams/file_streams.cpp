// Like streams.cpp, for file streams; in a separate object because fewer programs need it.
#include <fstream>

namespace std {
inline namespace __1 {

template class basic_filebuf<char>;
template class basic_ifstream<char>;
template class basic_ofstream<char>;

} // namespace __1
} // namespace std
