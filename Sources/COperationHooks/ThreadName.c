// A thread's name, set without a descriptor: the program may be about to open one, and count on its number.
#define _GNU_SOURCE
#include <pthread.h>

#include "COperationHooks.h"

void oth_name_thread(const char *name) {
#if defined(__APPLE__)
  pthread_setname_np(name);
#else
  pthread_setname_np(pthread_self(), name);
#endif
}
