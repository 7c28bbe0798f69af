#if defined(__linux__)
#define _GNU_SOURCE
#include <sched.h>
#endif
#include <unistd.h>

#include "Writer.h"

uint64_t oth_processors(void) {
#if defined(__linux__)
  // The kernel's set may be larger than the C library's type.
  for (int most = 1024; most <= 1 << 20; most *= 4) {
    size_t size = CPU_ALLOC_SIZE(most);
    cpu_set_t *set = CPU_ALLOC(most);
    bool known = set && sched_getaffinity(getpid(), size, set) == 0;
    int count = known ? CPU_COUNT_S(size, set) : 0;
    if (set) CPU_FREE(set);
    if (count > 0) return (uint64_t)count;
  }
#endif
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (uint64_t)online : 1;
}
