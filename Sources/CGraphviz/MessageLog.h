#ifndef CGRAPHVIZ_MESSAGE_LOG_H
#define CGRAPHVIZ_MESSAGE_LOG_H

#include "CGraphviz.h"

/// The most messages that are kept: one a node is possible.
enum { ot_log_maximum_messages = 64, ot_log_maximum_bytes = 32768 };

/// Begins a message; what is appended next belongs to it.
void ot_log_begin(ot_graphviz_outcome *outcome, ot_graphviz_level level);

/// Adds to the message that was begun last, as far as there is room.
void ot_log_append(ot_graphviz_outcome *outcome, const char *text, size_t length);

/// Adds each line of `text` as a message of its own.
void ot_log_lines(
    ot_graphviz_outcome *outcome, ot_graphviz_level level, const char *text, size_t length);

/// Makes room for messages; false when there is no memory.
bool ot_log_reserve(ot_graphviz_outcome *outcome);

#endif
