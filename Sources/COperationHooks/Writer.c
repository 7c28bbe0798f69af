#define _GNU_SOURCE
#include "Writer.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/membarrier.h>
#include <sys/syscall.h>
#endif

_Thread_local oth_thread oth_self __attribute__((tls_model("initial-exec")));
_Atomic uint32_t oth_active;
_Atomic uint32_t oth_active_all;
_Atomic uint32_t oth_nameless;
_Atomic uint32_t oth_sessions_opened;

typedef struct {
  uint32_t taken;
  _Atomic uint32_t opened;      // its place in the order of all that were opened
  oth_refill refill;
  void *context;
  _Atomic uint64_t lost;
  _Atomic uint64_t lost_untold;  // those of them of which no record tells
  _Atomic uint64_t lost_since;   // when the first of these was lost
  _Atomic uint64_t asks_again_at;    // nobody asks for room again before that
} session;

static session sessions[OTH_MAX_SESSIONS];
static pthread_mutex_t sessions_lock = PTHREAD_MUTEX_INITIALIZER;

oth_thread *oth_threads;
pthread_mutex_t oth_threads_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t thread_exit_key;

// Whether a writer must order its busy mark against its look at the sessions by itself.
static bool writer_fences = true;
_Atomic uint32_t oth_active_alone;
void (*oth_forget_objects_in_child)(void);

// MARK: Threads

static void set_limit(oth_cursor *cursor, uint8_t *limit) {
  atomic_store_explicit(&cursor->limit, limit, memory_order_relaxed);
}

static void thread_did_exit(void *value) {
  oth_thread *self = value;
  if (self->id == 0) return;
  pthread_mutex_lock(&oth_threads_lock);
  // Another destructor may record once more. Nobody could tell the thread that its chunk is no longer its own.
  for (int slot = 0; slot < OTH_MAX_SESSIONS; slot++) set_limit(&self->cursors[slot], NULL);
  if (self->previous) self->previous->next = self->next; else oth_threads = self->next;
  if (self->next) self->next->previous = self->previous;
  self->id = 0;
  pthread_mutex_unlock(&oth_threads_lock);
}

void oth_thread_register(oth_thread *self) {
#if defined(__linux__)
  uint32_t id = (uint32_t)syscall(SYS_gettid);
#else
  uint64_t wide = 0;
  pthread_threadid_np(NULL, &wide);
  uint32_t id = (uint32_t)wide;
#endif
  pthread_mutex_lock(&oth_threads_lock);
  self->id = id;
  self->previous = NULL;
  self->next = oth_threads;
  if (oth_threads) oth_threads->previous = self;
  oth_threads = self;
  pthread_mutex_unlock(&oth_threads_lock);
  pthread_setspecific(thread_exit_key, self);
}

// A child of fork has one thread, and its mappings of a file are its parent's: it must not write there.
static void forked_child(void) {
  atomic_store_explicit(&oth_active, 0, memory_order_relaxed);
  atomic_store_explicit(&oth_active_all, 0, memory_order_relaxed);
  atomic_store_explicit(&oth_active_alone, 0, memory_order_relaxed);
  pthread_mutex_init(&oth_threads_lock, NULL);
  pthread_mutex_init(&sessions_lock, NULL);
  oth_threads = NULL;
  for (int slot = 0; slot < OTH_MAX_SESSIONS; slot++) sessions[slot].taken = 0;
  memset(oth_self.cursors, 0, sizeof oth_self.cursors);
  if (oth_forget_objects_in_child) oth_forget_objects_in_child();
  oth_self.id = 0;
  oth_self.next = oth_self.previous = NULL;
  atomic_store_explicit(&oth_self.busy, 0, memory_order_relaxed);
}

static void prepare(void) {
  pthread_key_create(&thread_exit_key, thread_did_exit);
  pthread_atfork(NULL, NULL, forked_child);
#if defined(__linux__)
  writer_fences = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) != 0;
#endif
}

void oth_prepare(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, prepare);
}

// MARK: Writing

uint64_t oth_now(void) {
  return oth_clock();
}

// Writes the thread's number and name.
static void describe_thread(oth_thread *self, oth_cursor *cursor, uint64_t time) {
  uint8_t name[64] = {0};
  if (pthread_getname_np(pthread_self(), (char *)name, sizeof name) != 0) name[0] = 0;
  size_t name_length = strnlen((char *)name, sizeof name);
  oth_record who = {.time = time, .argument = name_length, .kind = OTH_THREAD_SEEN | OTH_HAS_TEXT};
#if defined(__linux__)
  if ((pid_t)self->id == getpid()) who.flags = OTH_FLAG_MAIN_THREAD;
#else
  if (pthread_main_np()) who.flags = OTH_FLAG_MAIN_THREAD;
#endif
  size_t padded = (name_length + sizeof who - 1) / sizeof who * sizeof who;
  memcpy(cursor->next, &who, sizeof who);
  memcpy(cursor->next + sizeof who, name, padded);
  oth_commit(cursor, sizeof who + padded);
}

// Notes a record of that time for which there was no room.
static void note_loss(session *s, uint64_t time) {
  uint64_t never = 0;
  atomic_compare_exchange_strong_explicit(&s->lost_since, &never, time, memory_order_relaxed, memory_order_relaxed);
  atomic_fetch_add_explicit(&s->lost_untold, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&s->lost, 1, memory_order_relaxed);
}

// Tells what was lost by then, at the moment from which on records are missing: what looks unfinished there may not be.
static void tell_losses(session *s, oth_cursor *cursor, uint64_t time) {
  uint64_t since = atomic_exchange_explicit(&s->lost_since, 0, memory_order_relaxed);
  oth_record lost = {.time = since ? since : time, .kind = OTH_LOST, .detail = OTH_LOST_FOR_LIMIT};
  lost.argument = atomic_exchange_explicit(&s->lost_untold, 0, memory_order_relaxed);
  if (!lost.argument) return;
  memcpy(cursor->next, &lost, sizeof lost);
  oth_commit(cursor, sizeof lost);
}

// Gets a chunk with room for `bytes` of records and says in it who the thread is: in its first one, and where earlier ones do not
// stay for ever in each.
static bool refill(oth_thread *self, int slot, size_t bytes, uint64_t time) {
  session *s = &sessions[slot];
  oth_cursor *cursor = &self->cursors[slot];
  size_t size = 0;
  // The program may be about to look at it.
  int error = errno;
  oth_chunk *chunk = s->refill(s->context, self->id, (uint32_t)cursor->index, bytes + sizeof(oth_chunk) + 4 * sizeof(oth_record), &size);
  errno = error;
  if (!chunk) {
    cursor->next = NULL;
    set_limit(cursor, NULL);
    return false;
  }
  bool first = cursor->index++ == 0;
  atomic_store_explicit(&cursor->chunk, chunk, memory_order_relaxed);
  cursor->next = (uint8_t *)(chunk + 1);
  set_limit(cursor, (uint8_t *)chunk + size);
  if (first || chunk->generation != 0) describe_thread(self, cursor, time);
  if (OTH_UNLIKELY(atomic_load_explicit(&s->lost_untold, memory_order_relaxed))) tell_losses(s, cursor, time);
  return true;
}

// Marks the thread busy and returns those of `mask` that are active.
static uint32_t begin(oth_thread *self, uint32_t mask) {
  atomic_store_explicit(&self->busy, 1, memory_order_relaxed);
  if (writer_fences) atomic_thread_fence(memory_order_seq_cst);
  else atomic_signal_fence(memory_order_seq_cst);
  return mask & atomic_load_explicit(&oth_active, memory_order_acquire);
}

static void end(oth_thread *self) {
  atomic_store_explicit(&self->busy, 0, memory_order_release);
}

// For how long nobody asks for room again where there was none, in nanoseconds.
enum { PAUSE = 500000 };

// Room for `bytes` in the session's chunk, or NULL: nobody waits for it, the record is lost and counted.
static inline uint8_t *room(oth_thread *self, int slot, size_t bytes, uint64_t time) {
  oth_cursor *cursor = &self->cursors[slot];
  if (OTH_LIKELY(oth_has_room(cursor, bytes))) return cursor->next;
  session *s = &sessions[slot];
  if (OTH_LIKELY(time >= atomic_load_explicit(&s->asks_again_at, memory_order_relaxed))) {
    if (OTH_LIKELY(refill(self, slot, bytes, time))) return cursor->next;
    atomic_store_explicit(&s->asks_again_at, oth_clock() + PAUSE, memory_order_relaxed);
  }
  note_loss(s, time);
  return NULL;
}

void oth_emit_slowly(oth_thread *self, uint32_t mask, uint64_t time, uint64_t who, uint64_t argument, uint32_t what) {
  oth_record record = {.time = time, .operation = (uint32_t)who, .queue = (uint32_t)(who >> 32), .argument = argument,
                       .kind = (uint8_t)what, .flags = (uint8_t)(what >> 8), .detail = (uint16_t)(what >> 16)};
  for (mask = begin(self, mask); mask;) {
    int slot = __builtin_ctz(mask);
    uint8_t *place = room(self, slot, sizeof record, time);
    mask &= ~(1u << slot);
    if (OTH_UNLIKELY(!place)) continue;
    record.actor = (self->actor_sessions >> slot) & 1 ? self->actor : 0;
    memcpy(place, &record, sizeof record);
    oth_commit(&self->cursors[slot], sizeof record);
  }
  end(self);
}

static void sessions_changed(void) {
  uint32_t active = atomic_load_explicit(&oth_active, memory_order_relaxed);
  bool alone = !writer_fences && active && (active & (active - 1)) == 0;
  atomic_store_explicit(&oth_active_alone, alone ? active : 0, memory_order_release);
}

// A text with no more zeros than a few within: others are, for a reader, a hole in a file that was not written to its end.
static void put_text(uint8_t *place, const uint8_t *text, size_t length) {
  memcpy(place, text, length);
  if (!memchr(place, 0, length)) return;
  size_t zeros = 0;
  for (size_t i = 0; i < length; ++i) {
    zeros = place[i] ? 0 : zeros + 1;
    bool is_end = i == 0 || i == length - 1;
    if (!zeros || (!is_end && zeros < sizeof(oth_record) - 1)) continue;
    place[i] = OTH_SUBSTITUTE;
    zeros = 0;
  }
}

void oth_emit_text(oth_thread *self, uint32_t mask, oth_record record, const uint8_t *text, size_t length) {
  size_t padded = (length + sizeof record - 1) / sizeof record * sizeof record;
  record.kind |= OTH_HAS_TEXT;
  record.argument = (record.argument & 0xFFFFFFFF00000000u) | (uint32_t)length;
  for (mask = begin(self, mask); mask;) {
    int slot = __builtin_ctz(mask);
    uint8_t *place = room(self, slot, sizeof record + padded, record.time);
    mask &= ~(1u << slot);
    if (OTH_UNLIKELY(!place)) continue;
    record.actor = (self->actor_sessions >> slot) & 1 ? self->actor : 0;
    memcpy(place, &record, sizeof record);
    put_text(place + sizeof record, text, length);
    memset(place + sizeof record + length, 0, padded - length);
    oth_commit(&self->cursors[slot], sizeof record + padded);
  }
  end(self);
}

// MARK: Sessions

// What threads remember of the slot's last session. Nobody writes for it: it was closed when every thread was seen not to.
static void clear_cursors(int slot) {
  pthread_mutex_lock(&oth_threads_lock);
  for (oth_thread *t = oth_threads; t; t = t->next) {
    t->cursors[slot].next = NULL;
    set_limit(&t->cursors[slot], NULL);
    atomic_store_explicit(&t->cursors[slot].chunk, NULL, memory_order_relaxed);
    t->cursors[slot].index = 0;
  }
  pthread_mutex_unlock(&oth_threads_lock);
}

int oth_session_open(oth_refill refill, void *context, bool omits_names) {
  pthread_mutex_lock(&sessions_lock);
  // In turn: a thread may still be inside a method that began while the slot's last session recorded.
  static int last = OTH_MAX_SESSIONS - 1;
  int slot = last, tried = 0;
  do slot = (slot + 1) % OTH_MAX_SESSIONS;
  while (sessions[slot].taken && ++tried < OTH_MAX_SESSIONS);
  bool found = !sessions[slot].taken;
  if (found) {
    last = slot;
    session *s = &sessions[slot];
    s->taken = 1;
    s->refill = refill;
    s->context = context;
    atomic_store_explicit(&s->lost, 0, memory_order_relaxed);
    atomic_store_explicit(&s->lost_untold, 0, memory_order_relaxed);
    atomic_store_explicit(&s->lost_since, 0, memory_order_relaxed);
    atomic_store_explicit(&s->asks_again_at, 0, memory_order_relaxed);
    clear_cursors(slot);
    atomic_store(&s->opened, atomic_fetch_add(&oth_sessions_opened, 1) + 1);
    uint32_t bit = 1u << slot;
    if (omits_names) atomic_fetch_or(&oth_nameless, bit); else atomic_fetch_and(&oth_nameless, ~bit);
  }
  pthread_mutex_unlock(&sessions_lock);
  return found ? slot : -1;
}

bool oth_session_quiesce(void) {
#if defined(__linux__)
  if (!writer_fences) syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
#endif
  atomic_thread_fence(memory_order_seq_cst);
  static uint64_t looks;
  pthread_mutex_lock(&oth_threads_lock);
  uint64_t look = ++looks;
  pthread_mutex_unlock(&oth_threads_lock);
  // A writer is busy for nanoseconds, or as long as its chunk takes to come; one second means that it was stopped there.
  uint64_t give_up = oth_now() + 1000000000u;
  for (int tries = 1;; tries++) {
    bool quiet = true;
    // The lock is not held while one is waited for: new threads need it.
    pthread_mutex_lock(&oth_threads_lock);
    for (oth_thread *t = oth_threads; t; t = t->next) {
      if (t == &oth_self || t->seen_idle >= look) continue;
      if (atomic_load_explicit(&t->busy, memory_order_acquire)) quiet = false; else t->seen_idle = look;
    }
    pthread_mutex_unlock(&oth_threads_lock);
    if (quiet) return true;
    // To give up the processor may take long when many want it.
    if (tries % 64 != 0) continue;
    if (oth_now() > give_up) return false;
    sched_yield();
  }
}

// Takes the limit of each cursor that is in a chunk of an earlier generation. Returns whether there was one.
static bool close_cursors(int slot, uint64_t generation) {
  bool closed = false;
  pthread_mutex_lock(&oth_threads_lock);
  for (oth_thread *t = oth_threads; t; t = t->next) {
    oth_cursor *cursor = &t->cursors[slot];
    if (!atomic_load_explicit(&cursor->limit, memory_order_relaxed)) continue;
    oth_chunk *chunk = atomic_load_explicit(&cursor->chunk, memory_order_relaxed);
    if (__atomic_load_n(&chunk->generation, __ATOMIC_RELAXED) >= generation) continue;
    set_limit(cursor, NULL);
    closed = true;
  }
  pthread_mutex_unlock(&oth_threads_lock);
  return closed;
}

bool oth_session_turn(int slot, uint64_t generation) {
  close_cursors(slot, generation);
  // A thread may have been given its chunk before the generation began, and set its cursor only now: look until there is none.
  do if (!oth_session_quiesce()) return false;
  while (close_cursors(slot, generation));
  return true;
}

bool oth_session_close(int slot) {
  uint32_t bit = 1u << slot;
  pthread_mutex_lock(&sessions_lock);
  atomic_fetch_and_explicit(&oth_active, ~bit, memory_order_seq_cst);
  atomic_fetch_and_explicit(&oth_active_all, ~bit, memory_order_relaxed);
  sessions_changed();
  pthread_mutex_unlock(&sessions_lock);
  // A slot whose memory a stopped thread may still write to is never used again.
  if (!oth_session_quiesce()) return false;
  pthread_mutex_lock(&sessions_lock);
  sessions[slot].taken = 0;
  pthread_mutex_unlock(&sessions_lock);
  return true;
}

void oth_session_activate(int slot, bool all) {
  uint32_t bit = 1u << slot;
  // Before anybody else can record.
  oth_record first = {.time = oth_now(), .argument = oth_processors(), .kind = OTH_PROCESSORS_SEEN};
  pthread_mutex_lock(&sessions_lock);
  if (all) atomic_fetch_or_explicit(&oth_active_all, bit, memory_order_relaxed);
  atomic_fetch_or_explicit(&oth_active, bit, memory_order_release);
  sessions_changed();
  pthread_mutex_unlock(&sessions_lock);
  oth_session_write(slot, first, NULL, 0);
}

uint32_t oth_sessions_since(uint32_t mask, uint32_t opened) {
  uint32_t result = 0;
  for (; mask; mask &= mask - 1) {
    int slot = __builtin_ctz(mask);
    if (atomic_load_explicit(&sessions[slot].opened, memory_order_relaxed) <= opened) result |= 1u << slot;
  }
  return result;
}

uint64_t oth_session_lost(int slot) {
  return atomic_load_explicit(&sessions[slot].lost, memory_order_relaxed);
}

void oth_session_write(int slot, oth_record record, const uint8_t *text, size_t length) {
  if (record.time == 0) record.time = oth_now();
  if (text) oth_emit_text(oth_current(), 1u << slot, record, text, length < OTH_MAX_TEXT ? length : OTH_MAX_TEXT);
  else oth_emit(oth_current(), 1u << slot, record);
}

void oth_write_for_benchmark(int slot, uint64_t count) {
  oth_thread *self = oth_current();
  for (uint64_t i = 0; i < count; i++)
    oth_emit(self, 1u << slot, (oth_record){.time = oth_now(), .argument = i, .kind = OTH_NOTED});
}
