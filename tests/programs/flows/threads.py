"""Movers that carry an object on through another thread, or through what threads use."""
from .value import Mover

ARGUMENT = "static void *run@n(void *p) {\n  got@n = *(@T *)p;\n  return NULL;\n}"
START = "pthread_t t@n; pthread_create(&t@n, NULL, run@n, "
JOIN = "pthread_join(t@n, NULL);"
LOCK = "static pthread_mutex_t lock@n = PTHREAD_MUTEX_INITIALIZER;\n"

TABLE = [
    ("thread_argument", "static @T got@n;\n" + ARGUMENT, START + "&@a); " + JOIN + " @T @b = got@n;"),
    ("thread_result", "static void *run@n(void *p) {\n  @T *q = (@T *)malloc(sizeof *q);\n  *q = *(@T *)p;\n  return "
     "q;\n}",
     START + "&@a); void *r@n; pthread_join(t@n, &r@n); @T @b = *(@T *)r@n; free(r@n);"),
    ("thread_exit", "static void *run@n(void *p) {\n  static @T kept;\n  kept = *(@T *)p;\n  pthread_exit(&kept);\n}",
     START + "&@a); void *r@n; pthread_join(t@n, &r@n); @T @b = *(@T *)r@n;"),
    ("thread_reads_global", "static @T g@n, got@n;\nstatic void *run@n(void *p) {\n  got@n = g@n;\n  return p;\n}",
     "g@n = @a; " + START + "NULL); " + JOIN + " @T @b = got@n;"),
    ("thread_mutex", LOCK + "static @T g@n, got@n;\nstatic void *run@n(void *p) {\n  pthread_mutex_lock(&lock@n);\n"
     "  got@n = g@n;\n  pthread_mutex_unlock(&lock@n);\n  return p;\n}",
     "pthread_mutex_lock(&lock@n); g@n = @a; pthread_mutex_unlock(&lock@n);\n" + START + "NULL); " + JOIN
     + " @T @b = got@n;"),
    ("thread_mutex_local", LOCK + "static @T g@n, got@n;\nstatic int set@n, seen@n;\nstatic void *run@n(void *p) {\n"
     "  pthread_mutex_lock(&lock@n);\n  @T copy = g@n;\n  seen@n = set@n;\n  pthread_mutex_unlock(&lock@n);\n  "
     "pthread_mutex_lock(&lock@n);\n  got@n = copy;\n"
     "  pthread_mutex_unlock(&lock@n);\n  return p;\n}",
     START + "NULL);\npthread_mutex_lock(&lock@n); g@n = @a; set@n = 1; pthread_mutex_unlock(&lock@n);\n" + JOIN
     + "\nONLY_IF(seen@n, got@n = g@n)\n@T @b = got@n;"),
    ("thread_condition", LOCK + "static pthread_cond_t cond@n = PTHREAD_COND_INITIALIZER;\nstatic int full@n;\n"
     "static @T g@n, got@n;\nstatic void *run@n(void *p) {\n  pthread_mutex_lock(&lock@n);\n  while (!full@n)\n"
     "    pthread_cond_wait(&cond@n, &lock@n);\n  got@n = g@n;\n  pthread_mutex_unlock(&lock@n);\n  return p;\n}",
     START + "NULL);\npthread_mutex_lock(&lock@n); g@n = @a; full@n = 1; pthread_cond_signal(&cond@n); "
     "pthread_mutex_unlock(&lock@n);\n" + JOIN + " @T @b = got@n;"),
    ("thread_semaphore", "static sem_t sem@n;\nstatic @T g@n, got@n;\nstatic void *run@n(void *p) {\n  "
     "sem_wait(&sem@n);\n"
     "  got@n = g@n;\n  return p;\n}",
     "sem_init(&sem@n, 0, 0); " + START + "NULL); g@n = @a; sem_post(&sem@n); " + JOIN + " @T @b = got@n;"),
    ("thread_flag", "static int full@n, seen@n;\nstatic @T g@n, got@n;\nstatic void *run@n(void *p) {\n"
     "  if (__atomic_load_n(&full@n, __ATOMIC_ACQUIRE)) {\n    got@n = g@n;\n    seen@n = 1;\n  }\n  return p;\n}",
     START + "NULL); g@n = @a; __atomic_store_n(&full@n, 1, __ATOMIC_RELEASE);\n" + JOIN
     + "\nONLY_IF(seen@n, got@n = g@n)\n@T @b = got@n;"),
    ("thread_rwlock", "static pthread_rwlock_t lock@n = PTHREAD_RWLOCK_INITIALIZER;\nstatic @T g@n, got@n;\n"
     "static void *run@n(void *p) {\n  pthread_rwlock_wrlock(&lock@n);\n  got@n = g@n;\n  "
     "pthread_rwlock_unlock(&lock@n);\n"
     "  return p;\n}", "pthread_rwlock_wrlock(&lock@n); g@n = @a; pthread_rwlock_unlock(&lock@n);\n" + START + "NULL); "
     + JOIN + " @T @b = got@n;"),
    ("thread_barrier", "static pthread_barrier_t wall@n;\nstatic @T g@n, got@n;\nstatic void *run@n(void *p) {\n"
     "  pthread_barrier_wait(&wall@n);\n  got@n = g@n;\n  return p;\n}",
     "pthread_barrier_init(&wall@n, NULL, 2); " + START + "NULL); g@n = @a; pthread_barrier_wait(&wall@n); " + JOIN
     + " @T @b = got@n;"),
    ("thread_heap_message", "struct M@n { char tag; @T item; };\nstatic struct M@n *box@n;\nstatic @T got@n;\n"
     "static void *run@n(void *p) {\n  struct M@n *m = __atomic_exchange_n(&box@n, (struct M@n *)NULL, "
     "__ATOMIC_ACQ_REL);\n"
     "  got@n = m->item;\n  free(m);\n  return p;\n}",
     "struct M@n *m@n = (struct M@n *)malloc(sizeof *m@n); m@n->tag = 1; m@n->item = @a;\n"
     "__atomic_store_n(&box@n, m@n, __ATOMIC_RELEASE); " + START + "NULL); " + JOIN + " @T @b = got@n;"),
    ("thread_two", "static @T g@n, got@n;\nstatic void *first@n(void *p) {\n  g@n = *(@T *)p;\n  return p;\n}\n"
     "static void *run@n(void *p) {\n  got@n = g@n;\n  return p;\n}",
     "pthread_t s@n; pthread_create(&s@n, NULL, first@n, &@a); pthread_join(s@n, NULL);\n" + START + "NULL); " + JOIN
     + " @T @b = got@n;"),
    ("thread_local_other", "static __thread @T g@n;\nstatic @T got@n;\nstatic void *run@n(void *p) {\n  g@n = *(@T "
     "*)p;\n"
     "  got@n = g@n;\n  return p;\n}", START + "&@a); " + JOIN + " @T @b = got@n;"),
    ("specific", "static pthread_key_t key@n;", "pthread_key_create(&key@n, NULL); @T c@n = @a; "
     "pthread_setspecific(key@n, &c@n); @T @b = *(@T *)pthread_getspecific(key@n); pthread_key_delete(key@n);"),
    ("specific_destructor", "static pthread_key_t key@n;\nstatic @T got@n;\nstatic void gone@n(void *p) {\n"
     "  got@n = *(@T *)p;\n}\nstatic void *run@n(void *p) {\n  pthread_setspecific(key@n, p);\n  return NULL;\n}",
     "pthread_key_create(&key@n, gone@n); " + START + "&@a); " + JOIN + " @T @b = got@n; pthread_key_delete(key@n);"),
    ("cleanup_push", "static @T got@n;\nstatic void clean@n(void *p) {\n  got@n = *(@T *)p;\n}\nstatic void "
     "*run@n(void *p) {\n"
     "  pthread_cleanup_push(clean@n, p);\n  pthread_cleanup_pop(1);\n  return NULL;\n}",
     START + "&@a); " + JOIN + " @T @b = got@n;"),
    ("cleanup_exit", "static @T got@n;\nstatic void clean@n(void *p) {\n  got@n = *(@T *)p;\n}\nstatic void "
     "*run@n(void *p) {\n"
     "  pthread_cleanup_push(clean@n, p);\n  pthread_exit(NULL);\n  pthread_cleanup_pop(0);\n  return NULL;\n}",
     START + "&@a); " + JOIN + " @T @b = got@n;"),
    ("once", "static pthread_once_t once@n = PTHREAD_ONCE_INIT;\nstatic @T g@n, got@n;\nstatic void init@n(void) {\n"
     "  got@n = g@n;\n}", "g@n = @a; pthread_once(&once@n, init@n); @T @b = got@n;"),
]

NUMBERS = [
    ("thread_argument_number", "static void *run@n(void *p) {\n  return (void *)((uintptr_t)p + @D);\n}",
     "pthread_t t@n; pthread_create(&t@n, NULL, run@n, (void *)(uintptr_t)@a); void *r@n; pthread_join(t@n, &r@n);\n"
     "uint32_t @b = (uint32_t)(uintptr_t)r@n;"),
    ("thread_exit_number", "static void *run@n(void *p) {\n  pthread_exit((void *)((uintptr_t)p * 3));\n}",
     "pthread_t t@n; pthread_create(&t@n, NULL, run@n, (void *)(uintptr_t)@a); void *r@n; pthread_join(t@n, &r@n);\n"
     "uint32_t @b = (uint32_t)(uintptr_t)r@n;"),
    ("specific_number", "static pthread_key_t key@n;", "pthread_key_create(&key@n, NULL); "
     "pthread_setspecific(key@n, (void *)(uintptr_t)@a);\nuint32_t @b = "
     "(uint32_t)(uintptr_t)pthread_getspecific(key@n); "
     "pthread_key_delete(key@n);"),
    ("cleanup_number", "static uint32_t got@n;\nstatic void clean@n(void *p) {\n  got@n = (uint32_t)(uintptr_t)p;\n}\n"
     "static void *run@n(void *p) {\n  pthread_cleanup_push(clean@n, p);\n  pthread_exit(NULL);\n  "
     "pthread_cleanup_pop(0);\n"
     "  return NULL;\n}", "pthread_t t@n; pthread_create(&t@n, NULL, run@n, (void *)(uintptr_t)@a);\n"
     "pthread_join(t@n, NULL); uint32_t @b = got@n;"),
    ("thread_atomic", "static uint32_t g@n, got@n;\nstatic void *run@n(void *p) {\n"
     "  got@n = __atomic_load_n(&g@n, __ATOMIC_SEQ_CST);\n  return p;\n}",
     "__atomic_store_n(&g@n, @a, __ATOMIC_SEQ_CST); pthread_t t@n; pthread_create(&t@n, NULL, run@n, NULL);\n"
     "pthread_join(t@n, NULL); uint32_t @b = got@n;"),
    ("thread_atomic_add", "static uint32_t g@n;\nstatic void *run@n(void *p) {\n"
     "  __atomic_fetch_add(&g@n, (uint32_t)(uintptr_t)p, __ATOMIC_SEQ_CST);\n  return NULL;\n}",
     "pthread_t t@n; pthread_create(&t@n, NULL, run@n, (void *)(uintptr_t)@a);\n"
     "__atomic_fetch_add(&g@n, @K, __ATOMIC_SEQ_CST); pthread_join(t@n, NULL); uint32_t @b = g@n;"),
    ("thread_atomic_xor_loop", "static uint32_t g@n;\nstatic void *run@n(void *p) {\n  uint32_t e = g@n;\n"
     "  while (!__atomic_compare_exchange_n(&g@n, &e, e ^ (uint32_t)(uintptr_t)p, 1, __ATOMIC_SEQ_CST, "
     "__ATOMIC_SEQ_CST))\n"
     "    continue;\n  return NULL;\n}", "pthread_t t@n; pthread_create(&t@n, NULL, run@n, (void *)(uintptr_t)@a);\n"
     "pthread_join(t@n, NULL); uint32_t @b = g@n;"),
    ("thread_semaphore_count", "", "sem_t s@n; sem_init(&s@n, 0, @a & 3); int c@n; sem_getvalue(&s@n, &c@n);\n"
     "uint32_t @b = (@a & ~3u) | (uint32_t)(3 - c@n);"),
]

# pthread_exit unwinds in C++, and then it depends on the libraries whether that works.
def language(body):
    return "c" if "pthread_exit" in body else "both"


MOVERS = [Mover(name, "object", "same", top, body, language(top)) for name, top, body in TABLE]
MOVERS += [Mover(name, "number", "number", top, body, language(top)) for name, top, body in NUMBERS]
