// The streams into strings and what formats numbers for them, which libc++ instantiates in its library: here in
// instrumented code, so that a stream shared between threads is seen like any other data. So is a stream's own state.
#include <locale>
#include <sstream>

namespace std {
inline namespace __1 {

template class basic_ios<char>;
template class basic_streambuf<char>;
template class basic_stringbuf<char>;
template class basic_ostream<char>;
template class basic_istream<char>;
template class basic_iostream<char>;
template class basic_ostringstream<char>;
template class basic_istringstream<char>;
template class basic_stringstream<char>;
template class num_put<char>;
template class num_get<char>;

void ios_base::init(void* buffer) {
  __rdbuf_ = buffer;
  __rdstate_ = buffer != nullptr ? goodbit : badbit;
  __exceptions_ = goodbit;
  __fmtflags_ = skipws | dec;
  __width_ = 0;
  __precision_ = 6;
  __fn_ = nullptr;
  __index_ = nullptr;
  __event_size_ = __event_cap_ = 0;
  __iarray_ = nullptr;
  __iarray_size_ = __iarray_cap_ = 0;
  __parray_ = nullptr;
  __parray_size_ = __parray_cap_ = 0;
  ::new (&__loc_) locale;
}

void ios_base::clear(iostate state) {
  __rdstate_ = __rdbuf_ != nullptr ? state : state | badbit;
  if ((__rdstate_ & __exceptions_) != 0)
    throw failure("ios_base::clear");
}

void ios_base::__set_badbit_and_consider_rethrow() {
  __rdstate_ |= badbit;
  if ((__exceptions_ & badbit) != 0)
    throw;
}

void ios_base::__set_failbit_and_consider_rethrow() {
  __rdstate_ |= failbit;
  if ((__exceptions_ & failbit) != 0)
    throw;
}

} // namespace __1
} // namespace std
