// What is precompiled of the C++ library: this header alone.
#include <string>

#include <__revisit/va_list.h>
