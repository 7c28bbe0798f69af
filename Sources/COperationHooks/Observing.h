// What hooks, and any other source of events, do with an object: give it an identity, describe it once to each session, and
// record what happened to it.
#ifndef OTH_OBSERVING_H
#define OTH_OBSERVING_H

#include "ClassMetadata.h"
#include "Foundation.h"

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
oth_node *oth_observe_queue(oth_thread *self, void *queue, uint64_t time);

/// Records the queue's name as it is now.
void oth_record_queue_name(void *queue);

/// Tells the sessions in `mask` that do not know the operation yet who it is. Returns those.
uint32_t oth_describe(oth_thread *self, oth_node *node, void *operation, uint32_t mask, uint64_t time);
/// Records the operation's name if it is not the one that was last recorded.
void oth_update_name(oth_thread *self, oth_node *node, void *operation, uint32_t mask, uint64_t time);

/// Records that the operation is being added to a queue, with all that is known of it then.
void oth_record_enqueue(oth_thread *self, oth_node *node, void *operation, const oth_node *queue, uint32_t mask, uint8_t flags);
/// Records the dependencies that the operation has and that no call of `addDependency` has shown.
void oth_record_dependencies(oth_thread *self, oth_node *node, void *operation, uint32_t mask, bool all, uint64_t time);
/// Records a cancellation, the first time.
void oth_record_cancel(oth_thread *self, oth_node *node, void *operation, uint8_t flags);
/// Records a finish, the first time. `time` is when it was seen, before anyone else could know.
void oth_record_finish(oth_thread *self, oth_node *node, void *operation);
/// Puts a reporting closure around the operation's completion block, unless it has one already.
void oth_wrap_completion(oth_node *node, void *operation, uint32_t mask);

/// A record about an operation.
static inline oth_record oth_about(const oth_node *node, uint8_t kind, uint64_t time) {
  return (oth_record){.time = time, .operation = node->id,
                      .queue = atomic_load_explicit(&node->queue, memory_order_relaxed), .kind = kind};
}

/// The replaced methods.
extern oth_slot oth_slots[OTH_SLOTS];
OTH_SWIFT void oth_hook_operation_deinit(OTH_SELF void *);
OTH_SWIFT void oth_hook_queue_deinit(OTH_SELF void *);

#endif
