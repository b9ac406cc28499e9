// SQLite: two connections to one database in memory, by way of a shared cache. One moves money between two accounts
// while the other adds them up. The sum is the same whenever the table can be read.
#include <assert.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>

static sqlite3* connect(void) {
  sqlite3* connection = NULL;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX;
  int status = sqlite3_open_v2("file::memory:?cache=shared", &connection, flags, NULL);
  assert(status == SQLITE_OK);
  return connection;
}

static void execute(sqlite3* connection, const char* text) {
  int status = sqlite3_exec(connection, text, NULL, NULL, NULL);
  assert(status == SQLITE_OK);
}

static int sumOf(sqlite3* connection, int* status) {
  sqlite3_stmt* query = NULL;
  int sum = 0;
  *status = sqlite3_prepare_v2(connection, "SELECT sum(balance) FROM account", -1, &query, NULL);
  if (*status == SQLITE_OK && (*status = sqlite3_step(query)) == SQLITE_ROW)
    sum = sqlite3_column_int(query, 0);
  sqlite3_finalize(query);
  return sum;
}

static void* move(void* connection) {
  int status = sqlite3_exec(connection, "UPDATE account SET balance = balance + change", NULL, NULL, NULL);
  assert(status == SQLITE_OK || status == SQLITE_LOCKED); // the other one reads the table
  return NULL;
}

static void* add(void* connection) {
  int status = SQLITE_OK;
  int sum = sumOf(connection, &status);
  assert(status == SQLITE_ROW ? sum == 100 : status == SQLITE_LOCKED);
  return NULL;
}

int main(void) {
  sqlite3 *first = connect(), *second = connect();
  execute(first, "CREATE TABLE account(balance, change); INSERT INTO account VALUES (60, -7), (40, 7)");

  pthread_t mover, adder;
  pthread_create(&mover, NULL, move, first);
  pthread_create(&adder, NULL, add, second);
  pthread_join(mover, NULL);
  pthread_join(adder, NULL);

  int status = SQLITE_OK;
  int sum = sumOf(first, &status);
  assert(status == SQLITE_ROW && sum == 100);
  sqlite3_close(second);
  sqlite3_close(first);
}
