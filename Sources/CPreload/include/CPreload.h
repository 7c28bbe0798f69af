// What of the preload library is done before and outside of Swift: it finds out what process it has come into, takes itself out of
// the environment, and starts and ends the recorder.
#ifndef C_PRELOAD_H
#define C_PRELOAD_H

#include <stdbool.h>

// MARK: What Swift does, for C

/// Begins to record the program of that name, or says in one line on standard error why not and returns false.
bool oth_preload_begin(const char *program);
/// Ends the recording in good order.
void oth_preload_end(void);
/// Whether the environment asks for the children of this process to be traced, too.
bool oth_preload_follows(void);

// MARK: What process this is

/// Whether something else than this library needs Foundation.
bool oth_preload_foundation_is_needed(void);
/// Whether the program has the hooks in it already.
bool oth_preload_is_traced_already(void);

// MARK: The file

/// Lets the program outlive that its recording's file is cut: see Truncation.c. Does nothing where the program handles SIGBUS.
void oth_preload_outlive_truncation(const char *path);

// MARK: The environment

/// Takes this library out of LD_PRELOAD and leaves there what else stands in it.
void oth_preload_leave_loader_variable(void);
/// Removes the variables that are meant for the recorder.
void oth_preload_remove_variables(void);

#endif
