// The layout of what is written: shared by the writer here and, as numbers, by the reader in TraceEvents. A test holds the two
// against each other.
#ifndef C_OPERATION_HOOKS_RECORD_LAYOUT_H
#define C_OPERATION_HOOKS_RECORD_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

/// One record, little-endian. A record with text has `OTH_HAS_TEXT` set in its kind, the text's length in the low half of its
/// argument, and is followed by as many whole records of raw bytes as the text needs.
typedef struct {
  uint64_t time;
  uint32_t operation;
  uint32_t queue;
  uint64_t argument;
  uint32_t actor;
  uint8_t kind;
  uint8_t flags;
  uint16_t detail;
} oth_record;

#define OTH_HAS_TEXT 0x80
/// What stands for some zero bytes of a program's text, so that it does not look like a hole: ASCII's SUBSTITUTE.
#define OTH_SUBSTITUTE 0x1A

/// The head of a chunk. `committed` counts bytes of whole records behind the head; it is stored last, with release. `generation` is
/// 0 but in a recording that keeps its most recent part, which uses the memory of chunks again, the oldest generation first.
typedef struct {
  uint32_t magic;
  uint32_t size;
  uint32_t thread;
  uint32_t index;
  uint32_t committed;
  uint32_t kind;
  uint64_t generation;
  uint32_t reserved[8];
} oth_chunk;

#define OTH_CHUNK_MAGIC 0x4B4E4843u

_Static_assert(sizeof(oth_record) == 32, "a record is 32 bytes");
_Static_assert(offsetof(oth_record, kind) == 28, "the kind is the 29th byte");
_Static_assert(sizeof(oth_chunk) == 64, "a chunk's head is 64 bytes");
_Static_assert(offsetof(oth_chunk, committed) == 16, "the committed count is at 16");
_Static_assert(offsetof(oth_chunk, generation) == 24, "the generation is at 24");

/// Kinds of events, numbered as in TraceEvents.
enum {
  OTH_OPERATION_SEEN = 1,
  OTH_OPERATION_NAMED = 2,
  OTH_QUEUE_SEEN = 3,
  OTH_QUEUE_NAMED = 4,
  OTH_CLASS_SEEN = 5,
  OTH_THREAD_SEEN = 6,
  OTH_PROCESSORS_SEEN = 7,
  OTH_THREAD_MARK = 8,  // in carried records: of which thread those behind it are
  OTH_ENQUEUED = 10,
  OTH_DEPENDENCY_ADDED = 12,
  OTH_DEPENDENCY_REMOVED = 13,
  OTH_DEPENDENCY_CALL_RETURNED = 14,
  OTH_READY = 15,
  OTH_STARTED = 16,
  OTH_START_RETURNED = 17,
  OTH_FINISHED = 18,
  OTH_CANCELLED = 19,
  OTH_DEALLOCATED = 20,
  OTH_PRIORITY_CHANGED = 21,
  OTH_COMPLETION_BEGAN = 22,
  OTH_COMPLETION_ENDED = 23,
  OTH_COMPLETION_BLOCK_SET = 24,
  OTH_UNKNOWN_KEY_NOTIFIED = 25,
  OTH_FINISHED_AGAIN = 26,
  OTH_FINISH_NOTIFICATION_RETURNED = 27,
  OTH_WAIT_BEGAN = 30,
  OTH_WAIT_ENDED = 31,
  OTH_WAIT_ALL_BEGAN = 32,
  OTH_WAIT_ALL_ENDED = 33,
  OTH_QUEUE_SUSPENDED = 40,
  OTH_QUEUE_RESUMED = 41,
  OTH_QUEUE_LIMIT_CHANGED = 42,
  OTH_QUEUE_CANCELLED_ALL = 43,
  OTH_BARRIER_ADDED = 44,
  OTH_BARRIER_BEGAN = 45,
  OTH_BARRIER_ENDED = 46,
  OTH_QUEUE_DEALLOCATED = 47,
  OTH_FAILED = 50,
  OTH_NOTED = 51,
  OTH_FINISHED_UNNOTIFIED = 52,
  OTH_CALL_BLOCKED = 54,
  OTH_CALL_RETURNED = 55,
  OTH_STACK_RECORDED = 56,
  OTH_LOST = 60,
  OTH_STOPPED = 61,
};

/// Why records were lost, as in TraceEvents.
enum { OTH_LOST_FOR_LIMIT = 2 };

/// Calls of Foundation that can be found blocked, numbered as in TraceEvents.
enum {
  OTH_CALL_ADD_OPERATION = 1,
  OTH_CALL_ADD_OPERATIONS = 2,
  OTH_CALL_ADD_BARRIER_BLOCK = 3,
  OTH_CALL_ADD_DEPENDENCY = 4,
  OTH_CALL_REMOVE_DEPENDENCY = 5,
  OTH_CALL_DID_CHANGE_VALUE = 6,
  OTH_CALL_CANCEL_ALL_OPERATIONS = 7,
  OTH_CALL_CANCEL = 8,
};

/// Flags of events, as in TraceEvents.
enum {
  OTH_FLAG_BARRIER = 1 << 0,
  OTH_FLAG_CANCELLED = 1 << 1,
  OTH_FLAG_EXECUTING = 1 << 2,
  OTH_FLAG_FINISHED = 1 << 3,
  OTH_FLAG_ADOPTED = 1 << 4,
  OTH_FLAG_SEEN_LATE = 1 << 5,
  OTH_FLAG_TRUNCATED = 1 << 6,
  OTH_FLAG_CLEARED = 1 << 7,
  OTH_FLAG_BY_PROGRAM = 1 << 0,
  OTH_FLAG_MAIN_QUEUE = 1 << 0,
  OTH_FLAG_SUSPENDED = 1 << 1,
  OTH_FLAG_MAIN_THREAD = 1 << 0,
  OTH_FLAG_OVERRIDES_START = 1 << 0,
  OTH_FLAG_OVERRIDES_IS_READY = 1 << 1,
  OTH_FLAG_OVERRIDES_IS_FINISHED = 1 << 2,
  OTH_FLAG_OVERRIDES_IS_EXECUTING = 1 << 3,
  OTH_FLAG_OVERRIDES_CANCEL = 1 << 4,
  OTH_FLAG_OVERRIDES_IS_ASYNCHRONOUS = 1 << 5,
  OTH_FLAG_OVERRIDES_MAIN = 1 << 6,
};

#endif
