// Foundation's methods as C can call them, and the fields of an operation that are read without a call.
//
// The names are Swift's mangled names of public methods; they link in dynamic and in static builds alike.
#ifndef OTH_FOUNDATION_H
#define OTH_FOUNDATION_H

#include "COperationHooks.h"

#define OTH_SWIFT __attribute__((swiftcall))
#define OTH_SELF __attribute__((swift_context))
#define OTH_NAMED(name) __asm__(name)

/// A Swift `String?`: nil when `object` is NULL.
typedef struct {
  uint64_t bits;
  void *object;
} oth_string;

/// A Swift array of objects, as its storage lies in memory.
typedef struct {
  const void *type;
  uint64_t references;
  intptr_t count;
  uintptr_t capacity;
  void *elements[];
} oth_array;

extern const char oth_operation_class OTH_NAMED("$s10Foundation9OperationCN");
extern const char oth_queue_class OTH_NAMED("$s10Foundation14OperationQueueCN");

OTH_SWIFT void *oth_foundation_operation_init(OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationCACycfc");
OTH_SWIFT void *oth_foundation_block_operation_init(OTH_SELF void *) OTH_NAMED("$s10Foundation14BlockOperationCACycfc");
OTH_SWIFT void *oth_foundation_queue_init(OTH_SELF void *) OTH_NAMED("$s10Foundation14OperationQueueCACycfc");
OTH_SWIFT void oth_foundation_start(OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC5startyyF");
OTH_SWIFT void oth_foundation_cancel(OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC6cancelyyF");
OTH_SWIFT bool oth_foundation_is_finished(OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC10isFinishedSbvg");
OTH_SWIFT bool oth_foundation_is_ready(OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC7isReadySbvg");
OTH_SWIFT bool oth_foundation_is_executing(OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC11isExecutingSbvg");
OTH_SWIFT bool oth_foundation_is_asynchronous(OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC14isAsynchronousSbvg");
OTH_SWIFT void oth_foundation_main(OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC4mainyyF");
OTH_SWIFT void oth_foundation_add_dependency(void *, OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC13addDependencyyyACF");
OTH_SWIFT void oth_foundation_remove_dependency(void *, OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC16removeDependencyyyACF");
OTH_SWIFT oth_array *oth_foundation_dependencies(OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC12dependenciesSayACGvg");
OTH_SWIFT void oth_foundation_did_change_key(uint64_t, void *, OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC14didChangeValue6forKeyySS_tF");
OTH_SWIFT void oth_foundation_did_change_path(void *, const void *, OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC14didChangeValue3forys7KeyPathCyACxG_tlF");
OTH_SWIFT void oth_foundation_wait(OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC17waitUntilFinishedyyF");
OTH_SWIFT void oth_foundation_set_completion(void *, void *, OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC15completionBlockyyYbcSgvs");
OTH_SWIFT oth_string oth_foundation_name(OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC4nameSSSgvg");
OTH_SWIFT void oth_foundation_set_name(uint64_t, void *, OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC4nameSSSgvs");
OTH_SWIFT uint8_t oth_foundation_priority(OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC13queuePriorityAC05QueueD0Ovg");
OTH_SWIFT void oth_foundation_set_priority(uint8_t, OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC13queuePriorityAC05QueueD0Ovs");
OTH_SWIFT uint8_t oth_foundation_quality(OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC16qualityOfServiceAA07QualitydE0Ovg");
OTH_SWIFT bool oth_foundation_is_cancelled(OTH_SELF void *) OTH_NAMED("$s10Foundation9OperationC11isCancelledSbvg");

OTH_SWIFT void oth_foundation_add_operation(void *, OTH_SELF void *) OTH_NAMED("$s10Foundation14OperationQueueC03addB0yyAA0B0CF");
OTH_SWIFT void oth_foundation_add_operations(oth_array *, bool, OTH_SELF void *) OTH_NAMED("$s10Foundation14OperationQueueC13addOperations_17waitUntilFinishedySayAA0B0CG_SbtF");
OTH_SWIFT void oth_foundation_add_barrier(void *, void *, OTH_SELF void *) OTH_NAMED("$s10Foundation14OperationQueueC15addBarrierBlockyyyyYbcF");
OTH_SWIFT void oth_foundation_cancel_all(OTH_SELF void *) OTH_NAMED("$s10Foundation14OperationQueueC19cancelAllOperationsyyF");
OTH_SWIFT void oth_foundation_wait_all(OTH_SELF void *) OTH_NAMED("$s10Foundation14OperationQueueC33waitUntilAllOperationsAreFinishedyyF");
OTH_SWIFT bool oth_foundation_is_suspended(OTH_SELF void *) OTH_NAMED("$s10Foundation14OperationQueueC11isSuspendedSbvg");
OTH_SWIFT void oth_foundation_set_suspended(bool, OTH_SELF void *) OTH_NAMED("$s10Foundation14OperationQueueC11isSuspendedSbvs");
OTH_SWIFT intptr_t oth_foundation_limit(OTH_SELF void *) OTH_NAMED("$s10Foundation14OperationQueueC013maxConcurrentB5CountSivg");
OTH_SWIFT void oth_foundation_set_limit(intptr_t, OTH_SELF void *) OTH_NAMED("$s10Foundation14OperationQueueC013maxConcurrentB5CountSivs");
OTH_SWIFT oth_string oth_foundation_queue_name(OTH_SELF void *) OTH_NAMED("$s10Foundation14OperationQueueC4nameSSSgvg");
OTH_SWIFT void oth_foundation_set_queue_name(uint64_t, void *, OTH_SELF void *) OTH_NAMED("$s10Foundation14OperationQueueC4nameSSSgvs");

OTH_SWIFT void oth_foundation_lock(OTH_SELF void *) OTH_NAMED("$s10Foundation6NSLockC4lockyyF");
OTH_SWIFT void oth_foundation_unlock(OTH_SELF void *) OTH_NAMED("$s10Foundation6NSLockC6unlockyyF");

// Of the Swift runtime.
void *swift_retain(void *);
void swift_release(void *);
void *swift_bridgeObjectRetain(void *);
void swift_bridgeObjectRelease(void *);
void *swift_allocObject(const void *metadata, size_t size, size_t alignment_mask);
void swift_deallocClassInstance(void *object, size_t size, size_t alignment_mask);
void swift_deallocObject(void *object, size_t size, size_t alignment_mask);
bool swift_isDeallocating(void *object);

/// Where an operation keeps what the hooks read without a call, in bytes from its start; 0 for what was not found. Each is
/// checked against Foundation's own answers before it is used, and the hooks do without what is not there.
typedef struct {
  uint32_t state;
  uint32_t queue;
  uint32_t completion;
  uint32_t dependencies;
  uint32_t quality;
  uint32_t cancelled;
  uint32_t lock;
  uint32_t name;
  const void *empty_array;  // the one storage that every empty array shares
} oth_fields;

extern oth_fields oth_operation_fields;

/// Foundation's own states of an operation.
enum { OTH_FOUNDATION_STARTING = 4, OTH_FOUNDATION_EXECUTING = 5, OTH_FOUNDATION_FINISHED = 7 };

static inline uint8_t oth_field_byte(const void *operation, uint32_t offset) {
  return __atomic_load_n((const uint8_t *)operation + offset, __ATOMIC_RELAXED);
}

static inline void *oth_field_word(const void *operation, uint32_t offset) {
  return __atomic_load_n((void *const *)((const uint8_t *)operation + offset), __ATOMIC_RELAXED);
}

#endif
