// Starts a program and waits for signals, as far as that is not for Swift: between `fork` and `exec` only a few functions may be
// called, and what tells of a signal who sent it is a union of C.
#ifndef C_PROGRAM_START_H
#define C_PROGRAM_START_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__linux__)

// MARK: The signals of this process

/// Remembers what this process has inherited: the mask of signals, and which ones are ignored. A program that is started later
/// begins with it, whatever this process has changed for itself since. Only the first call counts.
void optrace_remember_signals(void);

/// Blocks the signals that this process waits for, in the calling thread and those it makes from now on.
void optrace_block_signals(void);

/// A signal that has come.
typedef struct {
  int number;
  /// Whether a process sent it, and not the system: a terminal's keys reach every process of the group by themselves.
  bool is_sent;
} optrace_signal;

/// Waits for one of the signals that are blocked.
optrace_signal optrace_wait_for_signal(void);

/// Ends this process by a signal, without a core of its own.
_Noreturn void optrace_die(int signal);

// MARK: A program's file

/// Whether a text stands in memory; what looks for it passes megabytes in a debug build, too.
bool optrace_is_within(const void *memory, size_t count, const void *text, size_t length);

/// Whether a program gets capabilities that its user has not.
bool optrace_has_capabilities(const char *path);

// MARK: A program

/// A program to start.
typedef struct {
  const char *path;
  char *const *arguments;
  char *const *variables;
  /// What becomes its standard input, output and error; -1 for what this process has.
  int streams[3];
} optrace_program;

/// Starts a program in this process's group and folder, with the signals that this process inherited. Text without `#!` that the
/// system can't run is given to the shell.
///
/// Returns the process's number, or the negative number of an error when the program could not be started.
pid_t optrace_start(const optrace_program *program);

/// Makes a pipe, both ends of which are closed in a program that is started, and are none of the standard streams, also when
/// those are closed. Returns the number of an error, or zero.
int optrace_pipe(int ends[2]);

/// What has become of a child.
typedef struct {
  enum {
    optrace_child_runs,
    optrace_child_stopped,
    optrace_child_continued,
    optrace_child_exited,
    optrace_child_killed,
  } state;
  /// The exit code, or the signal's number.
  int number;
} optrace_child;

/// Looks at a child without waiting, and without reaping one that has ended: its number stays its own.
optrace_child optrace_look_at(pid_t process);

/// Reaps a child that has ended, waiting for its end if need be.
void optrace_reap(pid_t process);

#endif

#ifdef __cplusplus
}
#endif

#endif
