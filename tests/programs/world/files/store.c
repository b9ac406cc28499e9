/* A store of numbers under keys, as a log that is appended to. A compaction writes what is current to a new file, which
 * then takes the place of the old one. With -DWRONG it does so without the lock: what is stored meanwhile is lost. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { Keys = 4 };

typedef struct Record {
  uint32_t key, value, check;
} Record;

typedef struct Store {
  pthread_mutex_t lock;
  int file;
  char path[32];
} Store;

static Store store = {.lock = PTHREAD_MUTEX_INITIALIZER};

static uint32_t checkOf(const Record* record) {
  return record->key * 31 + record->value + 7;
}

static void append(int file, uint32_t key, uint32_t value) {
  Record record = {key, value, 0};
  record.check = checkOf(&record);
  assert(write(file, &record, sizeof record) == sizeof record);
}

// The newest record of each key counts. A record at the end that is not whole does not.
static void load(int file, uint32_t values[Keys]) {
  Record record;
  for (int i = 0; i < Keys; i++)
    values[i] = 0;
  for (off_t at = 0; pread(file, &record, sizeof record, at) == sizeof record; at += sizeof record) {
    assert(record.check == checkOf(&record) && record.key < Keys);
    values[record.key] = record.value;
  }
}

static void openStore(const char* path) {
  snprintf(store.path, sizeof store.path, "%s", path);
  store.file = open(path, O_RDWR | O_CREAT | O_APPEND, 0600);
  assert(store.file >= 0);
}

static void put(uint32_t key, uint32_t value) {
  pthread_mutex_lock(&store.lock);
  append(store.file, key, value);
  pthread_mutex_unlock(&store.lock);
}

static uint32_t get(uint32_t key) {
  uint32_t values[Keys];
  pthread_mutex_lock(&store.lock);
  load(store.file, values);
  pthread_mutex_unlock(&store.lock);
  return values[key];
}

static void compact(void) {
  uint32_t values[Keys];
  char path[40];
  snprintf(path, sizeof path, "%s.new", store.path);
#ifndef WRONG
  pthread_mutex_lock(&store.lock);
#endif
  load(store.file, values);
  const int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND, 0600);
  assert(file >= 0);
  for (uint32_t key = 0; key < Keys; key++)
    if (values[key] != 0)
      append(file, key, values[key]);
  assert(fsync(file) == 0);
#ifdef WRONG
  pthread_mutex_lock(&store.lock);
#endif
  assert(rename(path, store.path) == 0 && close(store.file) == 0);
  store.file = file;
  pthread_mutex_unlock(&store.lock);
}

static void* puts_two(void* unused) {
  put(1, 11);
  put(2, 22);
  return unused;
}
static void* compacts(void* unused) {
  compact();
  return unused;
}

int main(void) {
  openStore("store");
  put(1, 10);
  put(1, 9);
  put(3, 33);
  pthread_t a, b;
  pthread_create(&a, 0, puts_two, 0);
  pthread_create(&b, 0, compacts, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(get(1) == 11 && get(2) == 22 && get(3) == 33);
  // What is in the file is what a program finds that starts now.
  close(store.file);
  openStore("store");
  assert(get(1) == 11 && get(2) == 22 && access("store.new", F_OK) != 0);
  struct stat status;
  assert(stat("store", &status) == 0 && status.st_size >= 3 * (off_t)sizeof(Record));
  puts("done");
}
