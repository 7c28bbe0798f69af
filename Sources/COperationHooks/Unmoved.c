#if defined(__linux__)
// Looks for operations that stay where they are. It reads the table of objects and nothing else: the objects may be what hangs.
#include "Observing.h"

static uint32_t stage_of(const oth_node *node) {
  uint32_t state = atomic_load_explicit(&node->state, memory_order_acquire);
  if (state & OTH_STATE_FINISHED) return 0;
  if (state & OTH_STATE_START_RETURNED) return OTH_STAGE_RETURNED;
  // Who was in its queue when the recording began may have been inside start() already.
  bool started = atomic_load_explicit(&node->thread, memory_order_acquire) || atomic_load_explicit(&node->started_in, memory_order_relaxed);
  if (started) return OTH_STAGE_STARTED;
  return state & OTH_STATE_ENQUEUED ? OTH_STAGE_ENQUEUED : 0;
}

static oth_unmoved_operation found(const oth_node *node, uint32_t stage, uint64_t now) {
  uint32_t moved_at = atomic_load_explicit(&node->moved_at, memory_order_relaxed);
  oth_audience audience = oth_audience_of(oth_sessions_of(node));
  return (oth_unmoved_operation){
    .operation = atomic_load_explicit(&node->id, memory_order_relaxed),
    .queue = atomic_load_explicit(&node->queue, memory_order_relaxed),
    .stage = stage,
    .thread = atomic_load_explicit(&node->thread, memory_order_relaxed),
    .age = (uint64_t)oth_ticks_between(moved_at, oth_ticks(now)) << 20,
    .entry = (uint32_t)(node - oth_nodes),
    .moved_at = moved_at,
    .sessions = audience.mask,
    .opened = audience.opened,
  };
}

size_t oth_unmoved(uint32_t *cursor, uint32_t budget, uint32_t stages, uint64_t age, oth_unmoved_operation *out, size_t capacity) {
  uint64_t now = oth_clock();
  uint32_t end = oth_table_extent(), entry = *cursor ? *cursor : 1;
  size_t count = 0;
  for (; entry < end && budget > 0 && count < capacity; entry++, budget--) {
    const oth_node *node = &oth_nodes[entry];
    if (!atomic_load_explicit(&node->object, memory_order_relaxed)) continue;
    uint32_t stage = stage_of(node);
    if (!(stage & stages)) continue;
    oth_unmoved_operation operation = found(node, stage, now);
    // The entry may have changed hands while it was read.
    if (operation.age >= age && operation.sessions && oth_is_unmoved(&operation)) out[count++] = operation;
  }
  *cursor = entry < end ? entry : 0;
  return count;
}

uint32_t oth_next_unfinished(uint32_t *cursor) {
  uint32_t end = oth_table_extent(), entry = *cursor ? *cursor : 1;
  for (; entry < end; entry++) {
    const oth_node *node = &oth_nodes[entry];
    if (!atomic_load_explicit(&node->object, memory_order_acquire) || !(stage_of(node))) continue;
    uint32_t id = atomic_load_explicit(&node->id, memory_order_relaxed);
    if (id == 0) continue;
    *cursor = entry + 1;
    return id;
  }
  *cursor = entry;
  return 0;
}

bool oth_is_unmoved(const oth_unmoved_operation *operation) {
  const oth_node *node = &oth_nodes[operation->entry];
  return atomic_load_explicit(&node->object, memory_order_acquire) &&
         atomic_load_explicit(&node->id, memory_order_relaxed) == operation->operation &&
         atomic_load_explicit(&node->moved_at, memory_order_relaxed) == operation->moved_at && stage_of(node) == operation->stage;
}

void oth_record_unmoved(const oth_unmoved_operation *operation, uint8_t kind, const uint8_t *text, size_t length) {
  uint32_t mask = oth_audience_now((oth_audience){operation->sessions, operation->opened});
  mask &= atomic_load_explicit(&oth_active, memory_order_relaxed);
  if (!mask) return;
  oth_record record = {.time = oth_clock(), .operation = operation->operation, .queue = operation->queue, .kind = kind};
  if (text) oth_emit_text(oth_current(), mask, record, text, length < OTH_MAX_TEXT ? length : OTH_MAX_TEXT);
  else oth_emit(oth_current(), mask, record);
}

#endif
