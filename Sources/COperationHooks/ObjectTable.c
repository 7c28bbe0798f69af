#define _GNU_SOURCE
#if defined(__linux__)
#include "ObjectTable+Entries.h"

#include <sys/mman.h>

_Atomic uint32_t oth_tracking;
_Atomic(oth_node *) oth_recent[OTH_RECENT];
_Atomic uint32_t *oth_buckets;
oth_node *oth_nodes;
uint32_t oth_capacity;
_Atomic uint32_t oth_extent = 1;  // entry 0 stands for none
_Atomic uint32_t oth_free_heads[OTH_FREE_LISTS];
_Atomic uint32_t oth_operation_ids;
_Atomic uint32_t oth_queue_ids;

extern void *swift_tryRetain(void *object);

static void *reserve(size_t bytes) {
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

bool oth_table_prepare(void) {
  oth_buckets = reserve(OTH_BUCKETS * sizeof *oth_buckets);
  // 16 million living objects; where address space is limited, fewer.
  for (uint32_t wanted = 1u << 24; !oth_nodes && wanted >= 1u << 16; wanted /= 2) {
    oth_nodes = reserve((size_t)wanted * sizeof *oth_nodes);
    oth_capacity = wanted;
  }
  return oth_buckets && oth_nodes;
}

oth_node *oth_table_search(const void *object) {
  _Atomic uint32_t *bucket = &oth_buckets[oth_bucket_of(object)];
  uint32_t head = atomic_load_explicit(bucket, memory_order_acquire) & ~OTH_LOCKED;
  if (!head) return NULL;
  // Without the lock first: entries are never unmapped, and one that names the object is the right one, wherever the walk came
  // along. A walk that was led astray by a change finds nothing, and is done again under the lock.
  uint32_t i = head;
  for (int steps = 0; i && steps < 16; steps++, i = oth_next_of(i) & ~OTH_LOCKED)
    if (atomic_load_explicit(&oth_nodes[i].object, memory_order_relaxed) == (uintptr_t)object) return oth_remember(object, &oth_nodes[i]);
  head = oth_lock(bucket);
  i = oth_search(head, object);
  oth_unlock(bucket, head);
  return i ? oth_remember(object, &oth_nodes[i]) : NULL;
}

void oth_table_reset_in_child(void) {
  atomic_store_explicit(&oth_tracking, 0, memory_order_relaxed);
  if (oth_buckets) madvise(oth_buckets, OTH_BUCKETS * sizeof *oth_buckets, MADV_DONTNEED);
  for (uint32_t i = 0; i < OTH_RECENT; i++) atomic_store_explicit(&oth_recent[i], NULL, memory_order_relaxed);
  for (uint32_t i = 0; i < OTH_FREE_LISTS; i++) atomic_store_explicit(&oth_free_heads[i], 0, memory_order_relaxed);
  atomic_store_explicit(&oth_extent, 1, memory_order_relaxed);
}

uint32_t oth_table_extent(void) {
  return atomic_load_explicit(&oth_extent, memory_order_relaxed);
}

void oth_table_forget_session(uint32_t bit) {
  uint32_t end = oth_table_extent();
  for (uint32_t i = 1; i < end; i++) {
    if (atomic_load_explicit(&oth_nodes[i].sessions, memory_order_relaxed) & bit)
      atomic_fetch_and_explicit(&oth_nodes[i].sessions, ~bit, memory_order_relaxed);
    if (atomic_load_explicit(&oth_nodes[i].described, memory_order_relaxed) & bit)
      atomic_fetch_and_explicit(&oth_nodes[i].described, ~bit, memory_order_relaxed);
    if (atomic_load_explicit(&oth_nodes[i].enqueued_in, memory_order_relaxed) & bit)
      atomic_fetch_and_explicit(&oth_nodes[i].enqueued_in, ~bit, memory_order_relaxed);
    if (atomic_load_explicit(&oth_nodes[i].started_in, memory_order_relaxed) & bit)
      atomic_fetch_and_explicit(&oth_nodes[i].started_in, ~bit, memory_order_relaxed);
  }
}

void *oth_table_retain_if(uint32_t index, bool (*wanted)(const oth_node *, uint64_t), uint64_t argument,
                          bool (*holds)(oth_node *, const void *object)) {
  oth_node *node = &oth_nodes[index];
  uintptr_t object = atomic_load_explicit(&node->object, memory_order_relaxed);
  if (!object || !wanted(node, argument)) return NULL;
  // Under the bucket's lock the entry, and so the object's memory, can't go away.
  _Atomic uint32_t *bucket = &oth_buckets[oth_bucket_of((void *)object)];
  uint32_t head = oth_lock(bucket);
  bool same = atomic_load_explicit(&node->object, memory_order_relaxed) == object;
  bool fits = same && wanted(node, argument) && holds(node, (const void *)object);
  void *retained = fits ? swift_tryRetain((void *)object) : NULL;
  oth_unlock(bucket, head);
  return retained;
}

#endif
