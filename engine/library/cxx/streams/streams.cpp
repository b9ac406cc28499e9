// String streams and the formatting of numbers for them, which libc++ instantiates in its library. They are
// instantiated in instrumented code here, so that accesses to a stream that threads share are seen. So is a stream's
// own state.
#include <algorithm>
#include <limits>
#include <locale>
#include <sstream>
#include <utility>

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
template struct __num_put<char>;
template struct __num_get<char>;
template class num_put<char>;
template class num_get<char>;

// Whether the digits of a number that was read stand in the groups that the locale wants: all but the first group are
// full, where the last size holds for all further groups. A size that is not positive ends the rule.
void __check_grouping(const string& sizes, unsigned* first, unsigned* end, ios_base::iostate& state) {
  if (sizes.empty() || end - first < 2)
    return;
  const auto isRule = [](char size) { return size > 0 && size < numeric_limits<char>::max(); };
  std::reverse(first, end);
  const char* size = sizes.data();
  const char* const last = size + sizes.size() - 1;
  for (; first < end - 1; first++) {
    if (isRule(*size) && static_cast<unsigned>(*size) != *first)
      state = ios_base::failbit;
    size += size < last;
  }
  if (isRule(*size) && (end[-1] > static_cast<unsigned>(*size) || end[-1] == 0))
    state = ios_base::failbit;
}

// The library counts the owners; the locale object itself belongs to the program.
const locale& locale::operator=(const locale& other) noexcept {
  [[maybe_unused]] auto* volatile seen = other.__locale_;
  locale copy(other);
  std::swap(__locale_, copy.__locale_);
  return *this;
}

locale ios_base::imbue(const locale& next) {
  auto& now = reinterpret_cast<locale&>(__loc_);
  locale before = now;
  now = next;
  __call_callbacks(imbue_event);
  return before;
}

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

void ios_base::move(ios_base& from) {
  __fmtflags_ = from.__fmtflags_;
  __precision_ = from.__precision_;
  __width_ = from.__width_;
  __rdstate_ = from.__rdstate_;
  __exceptions_ = from.__exceptions_;
  __rdbuf_ = nullptr;
  ::new (&__loc_) locale(from.getloc());
  __fn_ = exchange(from.__fn_, nullptr);
  __index_ = exchange(from.__index_, nullptr);
  __event_size_ = exchange(from.__event_size_, 0);
  __event_cap_ = exchange(from.__event_cap_, 0);
  __iarray_ = exchange(from.__iarray_, nullptr);
  __iarray_size_ = exchange(from.__iarray_size_, 0);
  __iarray_cap_ = exchange(from.__iarray_cap_, 0);
  __parray_ = exchange(from.__parray_, nullptr);
  __parray_size_ = exchange(from.__parray_size_, 0);
  __parray_cap_ = exchange(from.__parray_cap_, 0);
}

// The stream buffers stay where they are; a pointer represents the locale.
void ios_base::swap(ios_base& other) noexcept {
  std::swap(__fmtflags_, other.__fmtflags_);
  std::swap(__precision_, other.__precision_);
  std::swap(__width_, other.__width_);
  std::swap(__rdstate_, other.__rdstate_);
  std::swap(__exceptions_, other.__exceptions_);
  std::swap(__loc_, other.__loc_);
  std::swap(__fn_, other.__fn_);
  std::swap(__index_, other.__index_);
  std::swap(__event_size_, other.__event_size_);
  std::swap(__event_cap_, other.__event_cap_);
  std::swap(__iarray_, other.__iarray_);
  std::swap(__iarray_size_, other.__iarray_size_);
  std::swap(__iarray_cap_, other.__iarray_cap_);
  std::swap(__parray_, other.__parray_);
  std::swap(__parray_size_, other.__parray_size_);
  std::swap(__parray_cap_, other.__parray_cap_);
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
