// Part of each precompiled header. Clang 19 may create the type of va_list twice where a precompiled header declares a
// function that takes one, and then refuses each va_start of the source. A precompiled header that calls va_start itself
// makes it create the type once.
#pragma once

inline void __revisit_uses_va_list(int last, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, last);
  __builtin_va_end(list);
}
