// Sessions and the write of records. Portable: knows nothing of Foundation.
#ifndef OTH_WRITER_H
#define OTH_WRITER_H

#include <pthread.h>
#include <stdatomic.h>

#include "COperationHooks.h"

#define OTH_LIKELY(x) __builtin_expect(!!(x), 1)
#define OTH_UNLIKELY(x) __builtin_expect(!!(x), 0)

struct oth_node;

/// Where a thread writes for one session.
typedef struct {
  uint8_t *next;
  uint8_t *limit;
  oth_chunk *chunk;
  uint32_t generation;  // of the session the chunk belongs to
  uint32_t index;       // of the next chunk
} oth_cursor;

/// What a thread knows; one in each thread's local storage, in a list while the thread lives.
typedef struct oth_thread {
  _Atomic uint32_t busy;    // odd while a record is being written
  uint32_t id;              // the kernel's number; 0 until first used
  uint32_t actor;           // the operation whose start() is on the stack
  uint32_t actor_sessions;  // the sessions that know it
  uint32_t adding;          // depth of calls that add operations
  uint32_t barrier_queue;   // the queue of the addBarrierBlock on the stack
  uint32_t barrier_sessions;
  uint32_t barrier_number;  // of that call
  const void *waiting;      // the operation a directly called waitUntilFinished() waits for
  struct oth_thread *next, *previous;
  oth_cursor cursors[OTH_MAX_SESSIONS];
} oth_thread;

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

/// Prepares the process once.
void oth_writer_prepare(void);
/// Gives the thread its number and puts it into the list.
void oth_thread_register(oth_thread *self);

static inline oth_thread *oth_current(void) {
  oth_thread *self = &oth_self;
  if (OTH_UNLIKELY(self->id == 0)) oth_thread_register(self);
  return self;
}

/// Writes a record into each of the sessions in `mask` that is still active. `actor` is filled in.
void oth_emit(oth_thread *self, uint32_t mask, oth_record record);
/// The same with a text behind it.
void oth_emit_text(oth_thread *self, uint32_t mask, oth_record record, const uint8_t *text, size_t length);

#endif
