#define _GNU_SOURCE
#include "CPreload.h"

#if defined(__linux__)
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

// Before main, and before the constructors of the program itself.
__attribute__((constructor)) static void begin(void) {
  int number = errno;
  bool follows = oth_preload_follows();
  if (!oth_preload_is_traced_already()) {
    if (oth_preload_foundation_is_needed()) oth_preload_begin(program_invocation_short_name);
    if (!follows) oth_preload_remove_variables();
  }
  if (!follows) oth_preload_leave_loader_variable();
  errno = number;
}

static void *end_recording(void *unused) {
  (void)unused;
  oth_preload_end();
  return NULL;
}

// After everything that the program does at its exit. On a thread of its own: exit() may have been called by a signal handler that
// interrupted the recorder, which must not hold up the end. The file is readable without it, too.
__attribute__((destructor)) static void end(void) {
  sigset_t all, previous;
  pthread_t thread;
  struct timespec deadline;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  int failure = pthread_create(&thread, NULL, end_recording, NULL);
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  if (failure) return;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 3;
  pthread_timedjoin_np(thread, NULL, &deadline);
}
#endif
