// What is precompiled of the C++ library: this header alone.
#include <algorithm>

#include <__revisit/va_list.h>
