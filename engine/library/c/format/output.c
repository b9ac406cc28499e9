// Unformatted output: the output may be shared, so instrumented code reads it. The pass renames a program's calls to
// these functions, except for calls in this file.
#include <stddef.h>
#include <stdio.h>

// Of the runtime: see abi/machine.h.
void revisit_machine_unsafe(const char* function);
// Of the runtime: reads a text that is output, up to its NUL.
void revisit_touch_text(const char* text);

int revisit_libc_puts(const char* text) {
  revisit_machine_unsafe("puts");
  revisit_touch_text(text);
  return puts(text);
}

void revisit_libc_perror(const char* text) {
  revisit_touch_text(text);
  perror(text);
}
