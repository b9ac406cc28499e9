// Calendar functions in instrumented code: their arguments may be shared, and some have one result object for all
// threads. The pass renames a program's calls to these functions, except for calls in this file.
#include <stddef.h>
#include <time.h>

static struct tm g_result; // of gmtime and localtime
static char g_text[64];    // of asctime and ctime

static void copyText(char* to, const char* from) {
  do
    *to++ = *from;
  while (*from++ != 0);
}

struct tm* revisit_libc_gmtime_r(const time_t* time, struct tm* result) {
  const time_t now = *time;
  struct tm parts;
  gmtime_r(&now, &parts);
  *result = parts;
  return result;
}

struct tm* revisit_libc_localtime_r(const time_t* time, struct tm* result) {
  const time_t now = *time;
  struct tm parts;
  localtime_r(&now, &parts);
  *result = parts;
  return result;
}

struct tm* revisit_libc_gmtime(const time_t* time) {
  return revisit_libc_gmtime_r(time, &g_result);
}

struct tm* revisit_libc_localtime(const time_t* time) {
  return revisit_libc_localtime_r(time, &g_result);
}

time_t revisit_libc_mktime(struct tm* time) {
  struct tm parts = *time;
  const time_t result = mktime(&parts);
  *time = parts;
  return result;
}

char* revisit_libc_asctime_r(const struct tm* time, char* to) {
  const struct tm parts = *time;
  char text[64];
  asctime_r(&parts, text);
  copyText(to, text);
  return to;
}

char* revisit_libc_asctime(const struct tm* time) {
  return revisit_libc_asctime_r(time, g_text);
}

char* revisit_libc_ctime_r(const time_t* time, char* to) {
  struct tm parts;
  return revisit_libc_asctime_r(revisit_libc_localtime_r(time, &parts), to);
}

char* revisit_libc_ctime(const time_t* time) {
  return revisit_libc_ctime_r(time, g_text);
}

size_t revisit_libc_strftime(char* to, size_t size, const char* format, const struct tm* time) {
  const struct tm parts = *time;
  char text[1024];
  const size_t length = strftime(text, size < sizeof text ? size : sizeof text, format, &parts);
  if (length != 0)
    copyText(to, text);
  return length;
}
