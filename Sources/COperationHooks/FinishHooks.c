#if defined(__linux__)
// What stands in the entry of isFinished: the first read that is true is the finish, and who reads tells of calls that go around
// the entries.
#include "Calls.h"
#include "Notifications.h"
#include "Observing.h"

typedef OTH_SWIFT void (*void_method)(OTH_SELF void *);
typedef OTH_SWIFT bool (*bool_getter)(OTH_SELF void *);

// Where Foundation's own cancel() and waitUntilFinished() read isFinished: a direct call of them is seen only by that. And where
// it reads it because it was told to.
static _Atomic(const void *) cancel_site, wait_site, notification_site;
static const void *calibrated;

static void direct_call(void *operation, const void *site, bool finished) {
  oth_thread *self = oth_current();
  oth_node *node = oth_observe(operation);
  if (!node) return;
  if (site == atomic_load_explicit(&cancel_site, memory_order_relaxed)) {
    if (!finished) oth_record_cancel(self, node, operation, 0);
  } else if (site == atomic_load_explicit(&wait_site, memory_order_relaxed)) {
    uint32_t mask = oth_sessions_of(node);
    bool waiting = self->waiting == operation;
    if (!mask || waiting == !finished) return;
    uint64_t time = oth_clock();
    oth_describe(self, node, operation, mask, time);
    self->waiting = finished ? NULL : operation;
    oth_emit(self, mask, oth_about(node, finished ? OTH_WAIT_ENDED : OTH_WAIT_BEGAN, time));
  }
}

static __attribute__((noinline)) void saw_finish(void *operation) {
  oth_node *node = oth_table_find(operation);
  if (!node) node = oth_observe(operation);
  if (node) oth_record_finish(oth_current(), node, operation);
}

void oth_finish_is_awaited(oth_thread *self, const oth_node *node, const void *operation, uint64_t time) {
  // Foundation's own start() goes on from here to those that wait. A class of the program's may read itself at any time.
  if (!oth_class_of(operation)->is_foundation) return;
  self->notified = node->id;
  self->notified_at = time;
}

// Most reads come after the first that says so.
static inline void saw_finished(void *operation) {
  oth_node *node = atomic_load_explicit(oth_recent_place(operation), memory_order_acquire);
  bool known = node && atomic_load_explicit(&node->object, memory_order_relaxed) == (uintptr_t)operation &&
               (atomic_load_explicit(&node->state, memory_order_acquire) & OTH_STATE_FINISHED);
  if (OTH_UNLIKELY(!known)) saw_finish(operation);
}

// The read by which Foundation learns of a change that it was told of.
static bool is_finished_of_notification(void *operation, bool_getter original) {
  oth_thread *self = oth_current();
  oth_node *node = oth_observe(operation);
  uint32_t mask = node ? oth_sessions_of(node) : 0;
  if (!mask) return original(operation);
  // Where the call itself is not seen, a getter that never returns still is.
  uint64_t time = oth_clock();
  bool begun = !oth_sees_notifications() && oth_call_begin(self, OTH_CALL_DID_CHANGE_VALUE, operation, time);
  bool finished = original(operation);
  if (begun) oth_call_end(self);
  if (!finished) return false;
  saw_finished(operation);
  oth_notification_began(self, node, time);
  return true;
}

// What a queue reads first after start() returned: if that is true, it tells Foundation itself, unless the program has.
static void read_after_start(oth_thread *self, const void *operation, bool finished) {
  oth_node *node = finished ? oth_table_find(operation) : NULL;
  self->told_by_queue = node && node->id == self->returned ? node->id : 0;
  self->returned = 0;
}

static __attribute__((noinline)) bool is_finished_of_program(void *operation, const oth_class *type, const void *site) {
  bool_getter original = (bool_getter)type->originals[OTH_SLOT_IS_FINISHED];
  if (site == atomic_load_explicit(&notification_site, memory_order_relaxed) && oth_recording())
    return is_finished_of_notification(operation, original);
  bool finished = original(operation);
  if (OTH_UNLIKELY(calibrated == operation)) calibrated = site;
  if (!oth_recording()) return finished;
  if (oth_self.returned) read_after_start(&oth_self, operation, finished);
  if (finished) saw_finished(operation);
  direct_call(operation, site, finished);
  return finished;
}

OTH_SWIFT bool oth_hook_is_finished(OTH_SELF void *operation) {
  const oth_class *type = oth_class_of(operation);
  if (OTH_UNLIKELY(!type->is_foundation)) {
    const void *site = __builtin_return_address(0);
    // Held to this place: a compiler that moves code into a function of its own would take that one's return address.
    __asm__ volatile("" : "+r"(site));
    return is_finished_of_program(operation, type, site);
  }
  bool finished = ((bool_getter)type->originals[OTH_SLOT_IS_FINISHED])(operation);
  if (finished && oth_recording()) saw_finished(operation);
  return finished;
}

void oth_calibrate(void *operation, const uint64_t finished_key[2]) {
  if (!oth_class_adopt(operation, false)) return;
  calibrated = operation;
  oth_foundation_cancel(operation);
  if (calibrated != operation) atomic_store(&cancel_site, calibrated);
  calibrated = operation;
  oth_foundation_did_change_key(finished_key[0], (void *)(uintptr_t)finished_key[1], operation);
  if (calibrated != operation) atomic_store(&notification_site, calibrated);
  // Finished by now or after this: the wait returns at once.
  ((void_method)OTH_ORIGINAL(OTH_SLOT_START, operation))(operation);
  calibrated = operation;
  oth_foundation_wait(operation);
  if (calibrated != operation) atomic_store(&wait_site, calibrated);
  calibrated = NULL;
}

#endif
