#if defined(__linux__)
#include "Calls.h"

#include <stddef.h>

#include "Observing.h"

// How far the watchdog has come with a call. It marks one in one pass and tells of it in a later one. In between the thread has
// long seen the mark, or the watchdog that the call is over: the thread needs no fence for that, as it would within one pass.
enum { UNWATCHED, MARKED, TOLD };

// How many calls one pass tells of; the others wait for the next.
enum { REPORTS = 32 };

// Calls that were told of: how many in all, and how many of them have not returned.
static _Atomic uint32_t calls_told, calls_open;

typedef struct {
  oth_record record;
  uint32_t mask;
} report;

static oth_record about(const oth_call *call, uint8_t kind, uint64_t time) {
  return (oth_record){.time = time, .operation = call->operation, .queue = call->queue, .kind = kind,
                      .detail = (uint16_t)atomic_load_explicit(&call->kind, memory_order_relaxed)};
}

static bool is_on_queue(uint32_t kind) {
  return kind == OTH_CALL_ADD_OPERATIONS || kind == OTH_CALL_ADD_BARRIER_BLOCK || kind == OTH_CALL_CANCEL_ALL_OPERATIONS;
}

// Copies what the call is on, and returns whether the thread was still inside this call after that.
static bool describe(const oth_thread *thread, uint32_t place, oth_call *call) {
  const oth_node *node = oth_table_find(atomic_load_explicit(&call->subject, memory_order_acquire));
  bool on_queue = is_on_queue(atomic_load_explicit(&call->kind, memory_order_acquire));
  if (!node) return false;
  uint32_t id = atomic_load_explicit(&node->id, memory_order_relaxed);
  call->operation = on_queue ? 0 : id;
  call->queue = on_queue ? id : atomic_load_explicit(&node->queue, memory_order_relaxed);
  call->audience = oth_audience_of(oth_sessions_of(node));
  atomic_thread_fence(memory_order_acquire);
  return atomic_load_explicit(&thread->call_depth, memory_order_relaxed) > place &&
         atomic_load_explicit(&call->since, memory_order_relaxed) == call->watched_since;
}

// The thread's innermost call, or NULL.
static oth_call *innermost(oth_thread *thread, uint32_t *place) {
  uint32_t depth = atomic_load_explicit(&thread->call_depth, memory_order_acquire);
  *place = depth - 1;
  return depth > 0 && depth <= OTH_CALL_DEPTH ? &thread->calls[depth - 1] : NULL;
}

// Marks the innermost call of a thread, or tells of it if it was marked before. Returns whether there is something to tell.
static bool look_at(oth_thread *thread, uint64_t now, uint64_t patience, report *out) {
  uint32_t place;
  oth_call *call = innermost(thread, &place);
  if (!call) return false;
  uint64_t since = atomic_load_explicit(&call->since, memory_order_acquire);
  if (since + patience > now) return false;
  if (call->watch == UNWATCHED || call->watched_since != since) {
    call->watched_since = since;
    call->watch = MARKED;
    atomic_store_explicit(&thread->calls_watched, 1, memory_order_relaxed);
    return false;
  }
  if (call->watch == TOLD || !describe(thread, place, call)) return false;
  call->watch = TOLD;
  atomic_fetch_add_explicit(&calls_open, 1, memory_order_relaxed);
  uint64_t milliseconds = (now - since) / 1000000u;
  *out = (report){.record = about(call, OTH_CALL_BLOCKED, now), .mask = call->audience.mask};
  out->record.argument = thread->id | (milliseconds < UINT32_MAX ? milliseconds : UINT32_MAX) << 32;
  return out->mask != 0;
}

uint32_t oth_blocked_calls(uint32_t *told) {
  *told = atomic_load_explicit(&calls_told, memory_order_relaxed);
  return atomic_load_explicit(&calls_open, memory_order_relaxed);
}

void oth_watch_calls(uint64_t patience) {
  if (!oth_recording()) return;
  report reports[REPORTS];
  size_t count = 0;
  uint64_t now = oth_clock();
  pthread_mutex_lock(&oth_threads_lock);
  for (oth_thread *thread = oth_threads; thread && count < REPORTS; thread = thread->next)
    count += look_at(thread, now, patience, &reports[count]);
  pthread_mutex_unlock(&oth_threads_lock);
  for (size_t i = 0; i < count; i++) oth_emit(oth_current(), reports[i].mask, reports[i].record);
  atomic_fetch_add_explicit(&calls_told, (uint32_t)count, memory_order_relaxed);
}

void oth_call_end_watched(oth_thread *self) {
  report reports[OTH_CALL_DEPTH];
  size_t count = 0;
  uint64_t now = oth_clock();
  pthread_mutex_lock(&oth_threads_lock);
  uint32_t depth = atomic_load_explicit(&self->call_depth, memory_order_relaxed), watched = 0;
  for (uint32_t place = 0; place < OTH_CALL_DEPTH; place++) {
    oth_call *call = &self->calls[place];
    if (call->watch == UNWATCHED) continue;
    if (place < depth) {
      watched = 1;
      continue;
    }
    if (call->watch == TOLD) {
      atomic_fetch_sub_explicit(&calls_open, 1, memory_order_relaxed);
      reports[count++] = (report){.record = about(call, OTH_CALL_RETURNED, now), .mask = oth_audience_now(call->audience)};
    }
    call->watch = UNWATCHED;
  }
  atomic_store_explicit(&self->calls_watched, watched, memory_order_relaxed);
  pthread_mutex_unlock(&oth_threads_lock);
  for (size_t i = 0; i < count; i++) oth_emit(self, reports[i].mask, reports[i].record);
}

#endif
