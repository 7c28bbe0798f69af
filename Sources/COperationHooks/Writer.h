// Sessions and the write of records. Portable: knows nothing of Foundation.
#ifndef OTH_WRITER_H
#define OTH_WRITER_H

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "COperationHooks.h"

#define OTH_LIKELY(x) __builtin_expect(!!(x), 1)
#define OTH_UNLIKELY(x) __builtin_expect(!!(x), 0)


/// Where a thread writes for one session. Only the thread itself sets it, but another one may take the limit away: then the
/// thread asks for a new chunk before its next record.
typedef struct {
  uint8_t *next;
  _Atomic(uint8_t *) limit;
  _Atomic(oth_chunk *) chunk;
  uint64_t index;  // of the next chunk; 0 while the thread has had none
} oth_cursor;

/// The sessions that a method's begin was recorded in, to be kept over a call out: the slots may have changed hands meanwhile.
typedef struct {
  uint32_t mask, opened;
} oth_audience;

/// A call of Foundation that a thread is inside of. The thread writes what it is, a watchdog looks: see Calls.h.
typedef struct {
  _Atomic uint64_t since;
  _Atomic(const void *) subject;  // the operation or the queue that it was made on
  _Atomic uint32_t kind;          // one of OTH_CALL_…
  // Of the watchdog, guarded by the lock of the threads.
  uint32_t watch;                 // how far it has come with this call
  uint64_t watched_since;         // which call that is
  uint32_t operation, queue;      // what it said of the call
  oth_audience audience;
} oth_call;

/// How many calls inside each other are known.
#define OTH_CALL_DEPTH 8

/// What a thread knows; one in each thread's local storage, in a list while the thread lives.
typedef struct oth_thread {
  _Atomic uint32_t busy;    // 1 while a record is being written
  uint32_t id;              // the kernel's number; 0 until first used
  uint32_t actor;           // the operation whose start() is on the stack
  uint32_t actor_sessions;  // the sessions that know it
  uint32_t barrier_queue;   // the queue of the addBarrierBlock on the stack
  uint32_t barrier_sessions;
  uint32_t barrier_number;  // of that call
  const void *waiting;      // the operation a directly called waitUntilFinished() waits for
  uint32_t returned;        // the operation whose start(), called by its queue, has just returned
  uint32_t told_by_queue;   // the operation of which its queue tells Foundation next that it finished
  uint32_t notifying;       // the operation whose didChangeValue is on the stack
  uint32_t notified;        // the operation of which Foundation was last told here that it finished
  uint64_t notified_at;
  _Atomic uint32_t call_depth;     // how many of `calls` it is inside of
  _Atomic uint32_t calls_watched;  // 1 while the watchdog has its eye on one of them
  oth_call calls[OTH_CALL_DEPTH];
  uint64_t seen_idle;  // when it was last seen not to be busy, as a count of who looked; guarded by the lock of the threads
  struct oth_thread *next, *previous;
  oth_cursor cursors[OTH_MAX_SESSIONS];
} oth_thread;

/// The threads that have recorded, while they live. The lock is never held over a call out.
extern oth_thread *oth_threads;
extern pthread_mutex_t oth_threads_lock;

extern _Thread_local oth_thread oth_self __attribute__((tls_model("initial-exec")));

/// The sessions that record now, a bit each. The one load that a hook costs while nothing is recorded.
extern _Atomic uint32_t oth_active;
/// Those of them that trace every queue.
extern _Atomic uint32_t oth_active_all;
/// Those that keep names out.
extern _Atomic uint32_t oth_nameless;

/// How many sessions have been opened.
extern _Atomic uint32_t oth_sessions_opened;
/// Those of `mask` that were opened no later than `opened` says.
uint32_t oth_sessions_since(uint32_t mask, uint32_t opened);

/// The sessions in `mask`, as an audience.
static inline oth_audience oth_audience_of(uint32_t mask) {
  return (oth_audience){mask, atomic_load_explicit(&oth_sessions_opened, memory_order_relaxed)};
}

/// Those of them that still record.
static inline uint32_t oth_audience_now(oth_audience audience) {
  uint32_t opened = atomic_load_explicit(&oth_sessions_opened, memory_order_relaxed);
  return OTH_LIKELY(opened == audience.opened) ? audience.mask : oth_sessions_since(audience.mask, audience.opened);
}

/// Now, in nanoseconds of the clock that records use.
static inline uint64_t oth_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// What else a child of fork has to do before it goes on; NULL for nothing.
extern void (*oth_forget_objects_in_child)(void);

/// Gives the thread its number and puts it into the list.
void oth_thread_register(oth_thread *self);

static inline oth_thread *oth_current(void) {
  oth_thread *self = &oth_self;
  if (OTH_UNLIKELY(self->id == 0)) oth_thread_register(self);
  return self;
}

/// The active session when there is exactly one and a writer needs no fence for it; else 0. A thread marks itself busy before it
/// looks here; that this is also the order in the eyes of the one who closes the session is membarrier's work there.
extern _Atomic uint32_t oth_active_alone;

/// Whether the thread's chunk of a session has room for that many bytes.
static inline bool oth_has_room(const oth_cursor *cursor, size_t bytes) {
  return (uintptr_t)cursor->next + bytes <= (uintptr_t)atomic_load_explicit(&cursor->limit, memory_order_relaxed);
}

/// Makes what was written behind the cursor visible to readers.
static inline void oth_commit(oth_cursor *cursor, size_t bytes) {
  cursor->next += bytes;
  oth_chunk *chunk = atomic_load_explicit(&cursor->chunk, memory_order_relaxed);
  __atomic_store_n(&chunk->committed, chunk->committed + (uint32_t)bytes, __ATOMIC_RELEASE);
}

/// The part of `oth_emit` for several sessions and for a chunk that is full.
///
/// The record comes in words, so that one that is written at once never has to be in memory before.
__attribute__((noinline)) void oth_emit_slowly(oth_thread *self, uint32_t mask, uint64_t time, uint64_t who, uint64_t argument,
                                               uint32_t what);

/// Writes a record into each of the sessions in `mask` that is still active. `actor` is filled in.
static inline void oth_emit(oth_thread *self, uint32_t mask, oth_record record) {
  uint64_t who = record.operation | (uint64_t)record.queue << 32;
  uint32_t what = record.kind | (uint32_t)record.flags << 8 | (uint32_t)record.detail << 16;
  atomic_store_explicit(&self->busy, 1, memory_order_relaxed);
  atomic_signal_fence(memory_order_seq_cst);
  uint32_t alone = mask & atomic_load_explicit(&oth_active_alone, memory_order_acquire);
  if (OTH_LIKELY(alone)) {
    oth_cursor *cursor = &self->cursors[__builtin_ctz(alone)];
    if (OTH_LIKELY(oth_has_room(cursor, sizeof record))) {
      uint32_t actor = alone & self->actor_sessions ? self->actor : 0;
      uint64_t *place = (uint64_t *)cursor->next;
      place[0] = record.time;
      place[1] = who;
      place[2] = record.argument;
      place[3] = actor | (uint64_t)what << 32;
      oth_commit(cursor, sizeof record);
      atomic_store_explicit(&self->busy, 0, memory_order_release);
      return;
    }
  }
  oth_emit_slowly(self, mask, record.time, who, record.argument, what);
}
/// The same with a text behind it, in which `OTH_SUBSTITUTE` stands for zeros at its ends and within long runs of them.
void oth_emit_text(oth_thread *self, uint32_t mask, oth_record record, const uint8_t *text, size_t length);

/// How many processors the process may use.
uint64_t oth_processors(void);

#endif
