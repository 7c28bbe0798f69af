#if defined(__linux__)
// What stands in the entries of queue classes.
#include "Calls.h"
#include "Enqueueing.h"
#include "Interposition.h"
#include "WrappedBlock.h"

typedef OTH_SWIFT void (*void_method)(OTH_SELF void *);
typedef OTH_SWIFT void (*object_method)(void *, OTH_SELF void *);
typedef OTH_SWIFT void (*array_method)(oth_array *, bool, OTH_SELF void *);
typedef OTH_SWIFT void (*closure_method)(void *, void *, OTH_SELF void *);
typedef OTH_SWIFT void (*bool_setter)(bool, OTH_SELF void *);
typedef OTH_SWIFT void (*word_setter)(intptr_t, OTH_SELF void *);
typedef OTH_SWIFT void (*string_setter)(uint64_t, void *, OTH_SELF void *);

static _Atomic uint32_t barrier_calls;

static oth_record about_queue(const oth_node *queue, uint8_t kind, uint64_t time) {
  return (oth_record){.time = time, .queue = queue->id, .kind = kind};
}

// Records a call on a queue; returns the sessions that it was recorded in.
static uint32_t record_call(void *queue, uint8_t kind, uint64_t argument) {
  if (!oth_recording()) return 0;
  oth_thread *self = oth_current();
  uint64_t time = oth_clock();
  oth_node *node = oth_observe_queue(self, queue);
  uint32_t mask = node ? oth_sessions_of(node) : 0;
  if (!mask) return 0;
  oth_record record = about_queue(node, kind, time);
  record.argument = argument;
  oth_emit(self, mask, record);
  return mask;
}

// MARK: Adding

// Returns when it was recorded; 0 if it was known.
static inline uint64_t enqueue(oth_thread *self, void *operation, const oth_node *queue, uint32_t mask) {
  const oth_class *type = oth_class_known(operation);
  if (OTH_UNLIKELY(!type) && !(type = oth_class_adopt(operation, false))) return 0;
  bool is_new;
  oth_node *node = oth_table_find_or_add(operation, false, &is_new);
  return node ? oth_record_enqueue_of(self, node, operation, type, queue, mask, 0) : 0;
}

static inline void add_operation(object_method original, void *operation, void *queue) {
  oth_thread *self = oth_current();
  uint32_t mask;
  oth_node *node = oth_observe_queue_for(self, queue, &mask);
  uint64_t time = mask ? enqueue(self, operation, node, mask) : 0;
  bool begun = time && oth_call_begin(self, OTH_CALL_ADD_OPERATION, operation, time);
  original(operation, queue);
  if (begun) oth_call_end(self);
}

static inline void add_operations(array_method original, oth_array *operations, bool wait, void *queue) {
  oth_thread *self = oth_current();
  oth_node *node = oth_observe_queue(self, queue);
  uint32_t mask = node ? oth_sessions_of(node) : 0;
  for (intptr_t i = 0; mask && i < operations->count; i++) enqueue(self, operations->elements[i], node, mask);
  bool begun = mask && !wait && oth_call_begin(self, OTH_CALL_ADD_OPERATIONS, queue, oth_clock());
  original(operations, wait, queue);
  if (begun) oth_call_end(self);
}

// A class of queues that overrides these may hand an operation to another queue, or to none. Where it calls Foundation's own in the
// end, as by `super`, that is a call by symbol: there it is recorded, in the queue that it comes into.
OTH_SWIFT void oth_hook_direct_add_operation(void *operation, OTH_SELF void *queue);
OTH_SWIFT void oth_hook_direct_add_operations(oth_array *operations, bool wait, OTH_SELF void *queue);

OTH_INTERPOSED_BY(oth_hook_direct_add_operation) OTH_SWIFT void oth_foundation_add_operation(void *, OTH_SELF void *);
OTH_INTERPOSED_BY(oth_hook_direct_add_operations) OTH_SWIFT void oth_foundation_add_operations(oth_array *, bool, OTH_SELF void *);

static object_method foundation_add_operation;
static array_method foundation_add_operations;

__attribute__((constructor)) static void find_additions(void) {
  foundation_add_operation = (object_method)oth_foundation_definition("$s10Foundation14OperationQueueC03addB0yyAA0B0CF",
                                                                      (const void *)oth_hook_direct_add_operation);
  foundation_add_operations = (array_method)oth_foundation_definition(
    "$s10Foundation14OperationQueueC13addOperations_17waitUntilFinishedySayAA0B0CG_SbtF", (const void *)oth_hook_direct_add_operations);
}

// Where such calls are not seen, the first call on the queue has to do.
static inline bool is_seen_later(const void *original, const void *foundation) {
  return original != foundation && oth_sees_notifications();
}

OTH_SWIFT void oth_hook_direct_add_operation(void *operation, OTH_SELF void *queue) {
  if (OTH_UNLIKELY(!foundation_add_operation)) find_additions();
  if (OTH_LIKELY(!oth_recording())) {
    __attribute__((musttail)) return foundation_add_operation(operation, queue);
  }
  add_operation(foundation_add_operation, operation, queue);
}

OTH_SWIFT void oth_hook_direct_add_operations(oth_array *operations, bool wait, OTH_SELF void *queue) {
  if (OTH_UNLIKELY(!foundation_add_operations)) find_additions();
  if (OTH_LIKELY(!oth_recording())) {
    __attribute__((musttail)) return foundation_add_operations(operations, wait, queue);
  }
  add_operations(foundation_add_operations, operations, wait, queue);
}

static OTH_SWIFT void oth_hook_add_operation(void *operation, OTH_SELF void *queue) {
  object_method original = (object_method)OTH_ORIGINAL(OTH_SLOT_ADD_OPERATION, queue);
  if (!oth_recording() || is_seen_later((const void *)original, (const void *)foundation_add_operation)) {
    __attribute__((musttail)) return original(operation, queue);
  }
  add_operation(original, operation, queue);
}

static OTH_SWIFT void oth_hook_add_operations(oth_array *operations, bool wait, OTH_SELF void *queue) {
  array_method original = (array_method)OTH_ORIGINAL(OTH_SLOT_ADD_OPERATIONS, queue);
  if (!oth_recording() || is_seen_later((const void *)original, (const void *)foundation_add_operations)) {
    __attribute__((musttail)) return original(operations, wait, queue);
  }
  add_operations(original, operations, wait, queue);
}

static OTH_SWIFT void oth_hook_add_barrier(void *function, void *context, OTH_SELF void *queue) {
  closure_method original = (closure_method)OTH_ORIGINAL(OTH_SLOT_ADD_BARRIER_BLOCK, queue);
  uint32_t number = oth_recording() ? 1 + atomic_fetch_add_explicit(&barrier_calls, 1, memory_order_relaxed) : 0;
  uint32_t mask = number ? record_call(queue, OTH_BARRIER_ADDED, number) : 0;
  oth_node *node = mask ? oth_table_find(queue) : NULL;
  if (!node) {
    original(function, context, queue);
    return;
  }
  oth_thread *self = oth_current();
  oth_report_of_block report = {.began = OTH_BARRIER_BEGAN, .ended = OTH_BARRIER_ENDED, .queue = node->id, .argument = number,
                                .audience = oth_audience_of(mask)};
  // The caller keeps its closure; the wrapper takes a share of its own.
  void *wrapped = oth_wrap_block(function, swift_retain(context), report);
  uint32_t outer_queue = self->barrier_queue, outer_sessions = self->barrier_sessions, outer_number = self->barrier_number;
  self->barrier_queue = node->id;
  self->barrier_sessions = mask;
  self->barrier_number = number;
  bool begun = oth_call_begin(self, OTH_CALL_ADD_BARRIER_BLOCK, queue, oth_clock());
  original((void *)oth_wrapped_block, wrapped, queue);
  if (begun) oth_call_end(self);
  self->barrier_queue = outer_queue;
  self->barrier_sessions = outer_sessions;
  self->barrier_number = outer_number;
  swift_release(wrapped);
}

// MARK: Waiting and cancelling

static OTH_SWIFT void oth_hook_cancel_all(OTH_SELF void *queue) {
  void_method original = (void_method)OTH_ORIGINAL(OTH_SLOT_CANCEL_ALL, queue);
  uint32_t mask = record_call(queue, OTH_QUEUE_CANCELLED_ALL, 0);
  bool begun = mask && oth_call_begin(oth_current(), OTH_CALL_CANCEL_ALL_OPERATIONS, queue, oth_clock());
  original(queue);
  if (begun) oth_call_end(oth_current());
}

static OTH_SWIFT void oth_hook_wait_all(OTH_SELF void *queue) {
  void_method original = (void_method)OTH_ORIGINAL(OTH_SLOT_WAIT_ALL, queue);
  oth_audience audience = oth_audience_of(record_call(queue, OTH_WAIT_ALL_BEGAN, 0));
  original(queue);
  uint32_t mask = oth_audience_now(audience);
  oth_node *node = mask ? oth_table_find(queue) : NULL;
  if (node) oth_emit(oth_current(), mask, about_queue(node, OTH_WAIT_ALL_ENDED, oth_clock()));
}

// MARK: Settings

static OTH_SWIFT void oth_hook_set_suspended(bool suspended, OTH_SELF void *queue) {
  bool_setter original = (bool_setter)OTH_ORIGINAL(OTH_SLOT_SUSPENDED_SET, queue);
  // Before the call: what the resumption sets going starts after it.
  record_call(queue, suspended ? OTH_QUEUE_SUSPENDED : OTH_QUEUE_RESUMED, 0);
  __attribute__((musttail)) return original(suspended, queue);
}

static OTH_SWIFT void oth_hook_set_limit(intptr_t limit, OTH_SELF void *queue) {
  word_setter original = (word_setter)OTH_ORIGINAL(OTH_SLOT_LIMIT_SET, queue);
  record_call(queue, OTH_QUEUE_LIMIT_CHANGED, (uint64_t)(int64_t)limit);
  __attribute__((musttail)) return original(limit, queue);
}

static OTH_SWIFT void oth_hook_set_queue_name(uint64_t bits, void *object, OTH_SELF void *queue) {
  string_setter original = (string_setter)OTH_ORIGINAL(OTH_SLOT_QUEUE_NAME_SET, queue);
  original(bits, object, queue);
  if (oth_recording()) oth_record_queue_name(queue);
}

OTH_SWIFT void oth_hook_queue_deinit(OTH_SELF void *queue) {
  void_method original = (void_method)oth_class_of(queue)->deallocating_deinit;
  if (atomic_load_explicit(&oth_tracking, memory_order_relaxed)) {
    oth_node *node = oth_table_find(queue);
    if (node) {
      uint32_t mask = oth_sessions_of(node) & atomic_load_explicit(&node->described, memory_order_relaxed);
      if (mask) oth_emit(oth_current(), mask, about_queue(node, OTH_QUEUE_DEALLOCATED, oth_clock()));
      oth_table_remove(node);
    }
  }
  __attribute__((musttail)) return original(queue);
}

// MARK: The table

void oth_queue_slots(oth_slot *table) {
  // Where Foundation is a part of the program there is no other definition than its own.
  find_additions();
  object_method add_one = foundation_add_operation ? foundation_add_operation : oth_foundation_add_operation;
  array_method add_many = foundation_add_operations ? foundation_add_operations : oth_foundation_add_operations;
  table[OTH_SLOT_ADD_OPERATION] = OTH_SLOT("OperationQueue.addOperation(_:)", add_one, oth_hook_add_operation);
  table[OTH_SLOT_ADD_OPERATIONS] = OTH_SLOT("OperationQueue.addOperations(_:waitUntilFinished:)", add_many, oth_hook_add_operations);
  table[OTH_SLOT_ADD_BARRIER_BLOCK] =
    OTH_SLOT("OperationQueue.addBarrierBlock(_:)", oth_foundation_add_barrier, oth_hook_add_barrier);
  table[OTH_SLOT_CANCEL_ALL] = OTH_SLOT("OperationQueue.cancelAllOperations()", oth_foundation_cancel_all, oth_hook_cancel_all);
  table[OTH_SLOT_WAIT_ALL] =
    OTH_SLOT("OperationQueue.waitUntilAllOperationsAreFinished()", oth_foundation_wait_all, oth_hook_wait_all);
  table[OTH_SLOT_SUSPENDED_SET] = OTH_SLOT("OperationQueue.isSuspended", oth_foundation_set_suspended, oth_hook_set_suspended);
  table[OTH_SLOT_LIMIT_SET] = OTH_SLOT("OperationQueue.maxConcurrentOperationCount", oth_foundation_set_limit, oth_hook_set_limit);
  table[OTH_SLOT_QUEUE_NAME_SET] = OTH_SLOT("OperationQueue.name", oth_foundation_set_queue_name, oth_hook_set_queue_name);
}

#endif
