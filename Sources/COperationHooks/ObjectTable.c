#define _GNU_SOURCE
#include "ObjectTable.h"

#include <sched.h>
#include <string.h>
#include <sys/mman.h>

// A bucket is the position of its first entry; its top bit is its lock, held for a few instructions and never across a call.
// Entries lie in address space that is reserved once; pages come when they are touched.
#define BUCKETS (1u << 20)
#define LOCKED 0x80000000u
#define FREE_LISTS 64u

_Atomic uint32_t oth_tracking;
static _Atomic uint32_t *buckets;
static oth_node *nodes;
static uint32_t capacity;
static _Atomic uint32_t extent = 1;  // entry 0 stands for none
static _Atomic uint32_t free_heads[FREE_LISTS];
static _Atomic uint32_t operation_ids;
static _Atomic uint32_t queue_ids;

extern void *swift_tryRetain(void *object);

static void *reserve(size_t bytes) {
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

bool oth_table_prepare(void) {
  buckets = reserve(BUCKETS * sizeof *buckets);
  // 16 million living objects; where address space is limited, fewer.
  for (capacity = 1u << 24; !nodes && capacity >= 1u << 16; capacity /= 2) nodes = reserve((size_t)capacity * sizeof *nodes);
  capacity *= 2;
  return buckets && nodes;
}

static inline uint32_t lock(_Atomic uint32_t *word) {
  for (int spins = 0;; spins++) {
    uint32_t old = atomic_fetch_or_explicit(word, LOCKED, memory_order_acquire);
    if (OTH_LIKELY(!(old & LOCKED))) return old;
    while (atomic_load_explicit(word, memory_order_relaxed) & LOCKED)
      if (++spins > 100) sched_yield();
  }
}

static inline void unlock(_Atomic uint32_t *word, uint32_t value) {
  atomic_store_explicit(word, value, memory_order_release);
}

static inline uint32_t bucket_of(const void *object) {
  return (uint32_t)(((uintptr_t)object >> 4) * 0x9E3779B97F4A7C15u >> 44);
}

static inline uint32_t next_of(uint32_t i) {
  return atomic_load_explicit(&nodes[i].next, memory_order_relaxed);
}

static inline uint32_t search(uint32_t head, const void *object) {
  uint32_t i = head;
  while (i && atomic_load_explicit(&nodes[i].object, memory_order_relaxed) != (uintptr_t)object) i = next_of(i);
  return i;
}

static inline oth_node *remember(const void *object, oth_node *node) {
  oth_self.recent[oth_recent_place(object)] = node;
  return node;
}

oth_node *oth_table_search(const void *object) {
  _Atomic uint32_t *bucket = &buckets[bucket_of(object)];
  uint32_t head = atomic_load_explicit(bucket, memory_order_acquire) & ~LOCKED;
  if (!head) return NULL;
  // Without the lock first: entries are never unmapped, and one that names the object is the right one, wherever the walk came
  // along. A walk that was led astray by a change finds nothing, and is done again under the lock.
  uint32_t i = head;
  for (int steps = 0; i && steps < 16; steps++, i = next_of(i) & ~LOCKED)
    if (atomic_load_explicit(&nodes[i].object, memory_order_relaxed) == (uintptr_t)object) return remember(object, &nodes[i]);
  head = lock(bucket);
  i = search(head, object);
  unlock(bucket, head);
  return i ? remember(object, &nodes[i]) : NULL;
}

// An entry that nobody uses. Free lists go with buckets, so that what one thread frees another can take.
static uint32_t take(uint32_t bucket) {
  _Atomic uint32_t *list = &free_heads[bucket % FREE_LISTS];
  if (atomic_load_explicit(list, memory_order_relaxed) != 0) {
    uint32_t head = lock(list);
    unlock(list, head ? next_of(head) : 0);
    if (head) return head;
  }
  uint32_t i = atomic_fetch_add_explicit(&extent, 1, memory_order_relaxed);
  if (OTH_LIKELY(i < capacity)) return i;
  atomic_fetch_sub_explicit(&extent, 1, memory_order_relaxed);
  return 0;
}

static void give_back(uint32_t bucket, uint32_t i) {
  _Atomic uint32_t *list = &free_heads[bucket % FREE_LISTS];
  atomic_store_explicit(&nodes[i].next, lock(list), memory_order_relaxed);
  unlock(list, i);
}

oth_node *oth_table_find_or_add(const void *object, bool is_queue, bool *is_new) {
  uint32_t number = bucket_of(object);
  _Atomic uint32_t *bucket = &buckets[number];
  *is_new = false;
  uint32_t head = lock(bucket);
  uint32_t i = search(head, object);
  uint32_t fresh = i ? 0 : take(number);
  if (!fresh) {
    unlock(bucket, head);
    return i ? remember(object, &nodes[i]) : NULL;
  }
  oth_node *node = &nodes[fresh];
  atomic_store_explicit(&node->object, (uintptr_t)object, memory_order_relaxed);
  atomic_store_explicit(&node->next, head, memory_order_relaxed);
  node->id = 1 + atomic_fetch_add_explicit(is_queue ? &queue_ids : &operation_ids, 1, memory_order_relaxed);
  memset(&node->sessions, 0, sizeof *node - offsetof(oth_node, sessions));
  atomic_store_explicit(&node->state, is_queue ? OTH_STATE_QUEUE : 0, memory_order_relaxed);
  unlock(bucket, fresh);
  *is_new = true;
  return remember(object, node);
}

void oth_table_remove(oth_node *node) {
  uint32_t i = (uint32_t)(node - nodes);
  uint32_t number = bucket_of((const void *)atomic_load_explicit(&node->object, memory_order_relaxed));
  _Atomic uint32_t *bucket = &buckets[number];
  uint32_t head = lock(bucket);
  atomic_store_explicit(&node->object, 0, memory_order_relaxed);
  if (OTH_LIKELY(head == i)) {
    head = next_of(i);
  } else {
    uint32_t before = head;
    while (before && next_of(before) != i) before = next_of(before);
    if (before) atomic_store_explicit(&nodes[before].next, next_of(i), memory_order_relaxed);
  }
  unlock(bucket, head);
  give_back(number, i);
}

void oth_table_reset_in_child(void) {
  atomic_store_explicit(&oth_tracking, 0, memory_order_relaxed);
  if (buckets) madvise(buckets, BUCKETS * sizeof *buckets, MADV_DONTNEED);
  for (uint32_t i = 0; i < FREE_LISTS; i++) atomic_store_explicit(&free_heads[i], 0, memory_order_relaxed);
  atomic_store_explicit(&extent, 1, memory_order_relaxed);
}

uint32_t oth_table_count(void) {
  uint32_t count = 0, end = oth_table_extent();
  for (uint32_t i = 1; i < end; i++) count += atomic_load_explicit(&nodes[i].object, memory_order_relaxed) != 0;
  return count;
}

uint32_t oth_table_extent(void) {
  return atomic_load_explicit(&extent, memory_order_relaxed);
}

void oth_table_forget_session(uint32_t bit) {
  uint32_t end = oth_table_extent();
  for (uint32_t i = 1; i < end; i++) {
    if (atomic_load_explicit(&nodes[i].sessions, memory_order_relaxed) & bit)
      atomic_fetch_and_explicit(&nodes[i].sessions, ~bit, memory_order_relaxed);
    if (atomic_load_explicit(&nodes[i].described, memory_order_relaxed) & bit)
      atomic_fetch_and_explicit(&nodes[i].described, ~bit, memory_order_relaxed);
  }
}

void *oth_table_retain_if(uint32_t index, bool (*wanted)(const oth_node *, uint64_t), uint64_t argument) {
  oth_node *node = &nodes[index];
  uintptr_t object = atomic_load_explicit(&node->object, memory_order_relaxed);
  if (!object || !wanted(node, argument)) return NULL;
  // Under the bucket's lock the entry, and so the object's memory, can't go away.
  _Atomic uint32_t *bucket = &buckets[bucket_of((void *)object)];
  uint32_t head = lock(bucket);
  bool same = atomic_load_explicit(&node->object, memory_order_relaxed) == object;
  void *retained = same && wanted(node, argument) ? swift_tryRetain((void *)object) : NULL;
  unlock(bucket, head);
  return retained;
}
