#if defined(__linux__)
// What stands in the entries of operation classes. Each hook calls what stood there before, once, with no lock held, and adds
// nothing to the stack where it can end in that call.
#include "Calls.h"
#include "Notifications.h"
#include "Observing.h"
#include "WrappedBlock.h"

typedef OTH_SWIFT void (*void_method)(OTH_SELF void *);
typedef OTH_SWIFT bool (*bool_getter)(OTH_SELF void *);
typedef OTH_SWIFT void (*object_method)(void *, OTH_SELF void *);
typedef OTH_SWIFT void (*closure_setter)(void *, void *, OTH_SELF void *);
typedef OTH_SWIFT void (*string_setter)(uint64_t, void *, OTH_SELF void *);
typedef OTH_SWIFT void (*byte_setter)(uint8_t, OTH_SELF void *);

static void adopt_from_queue(oth_thread *self, void *operation);

// MARK: start

static __attribute__((noinline)) void look_again(oth_thread *self, oth_node *node, void *operation, const oth_class *type,
                                                 uint32_t mask, uint32_t joined, uint64_t time) {
  if (!joined) oth_update_name(self, node, operation, mask, time);
  oth_record_dependencies(self, node, operation, mask, joined != 0, time);
  uint32_t cancelled = oth_operation_fields.cancelled;
  if (!type->is_foundation && cancelled && oth_field_byte(operation, cancelled) == 1)
    oth_record_cancel(self, node, operation, OTH_FLAG_SEEN_LATE);
  if (type->traits & OTH_FLAG_OVERRIDES_IS_FINISHED) oth_may_go_silent(node);
}

// A queue says in the operation that it is about to call start(), and calls it once.
static inline bool is_started_by_program(const oth_node *node, const void *operation) {
  uint32_t field = oth_operation_fields.state;
  bool announced = field ? oth_field_byte(operation, field) == OTH_FOUNDATION_STARTING
                         : atomic_load_explicit(&node->enqueued_in, memory_order_relaxed) != 0;
  return !announced || atomic_load_explicit(&node->started_in, memory_order_relaxed) != 0;
}

static OTH_SWIFT void oth_hook_start(OTH_SELF void *operation) {
  const oth_class *type = oth_class_of(operation);
  void_method original = (void_method)type->originals[OTH_SLOT_START];
  if (!oth_recording()) {
    __attribute__((musttail)) return original(operation);
  }
  oth_thread *self = oth_current();
  oth_node *node = oth_table_find(operation);
  uint32_t mask = node ? oth_sessions_of(node) : 0;
  if (OTH_UNLIKELY(!node || (mask & ~atomic_load_explicit(&node->enqueued_in, memory_order_relaxed)))) {
    adopt_from_queue(self, operation);
    node = oth_observe(operation);
    mask = node ? oth_sessions_of(node) : 0;
  }
  if (!mask) {
    original(operation);
    return;
  }
  uint64_t time = oth_clock();
  uint32_t joined = oth_describe(self, node, operation, mask, time);
  // What a direct call did since the enqueue shows only on the object.
  if (joined || !type->is_foundation) look_again(self, node, operation, type, mask, joined, time);
  oth_record record = oth_about(node, OTH_STARTED, time);
  if (is_started_by_program(node, operation)) record.flags = OTH_FLAG_BY_PROGRAM;
  atomic_fetch_or_explicit(&node->started_in, mask, memory_order_relaxed);
  atomic_store_explicit(&node->moved_at, oth_ticks(time), memory_order_relaxed);
  atomic_store_explicit(&node->thread, self->id, memory_order_release);
  oth_emit(self, mask, record);
  uint32_t outer = self->actor, outer_sessions = self->actor_sessions;
  self->actor = node->id;
  self->actor_sessions = mask;

  oth_audience audience = oth_audience_of(mask);
  original(operation);

  self->actor = outer;
  self->actor_sessions = outer_sessions;
  // Foundation's own start() ends with the finish: its return says nothing new.
  uint32_t state = atomic_load_explicit(&node->state, memory_order_relaxed);
  if (!(type->traits & OTH_FLAG_OVERRIDES_START) && (state & OTH_STATE_FINISHED)) {
    oth_notification_ended(self, node, audience);
    return;
  }
  time = oth_clock();
  if (!record.flags) self->returned = node->id;
  atomic_store_explicit(&node->moved_at, oth_ticks(time), memory_order_relaxed);
  atomic_fetch_or_explicit(&node->state, OTH_STATE_START_RETURNED, memory_order_release);
  oth_emit(self, oth_audience_now(audience), oth_about(node, OTH_START_RETURNED, time));
}

// MARK: ready, cancel, wait

static OTH_SWIFT bool oth_hook_is_ready(OTH_SELF void *operation) {
  const oth_class *type = oth_class_of(operation);
  bool ready = ((bool_getter)type->originals[OTH_SLOT_IS_READY])(operation);
  if (!oth_recording()) return ready;
  oth_thread *self = oth_current();
  if (type->is_foundation) {
    // A barrier: it is read for the first time inside the call of addBarrierBlock that makes it, with the queue's lock held.
    uint32_t mask = self->barrier_sessions & atomic_load_explicit(&oth_active, memory_order_relaxed);
    if (!mask || swift_isDeallocating(operation)) return ready;
    bool is_new;
    oth_node *node = oth_table_find_or_add(operation, false, &is_new);
    if (!node || !is_new) return ready;
    uint64_t time = oth_clock();
    atomic_store_explicit(&node->queue, self->barrier_queue, memory_order_relaxed);
    atomic_store_explicit(&node->sessions, mask, memory_order_relaxed);
    atomic_store_explicit(&node->enqueued_in, mask, memory_order_relaxed);
    atomic_store_explicit(&node->moved_at, oth_ticks(time), memory_order_relaxed);
    atomic_fetch_or_explicit(&node->state, OTH_STATE_BARRIER | OTH_STATE_ENQUEUED, memory_order_release);
    oth_describe(self, node, operation, mask, time);
    oth_record record = oth_about(node, OTH_ENQUEUED, time);
    record.flags = OTH_FLAG_BARRIER;
    record.argument = self->barrier_number;
    record.detail = 0xFF00;
    oth_emit(self, mask, record);
    return ready;
  }
  oth_node *node = oth_table_find(operation);
  uint32_t mask = node ? oth_sessions_of(node) : 0;
  if (!mask) return ready;
  uint32_t cancelled = oth_operation_fields.cancelled;
  if (cancelled && oth_field_byte(operation, cancelled) == 1) oth_record_cancel(self, node, operation, OTH_FLAG_SEEN_LATE);
  if (ready && (type->traits & OTH_FLAG_OVERRIDES_IS_READY)) {
    uint64_t time = oth_clock();
    uint32_t old = atomic_fetch_or_explicit(&node->state, OTH_STATE_READY, memory_order_relaxed);
    if (!(old & OTH_STATE_READY)) {
      oth_describe(self, node, operation, mask, time);
      oth_emit(self, mask, oth_about(node, OTH_READY, time));
    }
  }
  return ready;
}

static OTH_SWIFT void oth_hook_cancel(OTH_SELF void *operation) {
  void_method original = (void_method)OTH_ORIGINAL(OTH_SLOT_CANCEL, operation);
  oth_node *node = oth_recording() ? oth_observe(operation) : NULL;
  if (!node) {
    __attribute__((musttail)) return original(operation);
  }
  oth_thread *self = oth_current();
  oth_record_cancel(self, node, operation, 0);
  // A cancellation that is passed on along a chain adds nothing to the stack beyond the calls that are known.
  if (!oth_sessions_of(node) || !oth_call_begin(self, OTH_CALL_CANCEL, operation, oth_clock())) {
    __attribute__((musttail)) return original(operation);
  }
  original(operation);
  oth_call_end(self);
}

static OTH_SWIFT void oth_hook_wait(OTH_SELF void *operation) {
  void_method original = (void_method)OTH_ORIGINAL(OTH_SLOT_WAIT_UNTIL_FINISHED, operation);
  // Foundation's wait for a whole queue comes here over and over for operations that have finished: that is no wait.
  oth_node *node = oth_recording() ? oth_table_find(operation) : NULL;
  if (node && (atomic_load_explicit(&node->state, memory_order_relaxed) & OTH_STATE_FINISHED)) {
    __attribute__((musttail)) return original(operation);
  }
  if (!node && oth_recording()) node = oth_observe(operation);
  uint32_t mask = node ? oth_sessions_of(node) : 0;
  if (!mask) {
    __attribute__((musttail)) return original(operation);
  }
  oth_thread *self = oth_current();
  uint64_t time = oth_clock();
  oth_describe(self, node, operation, mask, time);
  oth_emit(self, mask, oth_about(node, OTH_WAIT_BEGAN, time));
  oth_audience audience = oth_audience_of(mask);
  const void *outer = self->waiting;
  self->waiting = operation;
  original(operation);
  // A wait that was seen as a direct call, too, has ended there.
  if (self->waiting == operation)
    oth_emit(self, oth_audience_now(audience), oth_about(node, OTH_WAIT_ENDED, oth_clock()));
  self->waiting = outer;
}

// MARK: dependencies

static OTH_SWIFT void oth_hook_add_dependency(void *dependency, OTH_SELF void *operation) {
  object_method original = (object_method)OTH_ORIGINAL(OTH_SLOT_ADD_DEPENDENCY, operation);
  oth_node *node = oth_recording() ? oth_observe(operation) : NULL;
  uint32_t mask = node ? oth_sessions_of(node) : 0;
  oth_node *other = mask ? oth_observe_always(dependency) : NULL;
  if (!other) {
    original(dependency, operation);
    return;
  }
  oth_thread *self = oth_current();
  uint64_t time = oth_clock();
  oth_describe(self, node, operation, mask, time);
  atomic_fetch_or_explicit(&other->sessions, mask, memory_order_relaxed);
  uint32_t joined = oth_describe(self, other, dependency, mask, time);
  if (joined) oth_record_dependencies(self, other, dependency, joined, true, time);
  oth_record record = oth_about(node, OTH_DEPENDENCY_ADDED, time);
  record.argument = other->id;
  // Before the call: one on the operation itself never returns.
  oth_emit(self, mask, record);
  atomic_fetch_add_explicit(&node->dependencies, 1, memory_order_relaxed);
  oth_mark_needed(other);
  bool begun = oth_call_begin(self, OTH_CALL_ADD_DEPENDENCY, operation, time);
  original(dependency, operation);
  if (begun) oth_call_end(self);
  if (OTH_LIKELY(dependency != operation)) return;
  record.kind = OTH_DEPENDENCY_CALL_RETURNED;
  record.time = oth_clock();
  oth_emit(self, mask, record);
}

static OTH_SWIFT void oth_hook_remove_dependency(void *dependency, OTH_SELF void *operation) {
  object_method original = (object_method)OTH_ORIGINAL(OTH_SLOT_REMOVE_DEPENDENCY, operation);
  oth_node *node = oth_recording() ? oth_observe(operation) : NULL;
  uint32_t mask = node ? oth_sessions_of(node) : 0;
  oth_node *other = mask ? oth_table_find(dependency) : NULL;
  if (!other) {
    original(dependency, operation);
    return;
  }
  oth_thread *self = oth_current();
  uint64_t time = oth_clock();
  oth_describe(self, node, operation, mask, time);
  oth_record record = oth_about(node, OTH_DEPENDENCY_REMOVED, time);
  record.argument = other->id;
  oth_emit(self, mask, record);
  // Counted anew when the operation is added: whether this one was in the list is not known here.
  atomic_store_explicit(&node->dependencies, 0, memory_order_relaxed);
  bool begun = oth_call_begin(self, OTH_CALL_REMOVE_DEPENDENCY, operation, time);
  original(dependency, operation);
  if (begun) oth_call_end(self);
}

// MARK: setters

static OTH_SWIFT void oth_hook_set_completion(void *function, void *context, OTH_SELF void *operation) {
  closure_setter original = (closure_setter)OTH_ORIGINAL(OTH_SLOT_COMPLETION_BLOCK_SET, operation);
  oth_node *node = oth_recording() ? oth_observe(operation) : NULL;
  uint32_t mask = node ? oth_sessions_of(node) : 0;
  if (mask) {
    oth_thread *self = oth_current();
    uint64_t time = oth_clock();
    oth_describe(self, node, operation, mask, time);
    oth_record record = oth_about(node, OTH_COMPLETION_BLOCK_SET, time);
    if (!function) record.flags = OTH_FLAG_CLEARED;
    oth_emit(self, mask, record);
    // Before the enqueue the block stays as it is: it is wrapped then. Later it is wrapped on its way in.
    uint32_t state = atomic_load_explicit(&node->state, memory_order_relaxed);
    if (function && (state & OTH_STATE_ENQUEUED) && !(state & OTH_STATE_FINISHED)) {
      oth_report_of_block report = {.began = OTH_COMPLETION_BEGAN, .ended = OTH_COMPLETION_ENDED, .operation = node->id,
                                    .queue = record.queue, .audience = oth_audience_of(mask)};
      context = oth_wrap_block(function, context, report);
      function = (void *)oth_wrapped_block;
      atomic_fetch_or_explicit(&node->state, OTH_STATE_COMPLETION_WRAPPED, memory_order_relaxed);
    }
  }
  __attribute__((musttail)) return original(function, context, operation);
}

static OTH_SWIFT void oth_hook_set_name(uint64_t bits, void *object, OTH_SELF void *operation) {
  string_setter original = (string_setter)OTH_ORIGINAL(OTH_SLOT_NAME_SET, operation);
  original(bits, object, operation);
  oth_node *node = oth_recording() ? oth_observe(operation) : NULL;
  uint32_t mask = node ? oth_sessions_of(node) : 0;
  if (!mask) return;
  oth_thread *self = oth_current();
  uint64_t time = oth_clock();
  if (!oth_describe(self, node, operation, mask, time)) oth_update_name(self, node, operation, mask, time);
}

static OTH_SWIFT void oth_hook_set_priority(uint8_t priority, OTH_SELF void *operation) {
  byte_setter original = (byte_setter)OTH_ORIGINAL(OTH_SLOT_PRIORITY_SET, operation);
  original(priority, operation);
  oth_node *node = oth_recording() ? oth_table_find(operation) : NULL;
  uint32_t mask = node ? oth_sessions_of(node) : 0;
  // What is set before the enqueue is recorded there.
  if (!mask || !(atomic_load_explicit(&node->state, memory_order_relaxed) & OTH_STATE_ENQUEUED)) return;
  oth_record record = oth_about(node, OTH_PRIORITY_CHANGED, oth_clock());
  record.detail = oth_read_detail(operation);
  oth_emit(oth_current(), mask, record);
}

OTH_SWIFT void oth_hook_operation_deinit(OTH_SELF void *operation) {
  void_method original = (void_method)oth_class_of(operation)->deallocating_deinit;
  // Identities end also while nothing is recorded, or a new object would inherit one.
  if (atomic_load_explicit(&oth_tracking, memory_order_relaxed)) {
    oth_node *node = oth_table_find(operation);
    if (node) {
      uint32_t mask = oth_sessions_of(node) & atomic_load_explicit(&node->described, memory_order_relaxed);
      if (mask) oth_emit(oth_current(), mask, oth_about(node, OTH_DEALLOCATED, oth_clock()));
      oth_answered(node);
      oth_table_remove(node);
    }
  }
  // Nothing on the stack: a chain of operations is released by as many nested calls as it is long.
  __attribute__((musttail)) return original(operation);
}

// MARK: An operation that came into its queue unseen

// By a call that goes around the queue's entries, as `super.addOperation` in a subclass does, or before the recording began.
static void adopt_from_queue(oth_thread *self, void *operation) {
  uint32_t field = oth_operation_fields.queue;
  void *queue = field ? oth_field_word(operation, field) : NULL;
  if (!queue) return;
  oth_node *queue_node = oth_observe_queue(self, queue);
  uint32_t mask = queue_node ? oth_sessions_of(queue_node) : 0;
  if (!mask) return;
  oth_node *node = oth_observe_always(operation);
  if (node) oth_record_enqueue(self, node, operation, queue_node, mask, OTH_FLAG_ADOPTED);
}

// MARK: The table

void oth_operation_slots(oth_slot *table) {
  table[OTH_SLOT_START] = OTH_SLOT("Operation.start()", oth_foundation_start, oth_hook_start);
  table[OTH_SLOT_CANCEL] = OTH_SLOT("Operation.cancel()", oth_foundation_cancel, oth_hook_cancel);
  table[OTH_SLOT_IS_FINISHED] = OTH_SLOT("Operation.isFinished", oth_foundation_is_finished, oth_hook_is_finished);
  table[OTH_SLOT_IS_READY] = OTH_SLOT("Operation.isReady", oth_foundation_is_ready, oth_hook_is_ready);
  table[OTH_SLOT_IS_EXECUTING] = OTH_SLOT("Operation.isExecuting", oth_foundation_is_executing, NULL);
  table[OTH_SLOT_IS_ASYNCHRONOUS] = OTH_SLOT("Operation.isAsynchronous", oth_foundation_is_asynchronous, NULL);
  table[OTH_SLOT_MAIN] = OTH_SLOT("Operation.main()", oth_foundation_main, NULL);
  table[OTH_SLOT_ADD_DEPENDENCY] = OTH_SLOT("Operation.addDependency(_:)", oth_foundation_add_dependency, oth_hook_add_dependency);
  table[OTH_SLOT_REMOVE_DEPENDENCY] =
    OTH_SLOT("Operation.removeDependency(_:)", oth_foundation_remove_dependency, oth_hook_remove_dependency);
  table[OTH_SLOT_WAIT_UNTIL_FINISHED] = OTH_SLOT("Operation.waitUntilFinished()", oth_foundation_wait, oth_hook_wait);
  table[OTH_SLOT_COMPLETION_BLOCK_SET] = OTH_SLOT("Operation.completionBlock", oth_foundation_set_completion, oth_hook_set_completion);
  table[OTH_SLOT_NAME_SET] = OTH_SLOT("Operation.name", oth_foundation_set_name, oth_hook_set_name);
  table[OTH_SLOT_PRIORITY_SET] = OTH_SLOT("Operation.queuePriority", oth_foundation_set_priority, oth_hook_set_priority);
}

#endif
