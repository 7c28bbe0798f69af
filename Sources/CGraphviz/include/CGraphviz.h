#ifndef CGRAPHVIZ_H
#define CGRAPHVIZ_H

// Graphviz, as far as this package needs it: one function that turns DOT text into a picture.
//
// This is C because libgvc can't be called from Swift: half of its interface is macros and variadic functions, and its
// globals are refused by Swift's concurrency checks. No Graphviz type appears here, so none reaches a Swift program.
// libgvc holds global state; every call goes through one lock that belongs to the process. Limits and the choice of
// words are the caller's.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How a rendering ended.
typedef enum ot_graphviz_status {
  /// The picture is in `picture`.
  OT_GRAPHVIZ_DRAWN,
  /// The text is not a graph.
  OT_GRAPHVIZ_NOT_A_GRAPH,
  /// The text holds a zero byte, at which Graphviz would have cut it.
  OT_GRAPHVIZ_ZERO_BYTE,
  /// The text holds more than one graph.
  OT_GRAPHVIZ_SEVERAL_GRAPHS,
  /// The graph has more nodes or edges than the request allows; `nodes` and `edges` say how many.
  OT_GRAPHVIZ_TOO_LARGE,
  /// The engine refused, or did not know, something in the graph.
  OT_GRAPHVIZ_NO_LAYOUT,
  /// The output could not be made, or an error was reported while it was.
  OT_GRAPHVIZ_NO_OUTPUT,
  /// Memory, a process or a pipe could not be had; `system_error` is the errno value.
  OT_GRAPHVIZ_NO_RESOURCES,
  /// The child was killed because its time was over.
  OT_GRAPHVIZ_TIMED_OUT,
  /// The child ended without an answer; `signal` says by which signal, zero when by none.
  OT_GRAPHVIZ_CRASHED
} ot_graphviz_status;

/// What to draw.
typedef struct ot_graphviz_request {
  /// DOT text in UTF-8; it need not end in a zero.
  const char *dot;
  /// The length of `dot` in bytes.
  size_t dot_length;
  /// Format and renderer as Graphviz writes them, such as "svg:svg".
  const char *format;
  /// The engine, unless the graph has an attribute `layout`.
  const char *engine;
  /// The most nodes that are laid out.
  uint32_t maximum_nodes;
  /// The most edges that are laid out.
  uint32_t maximum_edges;
  /// The longest side of the picture in dots; larger pictures are shrunk. Zero: no limit.
  uint32_t maximum_dots;
  /// Dots per inch, unless the graph has an attribute `dpi`; zero leaves it to Graphviz.
  uint32_t dots_per_inch;
} ot_graphviz_request;

/// What kind of message it is.
typedef enum ot_graphviz_level {
  /// Graphviz drew something, with a reservation.
  OT_GRAPHVIZ_WARNING,
  /// Graphviz did not do what the text asks for, whatever it returned.
  OT_GRAPHVIZ_ERROR,
  /// A line that was printed on standard error past Graphviz's own messages.
  OT_GRAPHVIZ_PRINTED
} ot_graphviz_level;

/// One message, as a stretch of `message_text`.
typedef struct ot_graphviz_message {
  /// Its kind.
  ot_graphviz_level level;
  /// Where it begins in `message_text`, in bytes.
  uint32_t offset;
  /// Its length in bytes.
  uint32_t length;
} ot_graphviz_message;

/// What came of it. Give it to `ot_graphviz_release` in the end.
typedef struct ot_graphviz_outcome {
  /// How it ended; the only field that always says something.
  ot_graphviz_status status;
  /// The picture, or null.
  uint8_t *picture;
  /// The length of `picture` in bytes.
  size_t picture_length;
  /// How many nodes the graph has.
  uint32_t nodes;
  /// How many edges the graph has.
  uint32_t edges;
  /// By what the picture was multiplied to fit `maximum_dots`; 1 when it fitted.
  double scale;
  /// The signal that ended the child.
  int32_t signal;
  /// The errno value behind `OT_GRAPHVIZ_NO_RESOURCES`.
  int32_t system_error;
  /// The first messages, in the order in which they came; null when there were none.
  ot_graphviz_message *messages;
  /// How many messages are in `messages`.
  uint32_t message_count;
  /// How many came after those.
  uint32_t dropped_messages;
  /// The texts of the messages, one after the other.
  char *message_text;
  /// The length of `message_text` in bytes.
  uint32_t message_bytes;
  /// Whether any message, kept or dropped, was an error.
  bool reported_error;
} ot_graphviz_outcome;

/// Draws in this process, and returns when it is done, however long that takes.
///
/// May be called from any thread; calls take turns.
void ot_graphviz_render(const ot_graphviz_request *request, ot_graphviz_outcome *outcome);

/// Whether `ot_graphviz_render_in_child` exists here: it needs a system on which a forked child may go on.
bool ot_graphviz_can_render_in_child(void);

/// Draws in a forked child of this process, which is killed after `timeout_nanoseconds`.
///
/// A crash, an endless layout and a leak in Graphviz stay in the child, and so does what it prints. May be called from
/// any thread.
void ot_graphviz_render_in_child(
    const ot_graphviz_request *request, uint64_t timeout_nanoseconds, ot_graphviz_outcome *outcome);

/// Frees what an outcome holds.
void ot_graphviz_release(ot_graphviz_outcome *outcome);

/// Copies the version of the library that is loaded, such as "2.43.0", and a zero, into `buffer`.
void ot_graphviz_copy_version(char *buffer, size_t capacity);

/// How many graphs this process has read and not closed; zero whenever nothing is being drawn.
int64_t ot_graphviz_open_graphs(void);

#endif
