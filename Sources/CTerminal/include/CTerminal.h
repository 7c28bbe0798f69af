// A terminal that a program takes over and gives back: whatever ends the program, the terminal is as it was.
//
// C, because it is done in signal handlers, too.
#ifndef C_TERMINAL_H
#define C_TERMINAL_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Takes the terminal over: keys are read one by one and not shown, the alternate screen is shown without a cursor.
///
/// From then on the terminal is given back before a signal stops or ends the process, when it crashes, and when it exits;
/// signals that the process ignores stay ignored. When the process goes on after a stop, the terminal is taken over again.
///
/// \param input  The terminal's descriptor for reading.
/// \param output The terminal's descriptor for writing.
/// \returns 0, or an error number.
int oterm_begin(int input, int output);

/// Sets what is written to standard error when a signal that was sent ends the process, after the terminal is given back.
///
/// \param text A copy is kept of it, of some thousand bytes.
void oterm_set_farewell(const char *text);

/// Gives the terminal back; does nothing when it was not taken.
void oterm_end(void);

/// Whether the terminal is taken over now: not while the process runs in the background after a stop.
bool oterm_is_taken(void);

/// A descriptor from which a byte can be read whenever the terminal must be drawn anew: it has another size, or was taken over
/// again.
int oterm_notices(void);

#ifdef __cplusplus
}
#endif

#endif
