#define _GNU_SOURCE
#include "CPreload.h"

#if defined(__linux__)
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static void prepare_end(void);

// Before main, and before the constructors of the program itself.
__attribute__((constructor)) static void begin(void) {
  int number = errno;
  bool follows = oth_preload_follows();
  if (!oth_preload_is_traced_already()) {
    if (oth_preload_foundation_is_needed() && oth_preload_begin(program_invocation_short_name)) prepare_end();
    if (!follows) oth_preload_remove_variables();
  }
  if (!follows) oth_preload_leave_loader_variable();
  errno = number;
}

// MARK: The end

// How long the end of the program may take longer for it, in seconds.
enum { PATIENCE = 2 };

static sem_t wanted, done;
static bool is_ready;
static pid_t owner;

static void *end_recording(void *unused) {
  (void)unused;
  while (sem_wait(&wanted) != 0) {}
  oth_preload_end();
  sem_post(&done);
  return NULL;
}

// exit() may be called by a signal handler that interrupted the recorder, or the allocator: whatever ends the recording must not be
// waited for without an end, and even a thread can't be made then. The file is readable without it, too.
static void prepare_end(void) {
  sigset_t all, previous;
  pthread_t thread;
  if (sem_init(&wanted, 0, 0) != 0 || sem_init(&done, 0, 0) != 0) return;
  sigfillset(&all);
  // See Truncation.c.
  sigdelset(&all, SIGBUS);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  is_ready = pthread_create(&thread, NULL, end_recording, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  if (!is_ready) return;
  pthread_setname_np(thread, "optrace-end");
  pthread_detach(thread);
  owner = getpid();
}

// After everything that the program does at its exit.
__attribute__((destructor)) static void end(void) {
  // A child of fork has neither the thread nor a recording.
  if (!is_ready || owner != getpid()) return;
  struct timespec deadline;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += PATIENCE;
  sem_post(&wanted);
  while (sem_clockwait(&done, CLOCK_MONOTONIC, &deadline) != 0 && errno == EINTR) {}
}
#endif
