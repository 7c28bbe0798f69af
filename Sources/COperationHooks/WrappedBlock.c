#if defined(__linux__)
#include "WrappedBlock.h"

#include "Writer.h"

// The context is a heap object of a kind of its own: Swift's runtime needs to know only how to destroy it. Source of the layout:
// the Swift ABI's metadata of heap local variables.
typedef struct {
  const void *metadata;
  uint64_t references;
  void *function;
  void *context;
  oth_report_of_block report;
} wrapped_block;

static OTH_SWIFT void destroy(OTH_SELF void *object) {
  wrapped_block *block = object;
  swift_release(block->context);
  swift_deallocObject(block, sizeof *block, _Alignof(wrapped_block) - 1);
}

static const struct {
  OTH_SWIFT void (*destroy)(OTH_SELF void *);
  const void *value_witnesses;
  uintptr_t kind;
  uint32_t capture_offset;
  const char *capture_description;
} metadata = {destroy, NULL, 0x400, 16, NULL};

void *oth_wrap_block(void *function, void *context, oth_report_of_block report) {
  wrapped_block *block = swift_allocObject(&metadata.kind, sizeof *block, _Alignof(wrapped_block) - 1);
  block->function = function;
  block->context = context;
  block->report = report;
  return block;
}

void oth_wrapped_block_adopt(void *wrapped, void *function, void *context) {
  wrapped_block *block = wrapped;
  block->function = function;
  block->context = context;
}

static void tell(const oth_report_of_block *report, uint8_t kind) {
  uint32_t mask = oth_audience_now(report->audience) & atomic_load_explicit(&oth_active, memory_order_relaxed);
  if (!mask) return;
  oth_emit(oth_current(), mask,
           (oth_record){.time = oth_clock(), .operation = report->operation, .queue = report->queue,
                        .argument = report->argument, .kind = kind});
}

OTH_SWIFT void oth_wrapped_block(OTH_SELF void *context) {
  wrapped_block *block = context;
  tell(&block->report, block->report.began);
  ((OTH_SWIFT void (*)(OTH_SELF void *))block->function)(block->context);
  tell(&block->report, block->report.ended);
}

#endif
