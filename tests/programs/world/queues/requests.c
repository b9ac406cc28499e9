// Reads and writes that go on meanwhile: -DCASE=... names the case, -DWRONG is its faulty variant. The right ones hold
// on Linux, too, in an empty folder.
#define _GNU_SOURCE
#include <aio.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#undef NDEBUG
#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static char text[16];
static struct aiocb first, second;

static void await(const struct aiocb* one) {
  const struct aiocb* const list[] = {one};
  while (aio_error(one) == EINPROGRESS)
    aio_suspend(list, 1, 0);
}
static int make(void) {
  const int file = open("f", O_RDWR | O_CREAT | O_TRUNC, 0600);
  assert(file >= 0 && write(file, "hello", 5) == 5);
  return file;
}

static void reads(void) {
  first = (struct aiocb){.aio_fildes = make(), .aio_buf = text, .aio_nbytes = 16, .aio_offset = 1};
  assert(aio_read(&first) == 0);
  if (!isWrong)
    await(&first);
  assert(text[0] == 'e');
  await(&first);
  assert(aio_error(&first) == 0 && aio_return(&first) == 4);
}
static void writes(void) {
  const int file = make();
  first = (struct aiocb){.aio_fildes = file, .aio_buf = "AB", .aio_nbytes = 2, .aio_offset = 0};
  second = (struct aiocb){.aio_fildes = file, .aio_buf = "XY", .aio_nbytes = 2, .aio_offset = 1};
  assert(aio_write(&first) == 0);
  if (!isWrong)
    await(&first);
  assert(aio_write(&second) == 0);
  await(&first);
  await(&second);
  assert(aio_return(&second) == 2 && pread(file, text, 3, 0) == 3);
  assert(memcmp(text, "AXY", 3) == 0); // of two at once, either may be the last
}
static void fails(void) {
  const int file = open("f", O_RDONLY | O_CREAT, 0600);
  first = (struct aiocb){.aio_fildes = file, .aio_buf = text, .aio_nbytes = 1};
  assert(aio_write(&first) == 0);
  await(&first);
  assert(aio_error(&first) == EBADF && aio_return(&first) == -1);
}
static void together(void) {
  const int file = make();
  first = (struct aiocb){.aio_fildes = file, .aio_buf = text, .aio_nbytes = 2, .aio_lio_opcode = LIO_READ};
  second = (struct aiocb){.aio_fildes = file, .aio_buf = text + 2, .aio_nbytes = 2, .aio_offset = 2};
  second.aio_lio_opcode = LIO_READ;
  struct aiocb* const list[] = {&first, 0, &second};
  assert(lio_listio(isWrong ? LIO_NOWAIT : LIO_WAIT, list, 3, 0) == 0);
  assert(aio_error(&first) == 0 && aio_return(&second) == 2 && memcmp(text, "hell", 4) == 0);
}

int main(void) {
  CASE();
  return 0;
}
