#if defined(__linux__)
#include "Observing.h"

void oth_operation_slots(oth_slot *table);
void oth_queue_slots(oth_slot *table);

oth_slot oth_slots[OTH_SLOTS];

bool oth_install(const oth_callbacks *callbacks, const void *barrier_class, const void *block_operation_class,
                 const void *main_queue, oth_install_failure *failure) {
  oth_swift = *callbacks;
  oth_main_queue = main_queue;
  oth_operation_slots(oth_slots);
  oth_queue_slots(oth_slots);
  if (!oth_classes_prepare(oth_slots, (void *)oth_hook_operation_deinit, (void *)oth_hook_queue_deinit,
                           &oth_operation_class, &oth_queue_class, failure))
    return false;
  if (!oth_table_prepare()) {
    *failure = (oth_install_failure){.what = "address space for the table of objects", .count = 0};
    return false;
  }
  oth_forget_objects_in_child = oth_table_reset_in_child;
  oth_prepare();
  oth_prepare_creation();
  oth_classes_adopt_foundation(&oth_operation_class, block_operation_class, barrier_class, &oth_queue_class);
  return true;
}

// MARK: Sessions and objects

void oth_session_trace(int slot, void *queue) {
  if (!oth_class_adopt(queue, true)) return;
  bool is_new;
  oth_node *node = oth_table_find_or_add(queue, true, &is_new);
  if (!node) return;
  atomic_fetch_or_explicit(&node->sessions, 1u << slot, memory_order_relaxed);
  oth_observe_queue(oth_current(), queue);
}

void oth_session_begin(int slot, bool all) {
  uint32_t bit = 1u << slot;
  atomic_store_explicit(&oth_tracking, 1, memory_order_relaxed);
  oth_table_forget_session(bit);
  oth_classes_forget_session(bit);
  oth_session_activate(slot, all);
}

void oth_adopt_operation(int slot, void *operation, void *queue) {
  oth_thread *self = oth_current();
  oth_node *queue_node = oth_table_find(queue), *node = oth_observe_always(operation);
  uint32_t bit = 1u << slot;
  if (!queue_node || !node || (atomic_load_explicit(&node->enqueued_in, memory_order_relaxed) & bit)) return;
  // Nothing is called: the operation, or its queue, may be what hangs.
  uint32_t field = oth_operation_fields.state;
  uint8_t state = field ? oth_field_byte(operation, field) : 0;
  if (state == OTH_FOUNDATION_FINISHED) return;
  oth_record_enqueue(self, node, operation, queue_node, bit, OTH_FLAG_ADOPTED);
  if (state < OTH_FOUNDATION_STARTING) return;
  if (atomic_fetch_or_explicit(&node->started_in, bit, memory_order_relaxed) & bit) return;
  oth_record record = oth_about(node, OTH_STARTED, oth_clock());
  record.flags = OTH_FLAG_ADOPTED;
  oth_emit(self, bit, record);
}

uint32_t oth_identity(const void *object) {
  if (!atomic_load_explicit(&oth_tracking, memory_order_relaxed)) return 0;
  const oth_node *node = oth_table_find(object);
  return node ? atomic_load_explicit(&node->id, memory_order_relaxed) : 0;
}

bool oth_is_recording(void) {
  return oth_recording();
}

void oth_report(uint8_t kind, void *operation, const uint8_t *text, size_t length, bool truncated) {
  if (!oth_recording()) return;
  oth_thread *self = oth_current();
  uint64_t time = oth_clock();
  oth_record record = {.time = time, .kind = kind};
  uint32_t mask = atomic_load_explicit(&oth_active, memory_order_relaxed);
  if (operation) {
    oth_node *node = oth_observe(operation);
    mask = node ? oth_sessions_of(node) : 0;
    if (!mask) return;
    oth_describe(self, node, operation, mask, time);
    record = oth_about(node, kind, time);
  }
  if (truncated) record.flags |= OTH_FLAG_TRUNCATED;
  oth_emit_text(self, mask, record, text, length < OTH_MAX_TEXT ? length : OTH_MAX_TEXT);
}

// MARK: Suspects

_Atomic uint32_t oth_silent_count;

static bool is_suspect(const oth_node *node, uint64_t age) {
  uint32_t state = atomic_load_explicit(&node->state, memory_order_acquire);
  uint32_t wanted = OTH_STATE_START_RETURNED | OTH_STATE_MAY_GO_SILENT;
  if ((state & (wanted | OTH_STATE_ASKED)) != wanted || oth_sessions_of(node) == 0) return false;
  uint32_t now = oth_ticks(oth_clock());
  return oth_ticks_between(atomic_load_explicit(&node->moved_at, memory_order_relaxed), now) >= age &&
         oth_ticks_between(atomic_load_explicit(&node->asked_at, memory_order_relaxed), now) >= age;
}

// Foundation was not told that the operation finished, and its queue holds it: it will not go away while it is asked.
static bool is_held(oth_node *node, const void *operation) {
  const oth_fields *fields = &oth_operation_fields;
  if (!fields->state || !fields->queue) return false;
  if (oth_field_byte(operation, fields->state) == OTH_FOUNDATION_FINISHED) {
    oth_answered(node);
    return false;
  }
  if (!oth_field_word(operation, fields->queue)) return false;
  // Claimed by the thread that will ask it, which may never come back.
  return !(atomic_fetch_or_explicit(&node->state, OTH_STATE_ASKED, memory_order_relaxed) & OTH_STATE_ASKED);
}

void *oth_next_suspect(uint32_t *cursor, uint32_t budget, uint64_t age) {
  if (atomic_load_explicit(&oth_silent_count, memory_order_relaxed) == 0) return NULL;
  for (uint32_t end = oth_table_extent(); budget > 0; budget--) {
    if (*cursor == 0 || *cursor >= end) {
      *cursor = 1;
      return NULL;
    }
    void *operation = oth_table_retain_if((*cursor)++, is_suspect, oth_ticks(age), is_held);
    if (operation) return operation;
  }
  return NULL;
}

void oth_examine_suspect(void *operation) {
  const oth_class *type = oth_class_of(operation);
  oth_node *node = oth_table_find(operation);
  uint32_t field = oth_operation_fields.state;
  if (node) {
    bool told = !field || oth_field_byte(operation, field) == OTH_FOUNDATION_FINISHED;
    bool finished = false;
    if (!told) {
      finished = ((OTH_SWIFT bool (*)(OTH_SELF void *))type->originals[OTH_SLOT_IS_FINISHED])(operation);
      // It may have been told while it answered.
      told = oth_field_byte(operation, field) == OTH_FOUNDATION_FINISHED;
    }
    if (told || finished) oth_answered(node);
    else atomic_store_explicit(&node->asked_at, oth_ticks(oth_clock()), memory_order_relaxed);
    uint32_t mask = oth_sessions_of(node);
    if (finished && !told && mask) oth_emit(oth_current(), mask, oth_about(node, OTH_FINISHED_UNNOTIFIED, oth_clock()));
    atomic_fetch_and_explicit(&node->state, ~(uint32_t)OTH_STATE_ASKED, memory_order_relaxed);
  }
  swift_release(operation);
}

// MARK: For the check at install

size_t oth_read_dependencies(void *operation, void **out, size_t capacity) {
  oth_array *list = oth_foundation_dependencies(operation);
  size_t count = list->count < 0 ? 0 : (size_t)list->count;
  for (size_t i = 0; i < count && i < capacity; i++) out[i] = list->elements[i];
  swift_bridgeObjectRelease(list);
  return count;
}

#endif
