// Like streams.cpp, for the facets of a locale that fewer programs need: the order of strings, and times read from
// streams.
#include <locale>

namespace std {
inline namespace __1 {

template class collate<char>;
template class time_get<char>;

} // namespace __1
} // namespace std
