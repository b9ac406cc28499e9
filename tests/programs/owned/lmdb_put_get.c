// LMDB: one thread puts a value into a table in a folder of its own, another one gets it.
#include <assert.h>
#include <lmdb.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static MDB_env* environment;
static MDB_dbi table;

static void* put(void* unused) {
  MDB_txn* transaction;
  MDB_val key = {1, "k"}, value = {3, "new"};
  assert(mdb_txn_begin(environment, NULL, 0, &transaction) == 0);
  assert(mdb_put(transaction, table, &key, &value, 0) == 0);
  assert(mdb_txn_commit(transaction) == 0);
  return NULL;
}
static void* get(void* unused) {
  MDB_txn* transaction;
  MDB_val key = {1, "k"}, value;
  assert(mdb_txn_begin(environment, NULL, MDB_RDONLY, &transaction) == 0);
  const int found = mdb_get(transaction, table, &key, &value);
  assert(found == MDB_NOTFOUND || (found == 0 && value.mv_size == 3 && memcmp(value.mv_data, "new", 3) == 0));
  mdb_txn_abort(transaction);
  return NULL;
}
int main(void) {
  char folder[] = "/tmp/lmdbXXXXXX";
  pthread_t writer, reader;
  MDB_txn* transaction;
  assert(mkdtemp(folder) != NULL && mdb_env_create(&environment) == 0);
  assert(mdb_env_open(environment, folder, 0, 0600) == 0);
  assert(mdb_txn_begin(environment, NULL, 0, &transaction) == 0 && mdb_dbi_open(transaction, NULL, 0, &table) == 0);
  assert(mdb_txn_commit(transaction) == 0);
  pthread_create(&writer, NULL, put, NULL);
  pthread_create(&reader, NULL, get, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  mdb_env_close(environment);
}
