// The identity of objects: from an address to what is known of the object there, from first sight to its deallocation.
#ifndef OTH_OBJECT_TABLE_H
#define OTH_OBJECT_TABLE_H

#include "Writer.h"

/// What has happened to an object, as bits of `oth_node.state`.
enum {
  OTH_STATE_ENQUEUED = 1 << 0,
  OTH_STATE_NEEDED = 1 << 1,    // others have it as a dependency
  OTH_STATE_START_RETURNED = 1 << 2,
  OTH_STATE_FINISHED = 1 << 3,
  OTH_STATE_READY = 1 << 4,
  OTH_STATE_NOTIFIED = 1 << 5,  // its program told Foundation that it finished
  OTH_STATE_BARRIER = 1 << 6,
  OTH_STATE_COMPLETION_WRAPPED = 1 << 8,
  OTH_STATE_CANCELLED = 1 << 9,
  OTH_STATE_MAY_GO_SILENT = 1 << 10,
  OTH_STATE_ASKED = 1 << 11,    // a thread is asking it for its state
};

/// What is known of an object. It stays where it is while the object lives, so that a method of the object may hold on to it.
typedef struct oth_node {
  _Atomic uintptr_t object;     // 0 while the entry is free
  _Atomic uint32_t next;        // in its bucket, or in the free list
  _Atomic uint32_t id;          // of the operation or queue
  _Atomic uint32_t state;
  _Atomic uint32_t sessions;    // that trace it
  _Atomic uint32_t described;   // sessions that have its description
  _Atomic uint32_t queue;       // the id of its queue
  _Atomic uint64_t name;        // a mark of the name that was last written; 0 for none
  _Atomic uint32_t dependencies;  // how many were recorded
  _Atomic uint32_t moved_at;      // ticks of the clock at the last enqueue, start or return from start(); set before `state` says so
  _Atomic uint32_t enqueued_in;   // sessions that have the record of its enqueue
  _Atomic uint32_t started_in;    // sessions that have the record of its start
  _Atomic uint32_t thread;        // that entered start() last; 0 for none
  _Atomic uint32_t asked_at;      // ticks of the clock at which it was last asked for its state
} oth_node;

_Static_assert(sizeof(oth_node) == 64, "a node fills one cache line");

/// A tick of `moved_at` and `asked_at` is 2 to the 20th nanoseconds, about a millisecond; they begin anew after 52 days.
static inline uint32_t oth_ticks(uint64_t time) {
  return (uint32_t)(time >> 20);
}

/// How many ticks lie between; none where another thread's `then` is a little ahead of `now`.
static inline uint32_t oth_ticks_between(uint32_t then, uint32_t now) {
  uint32_t ticks = now - then;
  return ticks > UINT32_MAX - 1024 ? 0 : ticks;
}

/// Whether objects have been given identities in this process; false again in a child of fork.
extern _Atomic uint32_t oth_tracking;

/// Reserves the address space. Returns false when there is none.
bool oth_table_prepare(void);
/// The entry of an object, or NULL.
oth_node *oth_table_search(const void *object);

/// Entries that were found last, by the addresses of their objects. An operation takes more than 64 bytes: two of them share a place
/// only where they lie a multiple of a mebibyte apart.
#define OTH_RECENT 16384u
extern _Atomic(oth_node *) oth_recent[OTH_RECENT];

static inline _Atomic(oth_node *) *oth_recent_place(const void *object) {
  return &oth_recent[(uint32_t)((uintptr_t)object >> 6) % OTH_RECENT];
}

/// The entry of an object, or NULL; first among those that were found last. An entry that has changed hands since names
/// another object, or none.
static inline oth_node *oth_table_find(const void *object) {
  oth_node *recent = atomic_load_explicit(oth_recent_place(object), memory_order_acquire);
  if (OTH_LIKELY(recent && atomic_load_explicit(&recent->object, memory_order_relaxed) == (uintptr_t)object)) return recent;
  return oth_table_search(object);
}
/// Empties the table in a child of fork, where a lock may have been held by a thread that is not there.
void oth_table_reset_in_child(void);
/// How many entries have ever been used.
uint32_t oth_table_extent(void);
/// Forgets, in every entry, that a session traces or knows it.
void oth_table_forget_session(uint32_t bit);
/// Retains and returns the object of an entry if `wanted` holds for the entry, and `holds` for the object, which it may read but
/// not call; NULL otherwise.
void *oth_table_retain_if(uint32_t index, bool (*wanted)(const oth_node *node, uint64_t argument), uint64_t argument,
                          bool (*holds)(oth_node *node, const void *object));

#endif
