#if defined(__linux__)
// didChangeValue is a method of an extension: it stands in no class's entries.
#include "Notifications.h"

#include <string.h>

#include "Calls.h"
#include "Interposition.h"

typedef OTH_SWIFT void (*key_method)(uint64_t, void *, OTH_SELF void *);
typedef OTH_SWIFT void (*path_method)(void *, const void *, OTH_SELF void *);

OTH_SWIFT void oth_hook_did_change_key(uint64_t bits, void *object, OTH_SELF void *operation);
OTH_SWIFT void oth_hook_did_change_path(void *path, const void *type, OTH_SELF void *operation);

OTH_INTERPOSED_BY(oth_hook_did_change_key) OTH_SWIFT void oth_foundation_did_change_key(uint64_t, void *, OTH_SELF void *);
OTH_INTERPOSED_BY(oth_hook_did_change_path) OTH_SWIFT void oth_foundation_did_change_path(void *, const void *, OTH_SELF void *);

bool oth_sees_notifications(void) {
  return (void *)oth_foundation_did_change_key == (void *)oth_hook_did_change_key;
}

// MARK: Foundation's own

static key_method original_key;
static path_method original_path;

// Before main: so that no call of the program's has to look for it.
__attribute__((constructor)) static void find_originals(void) {
  original_key = (key_method)oth_foundation_definition("$s10Foundation9OperationC14didChangeValue6forKeyySS_tF",
                                                       (const void *)oth_hook_did_change_key);
  original_path = (path_method)oth_foundation_definition("$s10Foundation9OperationC14didChangeValue3forys7KeyPathCyACxG_tlF",
                                                         (const void *)oth_hook_did_change_path);
}

// MARK: A notification

// A call of didChangeValue that some session wants to know of.
typedef struct {
  oth_thread *self;
  oth_node *node;
  uint64_t time;
  oth_audience audience;
  bool begun;
  uint32_t outer_notifying, outer_notified;
  uint64_t outer_notified_at;
} notification;

static bool begin(notification *this, void *operation) {
  this->node = oth_observe(operation);
  uint32_t mask = this->node ? oth_sessions_of(this->node) : 0;
  if (!mask) return false;
  oth_thread *self = oth_current();
  this->self = self;
  this->time = oth_clock();
  this->audience = oth_audience_of(mask);
  this->begun = oth_call_begin(self, OTH_CALL_DID_CHANGE_VALUE, operation, this->time);
  this->outer_notifying = self->notifying;
  this->outer_notified = self->notified;
  this->outer_notified_at = self->notified_at;
  self->notifying = this->node->id;
  self->notified = 0;
  return true;
}

static void end(notification *this) {
  if (this->begun) oth_call_end(this->self);
  oth_notification_ended(this->self, this->node, this->audience);
  this->self->notifying = this->outer_notifying;
  this->self->notified = this->outer_notified;
  this->self->notified_at = this->outer_notified_at;
}

// Who told Foundation. Where calls of didChangeValue are not seen, what is told inside start() may be either's.
typedef enum { BY_FOUNDATION, BY_PROGRAM, BY_EITHER } teller;

static teller who_tells(oth_thread *self, uint32_t id) {
  bool starting = self->actor == id;
  if (oth_sees_notifications()) return self->notifying == id ? BY_PROGRAM : BY_FOUNDATION;
  // The queue that called start() tells itself of one that finished and did not tell: at once, where it reads that.
  bool by_queue = self->told_by_queue == id;
  self->told_by_queue = 0;
  return by_queue ? BY_FOUNDATION : starting ? BY_EITHER : BY_PROGRAM;
}

void oth_notification_began(oth_thread *self, oth_node *node, uint64_t time) {
  uint32_t id = node->id;
  teller teller = who_tells(self, id);
  // A queue that finds out by itself takes nothing from the program's own first word.
  if (teller == BY_FOUNDATION && self->actor != id) return;
  self->notified = id;
  self->notified_at = time;
  uint32_t old = atomic_fetch_or_explicit(&node->state, OTH_STATE_NOTIFIED, memory_order_relaxed);
  uint32_t mask = teller == BY_PROGRAM && (old & OTH_STATE_NOTIFIED) ? oth_sessions_of(node) : 0;
  if (mask) oth_emit(self, mask, oth_about(node, OTH_FINISHED_AGAIN, time));
}

void oth_notification_ended_now(oth_thread *self, oth_node *node, oth_audience audience) {
  if (self->notified != node->id) return;
  uint64_t now = oth_clock(), took = now - self->notified_at;
  self->notified = 0;
  if (took < 1000000u) return;
  oth_record record = oth_about(node, OTH_FINISH_NOTIFICATION_RETURNED, now);
  record.argument = took;
  oth_emit(self, oth_audience_now(audience), record);
}

// MARK: Keys

// Keys that Foundation acts upon, and further properties of an operation that it has no need to be told of.
static const char *const known_keys[] = {
  "isFinished", "isExecuting", "isReady", "finished", "executing", "ready",
  "isCancelled", "cancelled", "isAsynchronous", "asynchronous", "isConcurrent", "concurrent", "dependencies", "queuePriority",
  "qualityOfService", "threadPriority", "completionBlock", "name",
};

// A text of up to 15 bytes lies in the two words of its `String`. The comparison is made with what almost every call has; what
// is laid out otherwise is compared as a text.
static bool is_common_key(uint64_t bits, uint64_t object) {
  return (bits == 0x6873696E69467369u && object == 0xEA00000000006465u) ||  // isFinished
         (bits == 0x7475636578457369u && object == 0xEB00000000676E69u) ||  // isExecuting
         (bits == 0x0079646165527369u && object == 0xE700000000000000u);    // isReady
}

static bool is_known_key(uint64_t bits, void *object) {
  uint8_t text[32];
  swift_bridgeObjectRetain(object);  // copying consumes a share
  int64_t length = oth_swift.copy_string(bits, (uint64_t)(uintptr_t)object, text, sizeof text);
  for (size_t i = 0; i < sizeof known_keys / sizeof *known_keys; i++)
    if ((size_t)length == strlen(known_keys[i]) && memcmp(text, known_keys[i], (size_t)length) == 0) return true;
  return false;
}

static void check_key(const notification *this, uint64_t bits, void *object, void *operation) {
  if (OTH_LIKELY(is_common_key(bits, (uint64_t)(uintptr_t)object))) return;
  oth_class *type = (oth_class *)oth_class_of(operation);
  uint32_t mask = this->audience.mask & ~atomic_load_explicit(&type->key_told, memory_order_relaxed);
  if (!mask || is_known_key(bits, object)) return;
  mask &= ~atomic_fetch_or_explicit(&type->key_told, mask, memory_order_relaxed);
  if (!mask) return;
  oth_describe(this->self, this->node, operation, mask, this->time);
  oth_string key = {bits, swift_bridgeObjectRetain(object)};
  oth_emit_string(this->self, mask, oth_about(this->node, OTH_UNKNOWN_KEY_NOTIFIED, this->time), key);
}

// MARK: The methods

static __attribute__((noinline)) void notify_key(uint64_t bits, void *object, void *operation) {
  notification this;
  bool wanted = begin(&this, operation);
  if (wanted) check_key(&this, bits, object, operation);
  original_key(bits, object, operation);
  if (wanted) end(&this);
}

static __attribute__((noinline)) void notify_path(void *path, const void *type, void *operation) {
  notification this;
  bool wanted = begin(&this, operation);
  original_path(path, type, operation);
  if (wanted) end(&this);
}

OTH_SWIFT void oth_hook_did_change_key(uint64_t bits, void *object, OTH_SELF void *operation) {
  if (OTH_UNLIKELY(!original_key)) find_originals();
  if (OTH_LIKELY(!oth_recording())) {
    __attribute__((musttail)) return original_key(bits, object, operation);
  }
  notify_key(bits, object, operation);
}

OTH_SWIFT void oth_hook_did_change_path(void *path, const void *type, OTH_SELF void *operation) {
  if (OTH_UNLIKELY(!original_path)) find_originals();
  if (OTH_LIKELY(!oth_recording())) {
    __attribute__((musttail)) return original_path(path, type, operation);
  }
  notify_path(path, type, operation);
}

#endif
