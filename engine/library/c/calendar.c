// Calendar functions in instrumented code: their arguments may be shared or depend on inputs, and some have one result
// object for all threads. Local time is computed here where it is UTC, and by the C library in other zones. The pass
// renames a program's calls to these functions, except for calls in this file.
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

int revisit_libc_snprintf(char* to, size_t size, const char* format, ...);

static struct tm g_result; // of gmtime and localtime
static char g_text[64];    // of asctime and ctime

enum { SecondsOfDay = 86400, DaysOfEra = 146097, YearsOfEra = 400, FirstDay = 719468 }; // 1970-01-01 since 0000-03-01

// The name of the local zone if it is UTC; otherwise NULL.
static const char* utc(void) {
  const time_t begin = 0;
  struct tm parts;
  localtime_r(&begin, &parts);
  const char* name = parts.tm_zone;
  return name[0] == 'U' && name[1] == 'T' && name[2] == 'C' && name[3] == 0 ? name : NULL;
}

// The date of a day that many days after 0000-03-01. Years begin in March here, so that a leap day is the last one.
// Returns 0 if its year is no int.
static int setDate(struct tm* to, unsigned day, long firstYear) {
  const unsigned era = day / DaysOfEra, inEra = day % DaysOfEra;
  const unsigned year = (inEra - inEra / 1460 + inEra / 36524 - inEra / 146096) / 365;
  const unsigned inYear = inEra - (365 * year + year / 4 - year / 100);
  const unsigned month = (5 * inYear + 2) / 153;
  const unsigned early = month >= 10; // January and February
  const long full = firstYear + (long)(era * YearsOfEra + year + early);
  const unsigned isLeap = ((full & 3) == 0) & ((full % 100 != 0) | (full % 400 == 0));
  to->tm_mday = (int)(inYear - (153 * month + 2) / 5 + 1);
  to->tm_mon = (int)(month + 2 - 12 * early);
  to->tm_year = (int)(full - 1900);
  to->tm_yday = (int)(inYear + 59 + isLeap - early * (365 + isLeap));
  return to->tm_year == full - 1900;
}

// Splits a time. Returns 0 if its year is no int.
static int split(long long time, struct tm* to, const char* zone) {
  long long days;
  unsigned second;
  if (time >= 0 && time <= UINT32_MAX) { // few bits are easy for a solver
    days = (uint32_t)time / SecondsOfDay;
    second = (uint32_t)time % SecondsOfDay;
  } else {
    days = time / SecondsOfDay;
    long long rest = time % SecondsOfDay;
    if (rest < 0) {
      rest += SecondsOfDay;
      --days;
    }
    second = (unsigned)rest;
  }
  const long long since = days + FirstDay;
  const long long eras = since >= 0 && since < 1000000000 ? 0 : (since < 0 ? since - DaysOfEra + 1 : since) / DaysOfEra;
  struct tm made = {0};
  if (!setDate(&made, (unsigned)(since - eras * DaysOfEra), (long)eras * YearsOfEra))
    return 0;
  const long long weeks = eras * DaysOfEra % 7;
  made.tm_wday = (int)(((unsigned)(since - eras * DaysOfEra) + 3 + (unsigned)(weeks + 7)) % 7);
  made.tm_hour = (int)(second / 3600);
  made.tm_min = (int)(second / 60 % 60);
  made.tm_sec = (int)(second % 60);
  made.tm_zone = zone;
  *to = made;
  return 1;
}

struct tm* revisit_libc_gmtime_r(const time_t* time, struct tm* result) {
  if (split(*time, result, "GMT"))
    return result;
  errno = EOVERFLOW;
  return NULL;
}

struct tm* revisit_libc_localtime_r(const time_t* time, struct tm* result) {
  const time_t now = *time;
  const char* zone = utc();
  if (zone != NULL) {
    if (split(now, result, zone))
      return result;
    errno = EOVERFLOW;
    return NULL;
  }
  struct tm parts;
  if (localtime_r(&now, &parts) == NULL)
    return NULL;
  *result = parts;
  return result;
}

struct tm* revisit_libc_gmtime(const time_t* time) {
  return revisit_libc_gmtime_r(time, &g_result);
}

struct tm* revisit_libc_localtime(const time_t* time) {
  return revisit_libc_localtime_r(time, &g_result);
}

static long long floorOf(long long number, long long divisor) {
  return number / divisor - (number % divisor < 0);
}

// Seconds since 1970 of a date and time whose parts may be outside their ranges.
static long long joined(const struct tm* time) {
  const long long years = 1900LL + time->tm_year + floorOf(time->tm_mon, 12);
  const long long month = time->tm_mon - 12 * floorOf(time->tm_mon, 12);
  const long long year = years - (month < 2); // from March on
  const long long inYear = (153 * (month + (month < 2 ? 10 : -2)) + 2) / 5;
  const long long days = 365 * year + floorOf(year, 4) - floorOf(year, 100) + floorOf(year, 400) + inYear - FirstDay;
  return ((days + time->tm_mday - 1) * 24 + time->tm_hour) * 3600 + 60LL * time->tm_min + time->tm_sec;
}

time_t revisit_libc_timegm(struct tm* time) {
  const long long result = joined(time);
  if (split(result, time, "GMT"))
    return result;
  errno = EOVERFLOW;
  return -1;
}

time_t revisit_libc_mktime(struct tm* time) {
  const char* zone = utc();
  if (zone != NULL && time->tm_isdst <= 0) {
    const long long result = joined(time);
    if (split(result, time, zone))
      return result;
    errno = EOVERFLOW;
    return -1;
  }
  struct tm parts = *time;
  const time_t result = mktime(&parts);
  *time = parts;
  return result;
}

char* revisit_libc_asctime_r(const struct tm* time, char* to) {
  static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  const struct tm parts = *time;
  const char* day = (unsigned)parts.tm_wday < 7 ? days + 3 * parts.tm_wday : "???";
  const char* month = (unsigned)parts.tm_mon < 12 ? months + 3 * parts.tm_mon : "???";
  revisit_libc_snprintf(to, 64, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day, month, parts.tm_mday, parts.tm_hour,
                        parts.tm_min, parts.tm_sec, 1900 + parts.tm_year);
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
