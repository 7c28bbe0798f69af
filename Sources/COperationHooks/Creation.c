#if defined(__linux__)
// A class of the program's makes its objects by the initializer of the class of Foundation's above it, which it calls by its symbol:
// the moment to meet the class, before the first call on one of them.
#include "Interposition.h"
#include "Observing.h"

typedef OTH_SWIFT void *(*initializer)(OTH_SELF void *);

OTH_SWIFT void *oth_hook_operation_init(OTH_SELF void *operation);
OTH_SWIFT void *oth_hook_block_operation_init(OTH_SELF void *operation);
OTH_SWIFT void *oth_hook_queue_init(OTH_SELF void *queue);

OTH_INTERPOSED_BY(oth_hook_operation_init) OTH_SWIFT void *oth_foundation_operation_init(OTH_SELF void *);
OTH_INTERPOSED_BY(oth_hook_block_operation_init) OTH_SWIFT void *oth_foundation_block_operation_init(OTH_SELF void *);
OTH_INTERPOSED_BY(oth_hook_queue_init) OTH_SWIFT void *oth_foundation_queue_init(OTH_SELF void *);

static initializer original_operation, original_block_operation, original_queue;

__attribute__((constructor)) void oth_prepare_creation(void) {
  original_operation =
    (initializer)oth_foundation_definition("$s10Foundation9OperationCACycfc", (const void *)oth_hook_operation_init);
  original_block_operation =
    (initializer)oth_foundation_definition("$s10Foundation14BlockOperationCACycfc", (const void *)oth_hook_block_operation_init);
  original_queue =
    (initializer)oth_foundation_definition("$s10Foundation14OperationQueueCACycfc", (const void *)oth_hook_queue_init);
}

static inline void meet(const void *object, bool is_queue) {
  if (OTH_UNLIKELY(oth_recording()) && !oth_class_known(object)) oth_class_adopt(object, is_queue);
}

OTH_SWIFT void *oth_hook_operation_init(OTH_SELF void *operation) {
  if (OTH_UNLIKELY(!original_operation)) oth_prepare_creation();
  meet(operation, false);
  __attribute__((musttail)) return original_operation(operation);
}

OTH_SWIFT void *oth_hook_block_operation_init(OTH_SELF void *operation) {
  if (OTH_UNLIKELY(!original_block_operation)) oth_prepare_creation();
  meet(operation, false);
  __attribute__((musttail)) return original_block_operation(operation);
}

OTH_SWIFT void *oth_hook_queue_init(OTH_SELF void *queue) {
  if (OTH_UNLIKELY(!original_queue)) oth_prepare_creation();
  meet(queue, true);
  __attribute__((musttail)) return original_queue(queue);
}

#endif
