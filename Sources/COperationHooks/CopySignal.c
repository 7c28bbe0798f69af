// A signal that asks for a copy of a recording. The handler counts, a thread of the recorder looks.
#include <signal.h>
#include <stdatomic.h>
#include <string.h>

#include "COperationHooks.h"

static _Atomic uint32_t requests;

static void request(int signal) {
  (void)signal;
  atomic_fetch_add_explicit(&requests, 1, memory_order_relaxed);
}

bool oth_take_copy_signal(int signal) {
  struct sigaction known;
  if (sigaction(signal, NULL, &known) != 0) return false;
  bool is_default = !(known.sa_flags & SA_SIGINFO) && known.sa_handler == SIG_DFL;
  if (!is_default) return false;
  struct sigaction own;
  memset(&own, 0, sizeof own);
  own.sa_handler = request;
  own.sa_flags = SA_RESTART | SA_ONSTACK;
  sigemptyset(&own.sa_mask);
  return sigaction(signal, &own, NULL) == 0;
}

uint32_t oth_copy_requests(void) {
  return atomic_load_explicit(&requests, memory_order_relaxed);
}
