// The record of an enqueue: inline, because it is the longest part of what tracing an operation costs.
#ifndef OTH_ENQUEUEING_H
#define OTH_ENQUEUEING_H

#include "Observing.h"

/// Priority and quality of service, packed as the record of an enqueue holds them.
static inline uint16_t oth_detail_of(void *operation) {
  // By Foundation's order of the cases.
  static const int8_t priorities[] = {-8, -4, 0, 4, 8};
  static const int8_t qualities[] = {33, 25, 17, 9, -1};
  uint8_t priority = oth_foundation_priority(operation);
  uint8_t quality = oth_operation_fields.quality ? oth_field_byte(operation, oth_operation_fields.quality)
                                                 : oth_foundation_quality(operation);
  int8_t p = priority < sizeof priorities ? priorities[priority] : 0;
  int8_t q = quality < sizeof qualities ? qualities[quality] : -1;
  return (uint16_t)((uint8_t)p | (uint16_t)((uint8_t)q << 8));
}

/// Records that the operation is being added to a queue, with all that is known of it then. Returns when; 0 if it was known.
static inline uint64_t oth_record_enqueue_of(oth_thread *self, oth_node *node, void *operation, const oth_class *type, const oth_node *queue,
                                         uint32_t mask, uint8_t flags) {
  uint64_t time = oth_clock();
  atomic_store_explicit(&node->queue, queue->id, memory_order_relaxed);
  uint32_t specific = atomic_load_explicit(&queue->sessions, memory_order_relaxed);
  if (specific) atomic_fetch_or_explicit(&node->sessions, specific, memory_order_relaxed);
  // Once for each session: the calls that add operations call each other, and a later session meets what an earlier one knew.
  mask &= ~atomic_fetch_or_explicit(&node->enqueued_in, mask, memory_order_relaxed);
  if (!mask) return 0;
  atomic_store_explicit(&node->moved_at, oth_ticks(time), memory_order_relaxed);
  atomic_fetch_or_explicit(&node->state, OTH_STATE_ENQUEUED, memory_order_release);
  // The record of the enqueue describes the operation by itself: here is where nearly all are seen for the first time.
  uint32_t joined = mask & ~atomic_load_explicit(&node->described, memory_order_relaxed);
  if (joined) joined &= ~atomic_fetch_or_explicit(&node->described, joined, memory_order_relaxed);
  if (joined & ~atomic_load_explicit(&type->described, memory_order_relaxed))
    oth_describe_class(self, type, operation, joined, time);
  if (joined) atomic_store_explicit(&node->name, 0, memory_order_relaxed);
  if (joined || !type->is_foundation) oth_update_name(self, node, operation, mask, time);
  bool shown = type->is_foundation && !joined && atomic_load_explicit(&node->dependencies, memory_order_relaxed) > 0;
  if (!shown) oth_record_dependencies(self, node, operation, mask, joined != 0, time);
  oth_wrap_completion(node, operation, mask);
  oth_record record = oth_about(node, OTH_ENQUEUED, time);
  record.argument = type->id;
  record.detail = oth_detail_of(operation);
  record.flags = flags;
  uint32_t cancelled = oth_operation_fields.cancelled;
  if (cancelled && oth_field_byte(operation, cancelled) == 1) record.flags |= OTH_FLAG_CANCELLED;
  oth_emit(self, mask, record);
  return time;
}

#endif
