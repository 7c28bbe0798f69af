#define _GNU_SOURCE
#include "CPreload.h"

#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Whoever cuts the file of a running recording (`> run.optrace`) takes memory away from under the program, which the next record
// would end by SIGBUS. This handler gives memory in its place. It acts on faults in mappings of that file alone: at any other one it
// leaves for good, and the program meets it again as it would without.

static struct sigaction former;
static ino_t file;
static atomic_bool is_told, is_replacing;

// MARK: The mapping

struct lines {
  int descriptor;
  size_t used, count;
  char bytes[1024];
};

static int next_byte(struct lines *lines) {
  if (lines->used == lines->count) {
    ssize_t count;
    while ((count = read(lines->descriptor, lines->bytes, sizeof lines->bytes)) < 0 && errno == EINTR) {}
    if (count <= 0) return -1;
    lines->used = 0;
    lines->count = (size_t)count;
  }
  return lines->bytes[lines->used++];
}

// A number up to a byte that is no digit, which is passed over.
static uint64_t next_number(struct lines *lines, unsigned base) {
  for (uint64_t number = 0;;) {
    int byte = next_byte(lines);
    unsigned digit = byte >= '0' && byte <= '9' ? (unsigned)(byte - '0')
                     : byte >= 'a' && byte <= 'f' ? (unsigned)(byte - 'a' + 10)
                                                  : base;
    if (digit >= base) return number;
    number = number * base + digit;
  }
}

// Where the mapping of the file ends in which the address lies; 0 if it lies in none, and `is_anonymous` if in one of no file.
static const uintptr_t is_anonymous = 1;

static uintptr_t end_of_mapping(uintptr_t address) {
  struct lines lines = {.descriptor = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)};
  if (lines.descriptor < 0) return 0;
  uintptr_t found = 0;
  for (;;) {
    // "start-end rwxp offset major:minor inode path"
    uintptr_t start = next_number(&lines, 16), end = next_number(&lines, 16);
    if (end == 0) break;
    while (next_byte(&lines) > ' ') {}
    next_number(&lines, 16);
    // Some file systems tell another device here than to who asks for the file's state.
    next_number(&lines, 16);
    next_number(&lines, 16);
    uint64_t inode = next_number(&lines, 10);
    if (start <= address && address < end) {
      found = inode == file ? end : inode == 0 ? is_anonymous : 0;
      break;
    }
    int byte;
    // The last digit may have been before the end of the line.
    if (lines.bytes[lines.used - 1] == '\n') continue;
    do byte = next_byte(&lines);
    while (byte >= 0 && byte != '\n');
  }
  close(lines.descriptor);
  return found;
}

// MARK: The signal

static void tell(void) {
  static const char line[] = "optrace: the trace's file was cut while it was recorded; the program goes on, what follows is lost\n";
  if (!atomic_exchange(&is_told, true)) (void)!write(STDERR_FILENO, line, sizeof line - 1);
}

static bool is_replaced(uintptr_t address) {
  uintptr_t end = end_of_mapping(address), start = address & -(uintptr_t)sysconf(_SC_PAGESIZE);
  // Another thread met it at the same time, and was first.
  if (end == is_anonymous) return atomic_load(&is_replacing);
  atomic_store(&is_replacing, true);
  // What is before it in the file is still there.
  return end != 0
         && mmap((void *)start, end - start, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
                == (void *)start;
}

static void handle(int number, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  if (info->si_code == BUS_ADRERR && is_replaced((uintptr_t)info->si_addr)) {
    tell();
  } else {
    // What raised it does so again when this returns; what somebody sent is sent once more.
    sigaction(number, &former, NULL);
    if (info->si_code <= 0) raise(number);
  }
  errno = error;
}

void oth_preload_outlive_truncation(const char *path) {
  struct stat status;
  if (stat(path, &status) != 0) return;
  file = status.st_ino;
  struct sigaction own;
  memset(&own, 0, sizeof own);
  own.sa_sigaction = handle;
  own.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&own.sa_mask);
  // Where somebody handles it already, it is theirs.
  if (sigaction(SIGBUS, NULL, &former) != 0 || (former.sa_flags & SA_SIGINFO) || former.sa_handler != SIG_DFL) return;
  sigaction(SIGBUS, &own, NULL);
}
#endif
