// Compares the instrumented functions of the C library, compiled without instrumentation, with the C library itself on
// random arguments. REVISIT_FUZZ_COUNT=n changes how many are tried. Prints what differs.
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

#define OURS(name) revisit_libc_##name

int OURS(vsnprintf)(char* to, size_t size, const char* format, va_list arguments);
int OURS(vasprintf)(char** to, const char* format, va_list arguments);
struct tm* OURS(gmtime_r)(const time_t* time, struct tm* result);
struct tm* OURS(localtime_r)(const time_t* time, struct tm* result);
time_t OURS(timegm)(struct tm* time);
time_t OURS(mktime)(struct tm* time);
size_t OURS(strftime)(char* to, size_t size, const char* format, const struct tm* time);
char* OURS(asctime_r)(const struct tm* time, char* to);
int OURS(strverscmp)(const char* left, const char* right);
int OURS(strcoll)(const char* left, const char* right);
size_t OURS(strxfrm)(char* to, const char* from, size_t size);
char* OURS(strcasestr)(const char* text, const char* wanted);
void* OURS(memmem)(const void* memory, size_t count, const void* wanted, size_t length);
void* OURS(memccpy)(void* to, const void* from, int last, size_t count);
char* OURS(strsep)(char** text, const char* separators);
int OURS(getsubopt)(char** options, char* const* names, char** value);
char* OURS(stpncpy)(char* to, const char* from, size_t count);
int OURS(rand_r)(unsigned* state);
double OURS(strtod)(const char* text, char** end);
long OURS(strtol)(const char* text, char** end, int base);
long OURS(wcstol)(const wchar_t* text, wchar_t** end, int base);
size_t OURS(mbstowcs)(wchar_t* to, const char* from, size_t count);
size_t OURS(wcstombs)(char* to, const wchar_t* from, size_t count);

void __revisit_misuse(unsigned long message) {
  printf("%s\n", (const char*)message);
  exit(1);
}

static unsigned long long g_state = 88172645463325252ull;
static int g_differences;

static unsigned long long draw(void) {
  g_state ^= g_state << 13;
  g_state ^= g_state >> 7;
  return g_state ^= g_state << 17;
}

static unsigned below(unsigned bound) {
  return (unsigned)(draw() % bound);
}

__attribute__((format(printf, 2, 3))) static void expect(int holds, const char* format, ...) {
  if (holds || g_differences++ >= 20)
    return;
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  printf("\n");
}

static long long number(void) {
  switch (below(5)) {
  case 0:
    return below(10);
  case 1:
    return (long long)(draw() >> below(64));
  case 2:
    return -(long long)below(1000);
  case 3:
    return 1ll << below(64);
  default: {
    long long power = 1;
    for (unsigned digits = below(19); digits > 0; digits--)
      power *= 10;
    return power - below(2);
  }
  }
}

static void draw_text(char* to, const char* among) {
  const unsigned length = below(8);
  for (unsigned i = 0; i < length; i++)
    to[i] = among[below((unsigned)strlen(among))];
  to[length] = 0;
}

enum { Room = 400 };

static void print(const char* format, size_t size, ...) {
  char theirs[Room], ours[Room];
  memset(theirs, 'z', sizeof theirs);
  memset(ours, 'z', sizeof ours);
  va_list first, second, third;
  va_start(first, size);
  va_copy(second, first);
  va_copy(third, first);
  const int length = vsnprintf(theirs, size, format, first);
  const int made = OURS(vsnprintf)(ours, size, format, second);
  expect(length == made && memcmp(theirs, ours, sizeof ours) == 0, "printf %s, size %zu: %d %.40s, here %d %.40s",
         format, size, length, theirs, made, ours);
  char* text = NULL;
  expect(OURS(vasprintf)(&text, format, third) == length && strlen(text) == (size_t)length, "asprintf %s", format);
  free(text);
  va_end(first);
  va_end(second);
  va_end(third);
}

static void printing(void) {
  static const char* const sizes[] = {"hh", "h", "", "l", "ll", "j", "z", "t"};
  char format[64] = "<%", *at = format + 2;
  for (const char* flag = "-+ #0"; *flag != 0; flag++)
    if (below(4) == 0)
      *at++ = *flag;
  if (below(2))
    at += sprintf(at, "%u", below(25));
  if (below(3) == 0)
    at += sprintf(at, ".%u", below(25));
  const size_t size = below(3) ? Room : below(30);
  const char kind = "diouxXcsega%m"[below(13)];
  const unsigned length = below(8);
  sprintf(at, "%s%c>", strchr("diouxX", kind) ? sizes[length] : "", kind);
  static const char* const texts[] = {"", "a", "hello", "a longer string of many characters"};
  if (strchr("diouxX", kind))
    length < 3 ? print(format, size, (int)number()) : print(format, size, number());
  else if (kind == 'c')
    print(format, size, (int)below(126) + 1);
  else if (kind == 's')
    print(format, size, texts[below(4)]);
  else if (kind == '%')
    print("%%", size);
  else if (kind != 'm')
    print(format, size, (double)number() / 16);
  else {
    errno = (int)below(40);
    print(format, size);
  }
}

static int is_same(const struct tm* a, const struct tm* b) {
  return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour && a->tm_mday == b->tm_mday &&
         a->tm_mon == b->tm_mon && a->tm_year == b->tm_year && a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday &&
         a->tm_isdst == b->tm_isdst && a->tm_gmtoff == b->tm_gmtoff && strcmp(a->tm_zone, b->tm_zone) == 0;
}

static void dates(void) {
  const time_t when = below(3) ? (int)draw() : (long)draw() >> (7 + below(30));
  struct tm theirs, ours;
  const int fits = gmtime_r(&when, &theirs) != NULL;
  expect(fits == (OURS(gmtime_r)(&when, &ours) != NULL), "gmtime %ld", when);
  if (!fits)
    return;
  expect(is_same(&theirs, &ours), "gmtime %ld", when);
  char format[3] = "%", text[200], made[200];
  const char* const kinds = "aAbBcCdDeFgGhHIjklmMnpPrRSstTuUVwWxXyYzZ%";
  format[1] = kinds[below((unsigned)strlen(kinds))];
  const size_t size = below(3) ? sizeof text : below(12);
  const size_t length = strftime(text, size, format, &theirs);
  expect(length == OURS(strftime)(made, size, format, &theirs) && (length == 0 || strcmp(text, made) == 0),
         "strftime %s of %ld: %s, here %s", format, when, text, made);
  if (theirs.tm_year < 8000 && theirs.tm_year > -2800)
    expect(strcmp(asctime_r(&theirs, text), OURS(asctime_r)(&theirs, made)) == 0, "asctime: %s, here %s", text, made);
  localtime_r(&when, &theirs);
  OURS(localtime_r)(&when, &ours);
  expect(is_same(&theirs, &ours), "localtime %ld", when);
}

static void times(void) {
  struct tm theirs = {0};
  theirs.tm_year = (int)below(400) - 100;
  theirs.tm_mon = (int)below(40) - 20;
  theirs.tm_mday = (int)below(100) - 50;
  theirs.tm_hour = (int)below(100) - 50;
  theirs.tm_sec = (int)below(200000) - 100000;
  struct tm ours = theirs;
  expect(timegm(&theirs) == OURS(timegm)(&ours) && is_same(&theirs, &ours), "timegm %d", theirs.tm_year);
  theirs.tm_isdst = ours.tm_isdst = -(int)below(2);
  expect(mktime(&theirs) == OURS(mktime)(&ours) && is_same(&theirs, &ours), "mktime %d", theirs.tm_year);
}

static int sign(int number) {
  return (number > 0) - (number < 0);
}

static void comparing(void) {
  char a[8], b[8], to[32], made[32];
  draw_text(a, "0123ab");
  draw_text(b, "0012ab");
  if (below(2))
    memcpy(b, a, strlen(a) < 2 ? strlen(a) : 2);
  expect(sign(strverscmp(a, b)) == sign(OURS(strverscmp)(a, b)), "strverscmp %s %s", a, b);
  expect(sign(strcoll(a, b)) == sign(OURS(strcoll)(a, b)), "strcoll %s %s", a, b);
  draw_text(a, "abAB");
  draw_text(b, "abAB");
  b[2] = 0;
  expect(memmem(a, strlen(a), b, strlen(b)) == OURS(memmem)(a, strlen(a), b, strlen(b)), "memmem %s %s", a, b);
  expect(strcasestr(a, b) == OURS(strcasestr)(a, b), "strcasestr %s %s", a, b);
  const unsigned count = below(9);
  memset(to, 1, sizeof to);
  memset(made, 1, sizeof made);
  expect(stpncpy(to, a, count) - to == OURS(stpncpy)(made, a, count) - made && memcmp(to, made, sizeof to) == 0,
         "stpncpy %s %u", a, count);
  const char* const end = memccpy(to, a, 'b', count < 8 ? count : 8);
  const char* const behind = OURS(memccpy)(made, a, 'b', count < 8 ? count : 8);
  expect((end ? end - to : -1) == (behind ? behind - made : -1) && memcmp(to, made, sizeof to) == 0, "memccpy %s", a);
  char *left = strcpy(to, a), *rest = strcpy(made, a);
  expect(strsep(&left, "bB") - to == OURS(strsep)(&rest, "bB") - made && !left == !rest, "strsep %s", a);
  strcpy(to, a), strcpy(made, a);
  for (char* each = to; *each != 0; each++) // a text of options
    *each = *each == 'B' ? ',' : *each == 'A' ? '=' : *each;
  strcpy(made, to);
  char* const names[] = {b, "a", "ab", "", NULL};
  char *options = to, *others = made, *value = NULL, *other = NULL;
  const int option = getsubopt(&options, names, &value);
  expect(option == OURS(getsubopt)(&others, names, &other) && options - to == others - made &&
             (value ? value - to : -1) == (other ? other - made : -1) && memcmp(to, made, strlen(a) + 1) == 0,
         "getsubopt %s %s", a, b);
  expect(strxfrm(to, a, count) == OURS(strxfrm)(made, a, count), "strxfrm %s", a);
}

static void numbers(void) {
  char text[8], *end, *behind;
  draw_text(text, "0123456789.eE+-xXpinfaINFN ()");
  const double value = strtod(text, &end), made = OURS(strtod)(text, &behind);
  expect(memcmp(&value, &made, sizeof value) == 0 && end == behind, "strtod %s", text);
  draw_text(text, "0123789xaz+- ");
  const int base = below(2) ? 10 : below(2) ? 0 : 16;
  expect(strtol(text, &end, base) == OURS(strtol)(text, &behind, base) && end == behind, "strtol %s", text);
  wchar_t wide[8], *last, *next;
  for (unsigned i = 0; i < 8; i++)
    wide[i] = (unsigned char)text[i];
  expect(wcstol(wide, &last, base) == OURS(wcstol)(wide, &next, base) && last == next, "wcstol %s", text);
  unsigned state = (unsigned)draw(), copy = state;
  expect(rand_r(&state) == OURS(rand_r)(&copy) && state == copy, "rand_r");
}

static void converting(void) {
  char text[8], to[32] = "", made[32] = "";
  draw_text(text, "ab\xc3\xa4\xe2\x82\xac z");
  wchar_t wide[16], ours[16];
  const unsigned room = below(12);
  wmemset(wide, 7, 16);
  wmemset(ours, 7, 16);
  const size_t count = mbstowcs(wide, text, room);
  expect(count == OURS(mbstowcs)(ours, text, room) && (count == (size_t)-1 || wmemcmp(wide, ours, 16) == 0),
         "mbstowcs %s", text);
  for (unsigned i = 0; i < 8; i++)
    wide[i] = "abz "[below(4)] + (below(4) == 0 ? 0x200 : 0);
  wide[below(8)] = 0;
  const size_t bytes = wcstombs(to, wide, room);
  expect(bytes == OURS(wcstombs)(made, wide, room) && (bytes == (size_t)-1 || memcmp(to, made, bytes) == 0),
         "wcstombs");
}

#define CLASS(name)                                                                                                    \
  {                                                                                                                    \
    int OURS(is##name)(int);                                                                                           \
    int OURS(isw##name)(wint_t);                                                                                       \
    for (int c = -128; c < 256; c++) {                                                                                 \
      expect((is##name)(c) == OURS(is##name)(c), "is" #name " %d", c);                                                 \
      expect(!isw##name((wint_t)c) == !OURS(isw##name)((wint_t)c), "isw" #name " %d", c);                              \
    }                                                                                                                  \
  }

static void characters(void) {
  CLASS(alnum)
  CLASS(alpha)
  CLASS(blank)
  CLASS(cntrl)
  CLASS(digit)
  CLASS(graph)
  CLASS(lower)
  CLASS(print)
  CLASS(punct)
  CLASS(space)
  CLASS(upper)
  CLASS(xdigit)
  int OURS(tolower)(int);
  int OURS(toupper)(int);
  for (int c = -128; c < 256; c++)
    expect(tolower(c) == OURS(tolower)(c) && toupper(c) == OURS(toupper)(c), "case of %d", c);
}

int main(void) {
  const char* const many = getenv("REVISIT_FUZZ_COUNT");
  const int count = many != NULL ? atoi(many) : 200000;
  characters();
  for (int i = 0; i < count; i++) {
    printing();
    dates();
    times();
    comparing();
    numbers();
    converting();
  }
  printf("%d differences\n", g_differences);
  return g_differences != 0;
}
