// The node that matches any character except a line end, which is compiled into libc++: it reads the program's text.
#include <regex>

namespace std {
inline namespace __1 {

namespace {

template <class Character, class State> void matchInLine(State& state, __node<Character>* next, bool endsLine) {
  if (state.__current_ == state.__last_ || endsLine) {
    state.__do_ = State::__reject;
    state.__node_ = nullptr;
    return;
  }
  state.__do_ = State::__accept_and_consume;
  ++state.__current_;
  state.__node_ = next;
}

} // namespace

template <> void __match_any_but_newline<char>::__exec(__state& state) const {
  const bool isText = state.__current_ != state.__last_;
  matchInLine(state, this->first(), isText && (*state.__current_ == '\r' || *state.__current_ == '\n'));
}

template <> void __match_any_but_newline<wchar_t>::__exec(__state& state) const {
  const wchar_t c = state.__current_ != state.__last_ ? *state.__current_ : L' ';
  matchInLine(state, this->first(), c == L'\r' || c == L'\n' || c == 0x2028 || c == 0x2029);
}

} // namespace __1
} // namespace std
