// The output of times to streams, which is compiled into libc++; in instrumented code here.
#include <ctime>
#include <locale>

namespace std {
inline namespace __1 {

template class time_put<char>;

void __time_put::__do_put(char* begin, char*& end, const tm* time, char format, char modifier) const {
  const char pattern[] = {'%', modifier != 0 ? modifier : format, modifier != 0 ? format : '\0', '\0'};
  end = begin + strftime(begin, static_cast<size_t>(end - begin), pattern, time);
}

} // namespace __1
} // namespace std
