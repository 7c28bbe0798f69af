// A closure `() -> Void` that reports when another one begins and ends.
#ifndef OTH_WRAPPED_BLOCK_H
#define OTH_WRAPPED_BLOCK_H

#include "Foundation.h"
#include "Writer.h"

/// What a wrapped block reports.
typedef struct {
  uint8_t began, ended;   // kinds of events
  uint32_t operation, queue;
  uint64_t argument;
  oth_audience audience;
} oth_report_of_block;

/// The context of a closure around the closure (`function`, `context`), whose context it consumes; to be called through
/// `oth_wrapped_block`. The caller owns the result.
void *oth_wrap_block(void *function, void *context, oth_report_of_block report);
/// Gives the context its closure, where it was made without one.
void oth_wrapped_block_adopt(void *wrapped, void *function, void *context);
/// The function of such a closure.
OTH_SWIFT void oth_wrapped_block(OTH_SELF void *context);

#endif
