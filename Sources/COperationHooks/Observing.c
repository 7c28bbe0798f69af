#if defined(__linux__)
#include "Observing.h"

#include <stdlib.h>
#include <string.h>

#include "Enqueueing.h"
#include "WrappedBlock.h"

oth_callbacks oth_swift;
const void *oth_main_queue;

static inline bool has_state(const oth_node *node, uint32_t bits) {
  return (atomic_load_explicit(&node->state, memory_order_relaxed) & bits) == bits;
}

// MARK: Identity

oth_node *oth_observe_always(const void *operation) {
  oth_node *node = oth_table_find(operation);
  if (OTH_LIKELY(node != NULL)) return node;
  // A deinit may call methods of its own object; that must not bring its identity back.
  if (swift_isDeallocating((void *)operation)) return NULL;
  if (!oth_class_adopt(operation, false)) return NULL;
  bool is_new;
  return oth_table_find_or_add(operation, false, &is_new);
}

oth_node *oth_observe(const void *operation) {
  if (atomic_load_explicit(&oth_active_all, memory_order_relaxed)) return oth_observe_always(operation);
  oth_node *node = oth_table_find(operation);
  return node && oth_sessions_of(node) ? node : NULL;
}

// MARK: Description

// Short texts go over the stack, which may be a small one; a long one is rare enough for memory of its own.
enum { SHORT_TEXT = 256 };

void oth_emit_string(oth_thread *self, uint32_t mask, oth_record record, oth_string text) {
  uint8_t buffer[SHORT_TEXT], *bytes = buffer;
  uint64_t object = (uint64_t)(uintptr_t)text.object;
  // Copying consumes the string: one share for a second copy.
  swift_bridgeObjectRetain(text.object);
  int64_t length = oth_swift.copy_string(text.bits, object, buffer, sizeof buffer);
  if (length > SHORT_TEXT) {
    bytes = malloc(OTH_MAX_TEXT);
    if (bytes) oth_swift.copy_string(text.bits, object, bytes, OTH_MAX_TEXT);
    else swift_bridgeObjectRelease(text.object);
  } else {
    swift_bridgeObjectRelease(text.object);
  }
  if (length >= 0) {
    int64_t most = bytes == buffer || !bytes ? SHORT_TEXT : OTH_MAX_TEXT;
    if (length > most) {
      // Not within a character: back to before the last one.
      const uint8_t *end = bytes ? bytes : buffer;
      for (length = most; length > 0 && (end[length - 1] & 0xC0) == 0x80; length--) {}
      if (length > 0) length--;
      record.flags |= OTH_FLAG_TRUNCATED;
    }
    oth_emit_text(self, mask, record, bytes ? bytes : buffer, (size_t)length);
  }
  if (bytes != buffer) free(bytes);
}

void oth_describe_class(oth_thread *self, const oth_class *known, const void *object, uint32_t mask, uint64_t time) {
  oth_class *type = (oth_class *)known;
  uint32_t todo = mask & ~atomic_load_explicit(&type->described, memory_order_relaxed);
  if (!todo) return;
  todo &= ~atomic_fetch_or_explicit(&type->described, todo, memory_order_relaxed);
  if (!todo) return;
  uint8_t buffer[SHORT_TEXT];
  int64_t length = oth_swift.copy_class_name(object, buffer, sizeof buffer);
  if (length < 0) length = 0;
  if (length > (int64_t)sizeof buffer) length = sizeof buffer;
  oth_emit_text(self, todo,
                (oth_record){.time = time, .argument = (uint64_t)type->id << 32, .kind = OTH_CLASS_SEEN, .flags = (uint8_t)type->traits},
                buffer, (size_t)length);
}

void oth_update_name_now(oth_thread *self, oth_node *node, void *operation, uint32_t mask, uint64_t time) {
  mask &= ~atomic_load_explicit(&oth_nameless, memory_order_relaxed);
  if (!mask) return;
  oth_string name = oth_foundation_name(operation);
  if (!name.object) {
    // It had one.
    if (atomic_exchange_explicit(&node->name, 0, memory_order_relaxed) != 0)
      oth_emit_text(self, mask, oth_about(node, OTH_OPERATION_NAMED, time), (const uint8_t *)"", 0);
    return;
  }
  uint64_t mark = (name.bits * 0x9E3779B97F4A7C15u) ^ (uint64_t)(uintptr_t)name.object;
  if (atomic_exchange_explicit(&node->name, mark, memory_order_relaxed) == mark) {
    swift_bridgeObjectRelease(name.object);
    return;
  }
  oth_emit_string(self, mask, oth_about(node, OTH_OPERATION_NAMED, time), name);
}

uint32_t oth_describe_now(oth_thread *self, oth_node *node, void *operation, uint32_t mask, uint64_t time) {
  uint32_t todo = mask & ~atomic_fetch_or_explicit(&node->described, mask, memory_order_relaxed);
  if (!todo) return 0;
  const oth_class *type = oth_class_of(operation);
  if (type) oth_describe_class(self, type, operation, todo, time);
  oth_record record = oth_about(node, OTH_OPERATION_SEEN, time);
  record.queue = 0;
  record.argument = type ? type->id : 0;
  if (has_state(node, OTH_STATE_BARRIER)) record.flags |= OTH_FLAG_BARRIER;
  const oth_fields *fields = &oth_operation_fields;
  if (fields->cancelled && oth_field_byte(operation, fields->cancelled) == 1) record.flags |= OTH_FLAG_CANCELLED;
  if (fields->state) {
    uint8_t state = oth_field_byte(operation, fields->state);
    if (state == OTH_FOUNDATION_EXECUTING) record.flags |= OTH_FLAG_EXECUTING;
    if (state == OTH_FOUNDATION_FINISHED) record.flags |= OTH_FLAG_FINISHED;
  }
  oth_emit(self, todo, record);
  atomic_store_explicit(&node->name, 0, memory_order_relaxed);
  oth_update_name(self, node, operation, todo, time);
  return todo;
}

oth_node *oth_observe_queue_now(oth_thread *self, void *queue) {
  uint64_t time = oth_clock();
  oth_node *node;
  if (atomic_load_explicit(&oth_active_all, memory_order_relaxed)) {
    bool is_new;
    if (swift_isDeallocating(queue) || !oth_class_adopt(queue, true)) return NULL;
    node = oth_table_find_or_add(queue, true, &is_new);
  } else {
    node = oth_table_find(queue);
  }
  if (!node) return NULL;
  uint32_t mask = oth_sessions_of(node);
  if (!mask) return NULL;
  uint32_t todo = mask & ~atomic_load_explicit(&node->described, memory_order_relaxed);
  if (OTH_LIKELY(!todo)) return node;
  todo &= ~atomic_fetch_or_explicit(&node->described, todo, memory_order_relaxed);
  if (!todo) return node;
  oth_record record = {.time = time, .queue = node->id, .kind = OTH_QUEUE_SEEN};
  record.argument = (uint64_t)(int64_t)oth_foundation_limit(queue);
  if (oth_foundation_is_suspended(queue)) record.flags |= OTH_FLAG_SUSPENDED;
  if (queue == oth_main_queue) record.flags |= OTH_FLAG_MAIN_QUEUE;
  oth_emit(self, todo, record);
  record.kind = OTH_QUEUE_NAMED;
  record.flags = 0;
  record.argument = 0;
  oth_emit_string(self, todo, record, oth_foundation_queue_name(queue));
  return node;
}

void oth_record_queue_name(void *queue) {
  oth_thread *self = oth_current();
  uint64_t time = oth_clock();
  oth_node *node = oth_observe_queue(self, queue);
  uint32_t mask = node ? oth_sessions_of(node) : 0;
  if (!mask) return;
  oth_record record = {.time = time, .queue = node->id, .kind = OTH_QUEUE_NAMED};
  oth_emit_string(self, mask, record, oth_foundation_queue_name(queue));
}

// MARK: Dependencies

static void record_dependency(oth_thread *self, oth_node *node, void *dependency, uint32_t mask, uint64_t time) {
  oth_node *other = oth_observe_always(dependency);
  if (!other) return;
  // What is waited for must be seen to move, in whatever queue it is.
  atomic_fetch_or_explicit(&other->sessions, mask, memory_order_relaxed);
  oth_mark_needed(other);
  uint32_t joined = oth_describe(self, other, dependency, mask, time);
  oth_record record = oth_about(node, OTH_DEPENDENCY_ADDED, time);
  record.argument = other->id;
  record.flags = OTH_FLAG_SEEN_LATE;
  oth_emit(self, mask, record);
  if (joined && has_state(other, OTH_STATE_FINISHED)) oth_emit(self, joined, oth_about(other, OTH_FINISHED, time));
}

// A dependency that a session hears of for the first time may itself wait for others: walk on, without recursion.
enum { WALK = 16 };

void oth_record_dependencies_now(oth_thread *self, oth_node *node, void *operation, uint32_t mask, bool all, uint64_t time) {
  struct { void *operation; oth_node *node; } walk[WALK];
  int depth = 0;
  walk[depth].operation = operation;
  walk[depth++].node = node;
  while (depth > 0) {
    depth--;
    void *current = walk[depth].operation;
    oth_node *entry = walk[depth].node;
    oth_array *list = oth_foundation_dependencies(current);
    intptr_t count = list->count;
    if (count > 0 && (all || current != operation || (intptr_t)atomic_load_explicit(&entry->dependencies, memory_order_relaxed) != count)) {
      atomic_store_explicit(&entry->dependencies, (uint32_t)count, memory_order_relaxed);
      for (intptr_t i = 0; i < count; i++) {
        void *next = list->elements[i];
        oth_node *known = oth_table_find(next);
        bool is_new = !known || (mask & ~atomic_load_explicit(&known->described, memory_order_relaxed));
        record_dependency(self, entry, next, mask, time);
        if (!is_new || depth == WALK) continue;
        oth_node *next_node = oth_table_find(next);
        if (!next_node) continue;
        // `current` keeps its dependencies alive only while they are in its list: hold them for the walk.
        walk[depth].operation = swift_retain(next);
        walk[depth++].node = next_node;
      }
    }
    swift_bridgeObjectRelease(list);
    if (current != operation) swift_release(current);
  }
}

// MARK: The life of an operation

uint16_t oth_read_detail(void *operation) {
  return oth_detail_of(operation);
}

void oth_wrap_completion_now(oth_node *node, void *operation, uint32_t mask) {
  const oth_fields *fields = &oth_operation_fields;
  uint32_t bits = OTH_STATE_COMPLETION_WRAPPED;
  if (atomic_fetch_or_explicit(&node->state, bits, memory_order_relaxed) & bits) return;
  oth_report_of_block report = {.began = OTH_COMPLETION_BEGAN, .ended = OTH_COMPLETION_ENDED, .operation = node->id,
                                .queue = atomic_load_explicit(&node->queue, memory_order_relaxed), .audience = oth_audience_of(mask)};
  // Everything is made before the lock is taken; under it two words change place.
  void *context = oth_wrap_block(NULL, NULL, report);
  void **place = (void **)((uint8_t *)operation + fields->completion);
  void *lock = oth_field_word(operation, fields->lock);
  oth_foundation_lock(lock);
  bool is_set = place[0] != NULL;
  if (is_set) {
    oth_wrapped_block_adopt(context, place[0], place[1]);
    place[0] = (void *)oth_wrapped_block;
    place[1] = context;
  }
  oth_foundation_unlock(lock);
  if (!is_set) swift_release(context);
}

void oth_record_enqueue(oth_thread *self, oth_node *node, void *operation, const oth_node *queue, uint32_t mask, uint8_t flags) {
  oth_record_enqueue_of(self, node, operation, oth_class_of(operation), queue, mask, flags);
}

void oth_record_cancel(oth_thread *self, oth_node *node, void *operation, uint8_t flags) {
  uint32_t mask = oth_sessions_of(node);
  if (!mask || has_state(node, OTH_STATE_CANCELLED) || has_state(node, OTH_STATE_FINISHED)) return;
  uint64_t time = oth_clock();
  oth_describe(self, node, operation, mask, time);
  uint32_t old = atomic_fetch_or_explicit(&node->state, OTH_STATE_CANCELLED, memory_order_relaxed);
  if (old & OTH_STATE_CANCELLED) return;
  oth_record record = oth_about(node, OTH_CANCELLED, time);
  record.flags = flags;
  oth_emit(self, mask, record);
}

#endif
