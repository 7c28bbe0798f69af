// Calls of Foundation that should return soon: which one a thread is inside of, so that a watchdog can tell one that does not.
//
// A thread notes a call with a few plain stores. Of calls inside each other the innermost is the one that is blocked.
#ifndef OTH_CALLS_H
#define OTH_CALLS_H

#include "Writer.h"

/// Notes that the thread enters a call on an operation or a queue, at `time`. Returns false, with nothing noted, when it is inside
/// too many calls already; else `oth_call_end` must follow.
static inline bool oth_call_begin(oth_thread *self, uint32_t kind, const void *subject, uint64_t time) {
  uint32_t depth = atomic_load_explicit(&self->call_depth, memory_order_relaxed);
  if (OTH_UNLIKELY(depth >= OTH_CALL_DEPTH)) return false;
  oth_call *call = &self->calls[depth];
  // The time first: who sees anything of this call does not take it for the one that stood here before.
  atomic_store_explicit(&call->since, time, memory_order_relaxed);
  atomic_store_explicit(&call->subject, subject, memory_order_release);
  atomic_store_explicit(&call->kind, kind, memory_order_release);
  atomic_store_explicit(&self->call_depth, depth + 1, memory_order_release);
  return true;
}

/// The part of `oth_call_end` for a call that the watchdog has its eye on.
__attribute__((noinline)) void oth_call_end_watched(oth_thread *self);

/// Notes that the thread's innermost call returned.
static inline void oth_call_end(oth_thread *self) {
  uint32_t depth = atomic_load_explicit(&self->call_depth, memory_order_relaxed);
  atomic_store_explicit(&self->call_depth, depth - 1, memory_order_release);
  atomic_signal_fence(memory_order_seq_cst);
  if (OTH_UNLIKELY(atomic_load_explicit(&self->calls_watched, memory_order_relaxed))) oth_call_end_watched(self);
}

#endif
