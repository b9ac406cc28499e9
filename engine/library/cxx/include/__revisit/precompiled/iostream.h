// What is precompiled of the C++ library: this header alone.
#include <iostream>

#include <__revisit/va_list.h>
