#define _GNU_SOURCE
#include "ObjectTable.h"

#include <sched.h>
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
static _Atomic uint32_t living;
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

static inline uint32_t search(uint32_t head, const void *object) {
  uint32_t i = head;
  while (i && atomic_load_explicit(&nodes[i].object, memory_order_relaxed) != (uintptr_t)object) i = nodes[i].next;
  return i;
}

oth_node *oth_table_find(const void *object) {
  _Atomic uint32_t *bucket = &buckets[bucket_of(object)];
  if (atomic_load_explicit(bucket, memory_order_relaxed) == 0) return NULL;
  uint32_t head = lock(bucket);
  uint32_t i = search(head, object);
  unlock(bucket, head);
  return i ? &nodes[i] : NULL;
}

// An entry that nobody uses. Free lists go with buckets, so that what one thread frees another can take.
static uint32_t take(uint32_t bucket) {
  _Atomic uint32_t *list = &free_heads[bucket % FREE_LISTS];
  if (atomic_load_explicit(list, memory_order_relaxed) != 0) {
    uint32_t head = lock(list);
    unlock(list, head ? nodes[head].next : 0);
    if (head) return head;
  }
  uint32_t i = atomic_fetch_add_explicit(&extent, 1, memory_order_relaxed);
  if (OTH_LIKELY(i < capacity)) return i;
  atomic_fetch_sub_explicit(&extent, 1, memory_order_relaxed);
  return 0;
}

static void give_back(uint32_t bucket, uint32_t i) {
  _Atomic uint32_t *list = &free_heads[bucket % FREE_LISTS];
  nodes[i].next = lock(list);
  unlock(list, i);
}

oth_node *oth_table_find_or_add(const void *object, bool is_queue, bool *is_new) {
  uint32_t number = bucket_of(object);
  _Atomic uint32_t *bucket = &buckets[number];
  *is_new = false;
  uint32_t head = lock(bucket);
  uint32_t i = search(head, object);
  unlock(bucket, head);
  if (i) return &nodes[i];

  uint32_t fresh = take(number);
  if (!fresh) return NULL;
  head = lock(bucket);
  i = search(head, object);
  if (i) {  // another thread was quicker
    unlock(bucket, head);
    give_back(number, fresh);
    return &nodes[i];
  }
  oth_node *node = &nodes[fresh];
  atomic_store_explicit(&node->object, (uintptr_t)object, memory_order_relaxed);
  node->next = head;
  node->id = 1 + atomic_fetch_add_explicit(is_queue ? &queue_ids : &operation_ids, 1, memory_order_relaxed);
  atomic_store_explicit(&node->queue, 0, memory_order_relaxed);
  atomic_store_explicit(&node->barrier, 0, memory_order_relaxed);
  atomic_store_explicit(&node->state, is_queue ? OTH_STATE_QUEUE : 0, memory_order_relaxed);
  atomic_store_explicit(&node->sessions, 0, memory_order_relaxed);
  atomic_store_explicit(&node->described, 0, memory_order_relaxed);
  atomic_store_explicit(&node->name, 0, memory_order_relaxed);
  atomic_store_explicit(&node->dependencies, 0, memory_order_relaxed);
  atomic_store_explicit(&node->returned_at, 0, memory_order_relaxed);
  unlock(bucket, fresh);
  atomic_fetch_add_explicit(&living, 1, memory_order_relaxed);
  *is_new = true;
  return node;
}

void oth_table_remove(const void *object) {
  uint32_t number = bucket_of(object);
  _Atomic uint32_t *bucket = &buckets[number];
  uint32_t head = lock(bucket);
  uint32_t i = head, *link = &head;
  while (i && atomic_load_explicit(&nodes[i].object, memory_order_relaxed) != (uintptr_t)object) {
    link = &nodes[i].next;
    i = *link;
  }
  if (i) {
    *link = nodes[i].next;
    atomic_store_explicit(&nodes[i].object, 0, memory_order_relaxed);
  }
  unlock(bucket, head);
  if (!i) return;
  give_back(number, i);
  atomic_fetch_sub_explicit(&living, 1, memory_order_relaxed);
}

void oth_table_reset_in_child(void) {
  atomic_store_explicit(&oth_tracking, 0, memory_order_relaxed);
  if (buckets) madvise(buckets, BUCKETS * sizeof *buckets, MADV_DONTNEED);
  for (uint32_t i = 0; i < FREE_LISTS; i++) atomic_store_explicit(&free_heads[i], 0, memory_order_relaxed);
  atomic_store_explicit(&extent, 1, memory_order_relaxed);
  atomic_store_explicit(&living, 0, memory_order_relaxed);
}

uint32_t oth_table_count(void) {
  return atomic_load_explicit(&living, memory_order_relaxed);
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
