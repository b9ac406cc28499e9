// strftime in instrumented code: the date may be shared or depend on inputs. The C library formats for other locales
// than "C", and what is not known here. The pass renames a program's calls to these functions, except for calls in this
// file.
#include <langinfo.h>
#include <stddef.h>
#include <time.h>

int revisit_libc_snprintf(char* to, size_t size, const char* format, ...);
time_t revisit_libc_mktime(struct tm* time);

typedef struct {
  char* to;
  size_t size, length;
} Output;

static const char* const g_days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "?"};
static const char* const g_months[] = {"January", "February",  "March",   "April",    "May",      "June", "July",
                                       "August",  "September", "October", "November", "December", "?"};

static void put(Output* out, char c) {
  if (out->length < out->size)
    out->to[out->length] = c;
  ++out->length;
}

static void putText(Output* out, const char* text, size_t limit) {
  for (size_t i = 0; i < limit && text[i] != 0; ++i)
    put(out, text[i]);
}

static void putNumber(Output* out, const char* format, long number) {
  char text[32];
  revisit_libc_snprintf(text, sizeof text, format, number);
  putText(out, text, sizeof text);
}

// A number below 100: two digits without a decision.
static void putTwo(Output* out, int number, char blank) {
  if (number < 0 || number > 99)
    return putNumber(out, "%ld", number);
  const unsigned char small = (unsigned char)number;
  const unsigned char tens = small / 10;
  put(out, tens == 0 && blank != '0' ? blank : (char)('0' + tens));
  put(out, (char)('0' + small % 10));
}

static int isLeapYear(long year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

// The year and the week of ISO 8601: the week belongs to the year of its Thursday.
static int weekOf(const struct tm* time, long* year) {
  *year = 1900L + time->tm_year;
  const int thursday = time->tm_yday + 3 - (time->tm_wday + 6) % 7;
  const int days = isLeapYear(*year) ? 366 : 365;
  if (thursday < 0) {
    --*year;
    return (thursday + (isLeapYear(*year) ? 366 : 365)) / 7 + 1;
  }
  if (thursday >= days) {
    ++*year;
    return (thursday - days) / 7 + 1;
  }
  return thursday / 7 + 1;
}

static int hourOf(const struct tm* time) {
  return time->tm_hour == 0 ? 12 : time->tm_hour > 12 ? time->tm_hour - 12 : time->tm_hour;
}

static const char* longForm(char kind) {
  switch (kind) {
  case 'c':
    return "%a %b %e %H:%M:%S %Y";
  case 'D':
  case 'x':
    return "%m/%d/%y";
  case 'F':
    return "%Y-%m-%d";
  case 'r':
    return "%I:%M:%S %p";
  case 'R':
    return "%H:%M";
  case 'T':
  case 'X':
    return "%H:%M:%S";
  default:
    return NULL;
  }
}

// Returns 0 if the conversion is none of these.
static int putDay(Output* out, char kind, const struct tm* time) {
  switch (kind) {
  case 'a':
    putText(out, g_days[(unsigned)time->tm_wday < 7 ? time->tm_wday : 7], 3);
    return 1;
  case 'A':
    putText(out, g_days[(unsigned)time->tm_wday < 7 ? time->tm_wday : 7], 9);
    return 1;
  case 'b':
  case 'h':
    putText(out, g_months[(unsigned)time->tm_mon < 12 ? time->tm_mon : 12], 3);
    return 1;
  case 'B':
    putText(out, g_months[(unsigned)time->tm_mon < 12 ? time->tm_mon : 12], 9);
    return 1;
  case 'd':
    putTwo(out, time->tm_mday, '0');
    return 1;
  case 'e':
    putTwo(out, time->tm_mday, ' ');
    return 1;
  case 'j':
    putNumber(out, "%03ld", 1L + time->tm_yday);
    return 1;
  case 'm':
    putTwo(out, time->tm_mon + 1, '0');
    return 1;
  case 'u':
    putNumber(out, "%ld", (time->tm_wday + 6) % 7 + 1);
    return 1;
  case 'w':
    putNumber(out, "%ld", time->tm_wday);
    return 1;
  default:
    return 0;
  }
}

static int putYear(Output* out, char kind, const struct tm* time) {
  const long year = 1900L + time->tm_year;
  long weekYear;
  const int week = weekOf(time, &weekYear);
  if (year < 0 || weekYear < 0)
    return 0;
  switch (kind) {
  case 'C':
    putNumber(out, "%ld", year / 100);
    return 1;
  case 'g':
    putTwo(out, (int)(weekYear % 100), '0');
    return 1;
  case 'G':
    putNumber(out, "%ld", weekYear);
    return 1;
  case 'U':
    putTwo(out, (time->tm_yday + 7 - time->tm_wday) / 7, '0');
    return 1;
  case 'V':
    putTwo(out, week, '0');
    return 1;
  case 'W':
    putTwo(out, (time->tm_yday + 7 - (time->tm_wday + 6) % 7) / 7, '0');
    return 1;
  case 'y':
    putTwo(out, (int)(year % 100), '0');
    return 1;
  case 'Y':
    putNumber(out, "%ld", year);
    return 1;
  default:
    return 0;
  }
}

static int putTime(Output* out, char kind, const struct tm* time) {
  switch (kind) {
  case 'H':
    putTwo(out, time->tm_hour, '0');
    return 1;
  case 'I':
    putTwo(out, hourOf(time), '0');
    return 1;
  case 'k':
    putTwo(out, time->tm_hour, ' ');
    return 1;
  case 'l':
    putTwo(out, hourOf(time), ' ');
    return 1;
  case 'M':
    putTwo(out, time->tm_min, '0');
    return 1;
  case 'p':
    putText(out, time->tm_hour > 11 ? "PM" : "AM", 2);
    return 1;
  case 'P':
    putText(out, time->tm_hour > 11 ? "pm" : "am", 2);
    return 1;
  case 's': {
    struct tm copy = *time;
    putNumber(out, "%ld", revisit_libc_mktime(&copy));
    return 1;
  }
  case 'S':
    putTwo(out, time->tm_sec, '0');
    return 1;
  case 'z':
    put(out, time->tm_gmtoff < 0 ? '-' : '+');
    putNumber(out, "%04ld",
              (time->tm_gmtoff < 0 ? -time->tm_gmtoff : time->tm_gmtoff) / 60 % 60 +
                  (time->tm_gmtoff < 0 ? -time->tm_gmtoff : time->tm_gmtoff) / 3600 * 100);
    return 1;
  case 'Z':
    putText(out, time->tm_zone != NULL ? time->tm_zone : "", 64);
    return 1;
  default:
    return 0;
  }
}

// Returns 0 if the format has a directive that is not known here.
static int putAll(Output* out, const char* format, const struct tm* time) {
  for (; *format != 0; ++format) {
    if (*format != '%') {
      put(out, *format);
      continue;
    }
    const char kind = *++format;
    const char* whole = longForm(kind);
    if (whole != NULL ? !putAll(out, whole, time)
                      : kind != '%' && kind != 'n' && kind != 't' && !putDay(out, kind, time) &&
                            !putTime(out, kind, time) && !putYear(out, kind, time))
      return 0;
    if (kind == '%' || kind == 'n' || kind == 't')
      put(out, kind == 'n' ? '\n' : kind == 't' ? '\t' : '%');
  }
  return 1;
}

static int isSame(const char* left, const char* right) {
  while (*left != 0 && *left == *right) {
    ++left;
    ++right;
  }
  return *left == *right;
}

static int isPlainLocale(void) {
  return isSame(nl_langinfo(DAY_1), "Sunday") && isSame(nl_langinfo(D_T_FMT), longForm('c'));
}

size_t revisit_libc_strftime(char* to, size_t size, const char* format, const struct tm* time) {
  const struct tm parts = *time;
  Output out = {to, size, 0};
  if (isPlainLocale() && putAll(&out, format, &parts)) {
    if (out.length >= size)
      return 0;
    to[out.length] = 0;
    return out.length;
  }
  char text[1024];
  const size_t length = strftime(text, size < sizeof text ? size : sizeof text, format, &parts);
  for (size_t i = 0; length != 0 && i <= length; ++i)
    to[i] = text[i];
  return length;
}
