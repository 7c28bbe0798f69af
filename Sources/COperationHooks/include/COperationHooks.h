// What Swift sees of the hooks. C does the mechanism: it finds and replaces vtable entries, gives objects their identity and
// writes records into the calling thread's chunk. It decides nothing about files, limits or meaning. Recording allocates nothing:
// the tables are address space that is reserved once. Only a block that is wrapped gets a context of its own.
//
// Why C: a hook must follow the Swift calling convention to a method whose self is in the context register, which Swift
// cannot express for a free function, and a record is written into thread-local storage, which Swift cannot declare.
#ifndef C_OPERATION_HOOKS_H
#define C_OPERATION_HOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "RecordLayout.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How many sessions can record at once.
#define OTH_MAX_SESSIONS 32

/// The longest text, in bytes of UTF-8, that a record carries.
#define OTH_MAX_TEXT 16384

// MARK: Installing

/// What the Swift side does for the hooks; set once, before anything is installed.
typedef struct {
  /// Copies the text of a Swift `String?`, given as its two words, and consumes it. Returns its full length in UTF-8, or -1
  /// for nil; at most `capacity` bytes are copied.
  int64_t (*copy_string)(uint64_t word0, uint64_t word1, uint8_t *buffer, size_t capacity);
  /// Copies the name, with its module, of the class of `object`; returns as `copy_string`.
  int64_t (*copy_class_name)(const void *object, uint8_t *buffer, size_t capacity);
} oth_callbacks;

/// What `oth_install` could not find.
typedef struct {
  /// The name of the method, or what else is not as expected; a static text.
  const char *what;
  /// How many times it was found where it must be found once.
  int32_t count;
} oth_install_failure;

/// Finds the entries of every hooked method and replaces them in Foundation's own classes. Nothing is changed unless all are
/// found. Returns false, with the failure filled in, on an unknown Foundation. Call it once, under a lock.
bool oth_install(const oth_callbacks *callbacks, const void *barrier_class, const void *block_operation_class,
                 const void *main_queue, oth_install_failure *failure);

/// Tells the hooks where Foundation's own `cancel()`, `didChangeValue` and `waitUntilFinished()` read `isFinished`, by making it do
/// so once on an operation of a class that the program's compiler may call directly. Call it once after `oth_install`, with an
/// operation that has not finished and nobody else knows, and the words of the Swift string "isFinished".
void oth_calibrate(void *operation, const uint64_t finished_key[2]);
/// Whether this program's calls of `didChangeValue` are seen. They are not in a program of which Foundation is a part: what
/// they tell of a finish is still seen by what Foundation reads then.
bool oth_sees_notifications(void);

/// Prepares the process for sessions whose events do not come from hooks. Call it any number of times.
void oth_prepare(void);

// MARK: Sessions

/// Gives a thread a chunk of at least `minimum` bytes for records, header included, and its size; NULL when there is no room.
/// Nobody waits for room: a record that finds none is lost and counted, and the thread's next ones ask again after a while.
/// `index` counts the chunks that this thread has had. Called on the traced thread, with no lock held.
typedef void *(*oth_refill)(void *context, uint32_t thread, uint32_t index, size_t minimum, size_t *size);

/// Opens a session; returns its slot, or -1 when all are in use. Nothing is recorded before `oth_session_begin`.
int oth_session_open(oth_refill refill, void *context, bool omits_names);
/// Lets the hooks record for the session; `all` for every queue of the process.
void oth_session_begin(int slot, bool all);
/// Lets records be written for the session.
void oth_session_activate(int slot, bool all);
/// Adds a queue, by its object, to what the session traces.
void oth_session_trace(int slot, void *queue);
/// Waits until every record that was begun has been written. Returns false when a thread did not get there in time.
bool oth_session_quiesce(void);
/// Lets every thread ask for a new chunk before its next record where the one it has is of a generation before this one, of which
/// new chunks are from now on. Returns true when nobody writes into a chunk of an earlier one any more, and false when that could
/// not be seen in time: then call it again. No record is lost.
bool oth_session_turn(int slot, uint64_t generation);
/// Ends recording and waits as `oth_session_quiesce` does; if it returns true the session's memory is free to go.
bool oth_session_close(int slot);
/// How many records the session could not write for want of a chunk.
uint64_t oth_session_lost(int slot);

// MARK: Events that do not come from a hook

/// Now, in nanoseconds of the clock that records use.
uint64_t oth_now(void);
/// Gives the calling thread its name, of at most 15 bytes.
void oth_name_thread(const char *name);
/// Whether any session records now.
bool oth_is_recording(void);
/// An operation that was in a queue before the session began.
void oth_adopt_operation(int slot, void *operation, void *queue);
/// A failure or note that the program reports; `operation` may be NULL for a note.
void oth_report(uint8_t kind, void *operation, const uint8_t *text, size_t length, bool truncated);
/// Writes a record into one session, at its own time or, where that is 0, now; with a text unless `text` is NULL.
void oth_session_write(int slot, oth_record record, const uint8_t *text, size_t length);

// MARK: Who is who

/// The identity of a living operation or queue in the records; 0 for one that no session has met. Calls nothing of the object.
uint32_t oth_identity(const void *object);

// MARK: Asking operations that went silent

/// The next operation, from `*cursor` on, that returned from `start()` at least `age` nanoseconds ago and whose queue may not
/// know that it finished. Looks at no more than `budget` entries. Returns it retained, or NULL. No other thread gets it
/// until it is examined.
void *oth_next_suspect(uint32_t *cursor, uint32_t budget, uint64_t age);
/// Asks the suspect for `isFinished` and Foundation for what it was told; records `finishedUnnotified` where they differ. Calls
/// the program's code: use a thread that may be given up. Releases the operation.
void oth_examine_suspect(void *operation);

// MARK: Calls that do not return

/// Looks for threads that have been inside a call of Foundation for `patience` nanoseconds, and writes `callBlocked` for each once.
/// Call it every 50 milliseconds or so from one thread: a call is marked first and told of the next time.
void oth_watch_calls(uint64_t patience);
/// How many calls were told of that have not returned, and in `*told` how many in all.
uint32_t oth_blocked_calls(uint32_t *told);

// MARK: Operations that do not move

/// How far an operation has come that has not finished; bits, so that several can be asked for.
enum {
  OTH_STAGE_ENQUEUED = 1 << 0,  // it is in a queue and was not started
  OTH_STAGE_STARTED = 1 << 1,   // a thread is inside its start()
  OTH_STAGE_RETURNED = 1 << 2,  // its start() returned
};

/// An operation as `oth_unmoved` found it.
typedef struct {
  uint32_t operation;
  uint32_t queue;
  /// One of `OTH_STAGE_…`.
  uint32_t stage;
  /// The kernel's number of the thread that entered `start()` last; 0 before that, and where the recording began after it.
  uint32_t thread;
  /// Nanoseconds since it came to this stage, less precise than a millisecond.
  uint64_t age;
  /// For the two functions below.
  uint32_t entry, moved_at, sessions, opened;
} oth_unmoved_operation;

/// Finds operations that some session traces and that came to one of `stages` at least `age` nanoseconds ago and have been there
/// since. Returns how many, at most `capacity`. Begins at `*cursor`, which is 0 for the first call, looks at no more than `budget`
/// objects, and leaves in `*cursor` where to go on: 0 when it has seen them all. Calls nothing of the program or of Foundation.
size_t oth_unmoved(uint32_t *cursor, uint32_t budget, uint32_t stages, uint64_t age, oth_unmoved_operation *out, size_t capacity);
/// The number of the next operation, from `*cursor` on, that was enqueued, is still there and has not finished; 0 for no more.
uint32_t oth_next_unfinished(uint32_t *cursor);
/// Whether the operation is still where it was found, and so was all the time between: what was learned of its thread meanwhile
/// is about it.
bool oth_is_unmoved(const oth_unmoved_operation *operation);
/// Writes a record about the operation, with a text unless `text` is NULL, into the sessions that traced it when it was found.
void oth_record_unmoved(const oth_unmoved_operation *operation, uint8_t kind, const uint8_t *text, size_t length);

// MARK: Records that are dropped

/// What is known of operations of which records are about to be dropped.
typedef struct oth_sieve oth_sieve;

/// Makes an empty one, or returns NULL. Free it with `oth_sieve_free`.
oth_sieve *oth_sieve_make(void);
void oth_sieve_free(oth_sieve *sieve);
/// Looks at records that nobody writes any more. Returns false when there is no memory to remember them.
bool oth_sieve_note(oth_sieve *sieve, const void *records, size_t bytes);
/// Copies those records that are not of an operation that is over, with their texts, to where there is room for all of them; returns
/// how many bytes. An operation is over when its enqueue and its deallocation have both been noted.
size_t oth_sieve_copy(const oth_sieve *sieve, const void *records, size_t bytes, void *out);
/// How many events have been noted, and how many operations are over.
uint64_t oth_sieve_events(const oth_sieve *sieve);
uint64_t oth_sieve_over(const oth_sieve *sieve);
/// The highest number of an operation in what was noted.
uint32_t oth_sieve_last_operation(const oth_sieve *sieve);

// MARK: Checks before installing

/// Looks up where an operation keeps what the hooks read without a call.
void oth_prepare_fields(void);
/// Gives up each field that does not say what Foundation says: of a plain operation, one with dependencies, one that was
/// cancelled and has a completion block, and one that has finished.
void oth_check_fields(void *plain, void *dependent, void *cancelled, void *finished);

// MARK: Copies

/// Lets a signal ask for a copy of the recording, unless the program does something with it. Returns whether it does.
bool oth_take_copy_signal(int signal);
/// How often that signal has come.
uint32_t oth_copy_requests(void);

// MARK: For tests

/// Reads what the hooks read of an operation: addresses of its dependencies, their number; for the check at install.
size_t oth_read_dependencies(void *operation, void **out, size_t capacity);
uint16_t oth_read_detail(void *operation);
/// Writes `count` records into a session's chunk, for benchmarks.
void oth_write_for_benchmark(int slot, uint64_t count);

#ifdef __cplusplus
}
#endif
#endif
