// How the table keeps its entries: in line, for the few functions that make and end one for every operation.
#ifndef OTH_OBJECT_TABLE_ENTRIES_H
#define OTH_OBJECT_TABLE_ENTRIES_H

#include <sched.h>

#include "ObjectTable.h"

// A bucket is the position of its first entry; its top bit is its lock, held for a few instructions and never across a call.
// Entries lie in address space that is reserved once; pages come when they are touched.
#define OTH_BUCKETS (1u << 20)
#define OTH_LOCKED 0x80000000u
#define OTH_FREE_LISTS 64u

extern _Atomic uint32_t *oth_buckets;
extern oth_node *oth_nodes;
extern uint32_t oth_capacity;
extern _Atomic uint32_t oth_extent;
extern _Atomic uint32_t oth_free_heads[OTH_FREE_LISTS];
extern _Atomic uint32_t oth_operation_ids;
extern _Atomic uint32_t oth_queue_ids;

static inline uint32_t oth_lock(_Atomic uint32_t *word) {
  for (int spins = 0;; spins++) {
    uint32_t old = atomic_fetch_or_explicit(word, OTH_LOCKED, memory_order_acquire);
    if (OTH_LIKELY(!(old & OTH_LOCKED))) return old;
    while (atomic_load_explicit(word, memory_order_relaxed) & OTH_LOCKED)
      if (++spins > 100) sched_yield();
  }
}

static inline void oth_unlock(_Atomic uint32_t *word, uint32_t value) {
  atomic_store_explicit(word, value, memory_order_release);
}

static inline uint32_t oth_bucket_of(const void *object) {
  return (uint32_t)(((uintptr_t)object >> 4) * 0x9E3779B97F4A7C15u >> 44);
}

static inline uint32_t oth_next_of(uint32_t i) {
  return atomic_load_explicit(&oth_nodes[i].next, memory_order_relaxed);
}

static inline uint32_t oth_search(uint32_t head, const void *object) {
  uint32_t i = head;
  while (i && atomic_load_explicit(&oth_nodes[i].object, memory_order_relaxed) != (uintptr_t)object) i = oth_next_of(i);
  return i;
}

static inline oth_node *oth_remember(const void *object, oth_node *node) {
  atomic_store_explicit(oth_recent_place(object), node, memory_order_release);
  return node;
}

// An entry that nobody uses. Free lists go with buckets, so that what one thread frees another can take.
static inline uint32_t oth_take(uint32_t bucket) {
  _Atomic uint32_t *list = &oth_free_heads[bucket % OTH_FREE_LISTS];
  if (atomic_load_explicit(list, memory_order_relaxed) != 0) {
    uint32_t head = oth_lock(list);
    oth_unlock(list, head ? oth_next_of(head) : 0);
    if (head) return head;
  }
  uint32_t i = atomic_fetch_add_explicit(&oth_extent, 1, memory_order_relaxed);
  if (OTH_LIKELY(i < oth_capacity)) return i;
  atomic_fetch_sub_explicit(&oth_extent, 1, memory_order_relaxed);
  return 0;
}

static inline void oth_give_back(uint32_t bucket, uint32_t i) {
  _Atomic uint32_t *list = &oth_free_heads[bucket % OTH_FREE_LISTS];
  atomic_store_explicit(&oth_nodes[i].next, oth_lock(list), memory_order_relaxed);
  oth_unlock(list, i);
}

/// The entry of an object, made if it is new (`*is_new`); NULL when the table is full.
static inline __attribute__((always_inline)) oth_node *oth_table_find_or_add(const void *object, bool is_queue, bool *is_new) {
  uint32_t number = oth_bucket_of(object);
  _Atomic uint32_t *bucket = &oth_buckets[number];
  *is_new = false;
  uint32_t head = oth_lock(bucket);
  uint32_t i = oth_search(head, object);
  uint32_t fresh = i ? 0 : oth_take(number);
  if (!fresh) {
    oth_unlock(bucket, head);
    return i ? oth_remember(object, &oth_nodes[i]) : NULL;
  }
  oth_node *node = &oth_nodes[fresh];
  atomic_store_explicit(&node->object, (uintptr_t)object, memory_order_relaxed);
  atomic_store_explicit(&node->next, head, memory_order_relaxed);
  uint32_t id = 1 + atomic_fetch_add_explicit(is_queue ? &oth_queue_ids : &oth_operation_ids, 1, memory_order_relaxed);
  atomic_store_explicit(&node->id, id, memory_order_relaxed);
  atomic_store_explicit(&node->sessions, 0, memory_order_relaxed);
  atomic_store_explicit(&node->described, 0, memory_order_relaxed);
  atomic_store_explicit(&node->queue, 0, memory_order_relaxed);
  atomic_store_explicit(&node->name, 0, memory_order_relaxed);
  atomic_store_explicit(&node->dependencies, 0, memory_order_relaxed);
  atomic_store_explicit(&node->thread, 0, memory_order_relaxed);
  atomic_store_explicit(&node->enqueued_in, 0, memory_order_relaxed);
  atomic_store_explicit(&node->started_in, 0, memory_order_relaxed);
  atomic_store_explicit(&node->state, 0, memory_order_relaxed);
  oth_unlock(bucket, fresh);
  *is_new = true;
  return oth_remember(object, node);
}

/// Ends the identity of the entry's object. Call it before the object's memory is released.
static inline __attribute__((always_inline)) void oth_table_remove(oth_node *node) {
  uint32_t i = (uint32_t)(node - oth_nodes);
  uint32_t number = oth_bucket_of((const void *)atomic_load_explicit(&node->object, memory_order_relaxed));
  _Atomic uint32_t *bucket = &oth_buckets[number];
  uint32_t head = oth_lock(bucket);
  atomic_store_explicit(&node->object, 0, memory_order_relaxed);
  if (OTH_LIKELY(head == i)) {
    head = oth_next_of(i);
  } else {
    uint32_t before = head;
    while (before && oth_next_of(before) != i) before = oth_next_of(before);
    if (before) atomic_store_explicit(&oth_nodes[before].next, oth_next_of(i), memory_order_relaxed);
  }
  oth_unlock(bucket, head);
  oth_give_back(number, i);
}

#endif
