// Functions on integers in instrumented code: the numbers may depend on inputs. The pass renames a program's calls to
// these functions.
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>

#define REVISIT_DIVISION(name, type, result)                                                                           \
  result revisit_libc_##name(type number, type divisor) {                                                              \
    result made;                                                                                                       \
    made.quot = number / divisor;                                                                                      \
    made.rem = number % divisor;                                                                                       \
    return made;                                                                                                       \
  }

REVISIT_DIVISION(div, int, div_t)
REVISIT_DIVISION(ldiv, long, ldiv_t)
REVISIT_DIVISION(lldiv, long long, lldiv_t)
REVISIT_DIVISION(imaxdiv, intmax_t, imaxdiv_t)

#define REVISIT_ABSOLUTE(name, type)                                                                                   \
  type revisit_libc_##name(type number) {                                                                              \
    return number < 0 ? (type)(0 - (unsigned long long)number) : number;                                               \
  }

REVISIT_ABSOLUTE(abs, int)
REVISIT_ABSOLUTE(labs, long)
REVISIT_ABSOLUTE(llabs, long long)
REVISIT_ABSOLUTE(imaxabs, intmax_t)

int revisit_libc_ffsll(long long number) {
  return number == 0 ? 0 : __builtin_ctzll((unsigned long long)number) + 1;
}

int revisit_libc_ffsl(long number) {
  return revisit_libc_ffsll(number);
}

int revisit_libc_ffs(int number) {
  return revisit_libc_ffsll((unsigned)number);
}

// The order of bytes in a network.
uint32_t revisit_libc_htonl(uint32_t number) {
  return __builtin_bswap32(number);
}

uint16_t revisit_libc_htons(uint16_t number) {
  return __builtin_bswap16(number);
}

uint32_t revisit_libc_ntohl(uint32_t number) {
  return __builtin_bswap32(number);
}

uint16_t revisit_libc_ntohs(uint16_t number) {
  return __builtin_bswap16(number);
}

// The C library's generator: three steps of one linear congruence give 11, 10 and 10 bits.
int revisit_libc_rand_r(unsigned* state) {
  unsigned next = *state;
  unsigned result = 0;
  for (int part = 0; part < 3; ++part) {
    next = next * 1103515245 + 12345;
    const unsigned bits = part == 0 ? 11 : 10;
    result = (result << 10) ^ ((next >> 16) & ((1u << bits) - 1));
  }
  *state = next;
  return (int)result;
}
