// What is precompiled of the C++ library: this header alone.
#include <vector>

#include <__revisit/va_list.h>
