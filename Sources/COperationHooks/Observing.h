// What hooks, and any other source of events, do with an object: give it an identity, describe it once to each session, and
// record what happened to it.
#ifndef OTH_OBSERVING_H
#define OTH_OBSERVING_H

#include "ClassMetadata.h"
#include "Foundation.h"
#include "ObjectTable+Entries.h"

/// What the Swift side does for us.
extern oth_callbacks oth_swift;
/// The main queue's object.
extern const void *oth_main_queue;

static inline bool oth_recording(void) {
  return atomic_load_explicit(&oth_active, memory_order_relaxed) != 0;
}

/// The active sessions that trace an object.
static inline uint32_t oth_sessions_of(const oth_node *node) {
  uint32_t mask = atomic_load_explicit(&node->sessions, memory_order_relaxed) |
                  atomic_load_explicit(&oth_active_all, memory_order_relaxed);
  return mask & atomic_load_explicit(&oth_active, memory_order_relaxed);
}

/// The entry of an operation: found, or made when some session traces every queue. NULL when no session wants it.
oth_node *oth_observe(const void *operation);
/// The entry of an operation, made if need be. NULL when the table is full or the object is being deallocated.
oth_node *oth_observe_always(const void *operation);

/// The entry of a queue that some session traces, described to these; NULL when none does.
oth_node *oth_observe_queue_now(oth_thread *self, void *queue);
/// The same, and the sessions that trace it.
static inline oth_node *oth_observe_queue_for(oth_thread *self, void *queue, uint32_t *mask) {
  oth_node *node = oth_table_find(queue);
  *mask = node ? oth_sessions_of(node) : 0;
  if (OTH_LIKELY(*mask && !(*mask & ~atomic_load_explicit(&node->described, memory_order_relaxed)))) return node;
  node = oth_observe_queue_now(self, queue);
  *mask = node ? oth_sessions_of(node) : 0;
  return node;
}
static inline oth_node *oth_observe_queue(oth_thread *self, void *queue) {
  uint32_t mask;
  return oth_observe_queue_for(self, queue, &mask);
}

/// Writes a record with a Swift string, which it consumes, behind it; without one it writes nothing.
void oth_emit_string(oth_thread *self, uint32_t mask, oth_record record, oth_string text);

/// Records the queue's name as it is now.
void oth_record_queue_name(void *queue);

/// Tells the sessions in `mask` that do not know the operation yet who it is. Returns those.
uint32_t oth_describe_now(oth_thread *self, oth_node *node, void *operation, uint32_t mask, uint64_t time);
static inline uint32_t oth_describe(oth_thread *self, oth_node *node, void *operation, uint32_t mask, uint64_t time) {
  if (OTH_LIKELY(!(mask & ~atomic_load_explicit(&node->described, memory_order_relaxed)))) return 0;
  return oth_describe_now(self, node, operation, mask, time);
}
/// Records the operation's name if it is not the one that was last recorded.
void oth_update_name_now(oth_thread *self, oth_node *node, void *operation, uint32_t mask, uint64_t time);
static inline void oth_update_name(oth_thread *self, oth_node *node, void *operation, uint32_t mask, uint64_t time) {
  // The second word of a `String?` is zero for nil.
  uint32_t field = oth_operation_fields.name;
  if (field && !oth_field_word(operation, field + 8) && atomic_load_explicit(&node->name, memory_order_relaxed) == 0) return;
  oth_update_name_now(self, node, operation, mask, time);
}

/// Records that the operation is being added to a queue, with all that is known of it then.
void oth_record_enqueue(oth_thread *self, oth_node *node, void *operation, const oth_node *queue, uint32_t mask, uint8_t flags);
/// Tells the sessions in `mask` that do not know it yet what the class is.
void oth_describe_class(oth_thread *self, const oth_class *type, const void *object, uint32_t mask, uint64_t time);
/// Records the dependencies that the operation has and that no call of `addDependency` has shown.
void oth_record_dependencies_now(oth_thread *self, oth_node *node, void *operation, uint32_t mask, bool all, uint64_t time);
static inline void oth_record_dependencies(oth_thread *self, oth_node *node, void *operation, uint32_t mask, bool all, uint64_t time) {
  uint32_t field = oth_operation_fields.dependencies;
  if (field && oth_field_word(operation, field) == oth_operation_fields.empty_array) return;
  oth_record_dependencies_now(self, node, operation, mask, all, time);
}
/// Records a cancellation, the first time.
void oth_record_cancel(oth_thread *self, oth_node *node, void *operation, uint8_t flags);
/// Puts a reporting closure around the operation's completion block, unless it has one already.
void oth_wrap_completion_now(oth_node *node, void *operation, uint32_t mask);
static inline void oth_wrap_completion(oth_node *node, void *operation, uint32_t mask) {
  const oth_fields *fields = &oth_operation_fields;
  if (!fields->completion || !fields->lock || !oth_field_word(operation, fields->completion)) return;
  oth_wrap_completion_now(node, operation, mask);
}

/// Remembers that other operations wait for this one.
static inline void oth_mark_needed(oth_node *node) {
  uint32_t bit = OTH_STATE_NEEDED;
  if (!(atomic_load_explicit(&node->state, memory_order_relaxed) & bit)) atomic_fetch_or_explicit(&node->state, bit, memory_order_relaxed);
}

/// How many operations have been started that publish their own state and that Foundation may not hear of again.
extern _Atomic uint32_t oth_silent_count;

static inline void oth_may_go_silent(oth_node *node) {
  uint32_t bit = OTH_STATE_MAY_GO_SILENT;
  if (!(atomic_fetch_or_explicit(&node->state, bit, memory_order_relaxed) & bit))
    atomic_fetch_add_explicit(&oth_silent_count, 1, memory_order_relaxed);
}

static inline void oth_answered(oth_node *node) {
  uint32_t bit = OTH_STATE_MAY_GO_SILENT;
  if (!(atomic_load_explicit(&node->state, memory_order_relaxed) & bit)) return;
  if (atomic_fetch_and_explicit(&node->state, ~bit, memory_order_relaxed) & bit)
    atomic_fetch_sub_explicit(&oth_silent_count, 1, memory_order_relaxed);
}

/// A record about an operation.
static inline oth_record oth_about(const oth_node *node, uint8_t kind, uint64_t time) {
  return (oth_record){.time = time, .operation = node->id,
                      .queue = atomic_load_explicit(&node->queue, memory_order_relaxed), .kind = kind};
}

/// What else is to be done when an operation finishes that others wait for.
void oth_finish_is_awaited(oth_thread *self, const oth_node *node, const void *operation, uint64_t time);

/// Records a finish, the first time. `time` is when it was seen, before anyone else could know.
static inline void oth_record_finish(oth_thread *self, oth_node *node, void *operation) {
  uint32_t mask = oth_sessions_of(node);
  if (!mask) return;
  // The time is taken before the claim: whoever loses the claim, and goes on because of the finish, is later than it.
  uint64_t time = oth_clock();
  uint32_t old = atomic_fetch_or_explicit(&node->state, OTH_STATE_FINISHED, memory_order_acq_rel);
  if (old & OTH_STATE_FINISHED) return;
  oth_describe(self, node, operation, mask, time);
  oth_emit(self, mask, oth_about(node, OTH_FINISHED, time));
  bool needed = atomic_load_explicit(&node->state, memory_order_relaxed) & OTH_STATE_NEEDED;
  if (OTH_UNLIKELY(needed)) oth_finish_is_awaited(self, node, operation, time);
}

/// Finds Foundation's own initializers. To call it brings those of the hooks into the program, also from an archive.
void oth_prepare_creation(void);

/// What stood in an entry of the object's class before it was replaced.
#define OTH_ORIGINAL(slot, object) oth_class_of(object)->originals[slot]
/// An entry of the table of replaced methods.
#define OTH_SLOT(text, foundation, replacement) \
  (oth_slot) { .what = text, .implementation = (void *)(foundation), .hook = (void *)(replacement) }

/// The replaced methods.
extern oth_slot oth_slots[OTH_SLOTS];
OTH_SWIFT bool oth_hook_is_finished(OTH_SELF void *);
OTH_SWIFT void oth_hook_operation_deinit(OTH_SELF void *);
OTH_SWIFT void oth_hook_queue_deinit(OTH_SELF void *);

#endif
