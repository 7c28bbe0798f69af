#if !__has_include(<graphviz/gvc.h>)
#error "Graphviz's headers are missing: run scripts/setup, or install libgraphviz-dev (macOS: brew install graphviz)"
#endif

#include "Render.h"

#include "GraphReader.h"
#include "MessageLog.h"

#include <errno.h>
#include <graphviz/gvc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pthread_mutex_t ot_graphviz_lock = PTHREAD_MUTEX_INITIALIZER;

// All of the following belongs to whoever holds the lock.

/// Made once: making one costs more than drawing a small graph, and each one leaks.
static GVC_t *context;
/// Where messages go while something is drawn: libgvc's callback carries no pointer of ours.
static ot_graphviz_outcome *listener;

// MARK: Messages

/// A message arrives in pieces: "Error" or "Warning", then ": ", then its text, which may be continued by more pieces.
static int receive_message(char *piece) {
  static bool after_level;
  if (strcmp(piece, "Error") == 0 || strcmp(piece, "Warning") == 0) {
    ot_log_begin(listener, *piece == 'E' ? OT_GRAPHVIZ_ERROR : OT_GRAPHVIZ_WARNING);
    after_level = true;
    return 0;
  }
  if (!after_level || strcmp(piece, ": ") != 0) ot_log_append(listener, piece, strlen(piece));
  after_level = false;
  return 0;
}

// MARK: Size

/// The value of an attribute of the graph as a positive number, or the other value.
static double positive_attribute(Agraph_t *graph, const char *name, double otherwise) {
  const char *text = agget(graph, (char *)name);
  double value = text == NULL ? 0 : atof(text);
  return value > 0 ? value : otherwise;
}

static void set_attribute(Agraph_t *graph, const char *name, double value) {
  char text[64];
  snprintf(text, sizeof text, "%.4f", value);
  agattr(graph, AGRAPH, (char *)name, text);
}

/// Bounds the picture by the attribute `size`, and returns the longest side that it allows, in points; zero: any.
static double bound_size(Agraph_t *graph, const ot_graphviz_request *request) {
  if (request->maximum_dots == 0) return 0;
  double dpi = 72;
  if (request->dots_per_inch > 0) {
    dpi = positive_attribute(graph, "dpi", request->dots_per_inch);
    if (dpi < 10 || dpi > request->maximum_dots) dpi = request->dots_per_inch;
    set_attribute(graph, "dpi", dpi);
  }
  double inches = request->maximum_dots / dpi, wanted = positive_attribute(graph, "size", 0);
  // "width,height" or one number for both; a final "!" asks to enlarge, which stays within the same bound.
  const char *text = agget(graph, (char *)"size"), *comma = text == NULL ? NULL : strchr(text, ',');
  double height = comma == NULL ? wanted : atof(comma + 1);
  if (wanted > 0 && wanted <= inches && height > 0 && height <= inches) return 0;
  char bound[64];
  snprintf(bound, sizeof bound, "%.4f,%.4f", inches, inches);
  agattr(graph, AGRAPH, (char *)"size", bound);
  return inches * 72;
}

// MARK: Drawing

static void draw(
    Agraph_t *graph, const ot_graphviz_request *request, ot_graphviz_outcome *outcome) {
  double longest = bound_size(graph, request);
  if (gvLayout(context, graph, request->engine) != 0) {
    outcome->status = OT_GRAPHVIZ_NO_LAYOUT;
    return;
  }
  boxf box = GD_bb(graph);
  double width = box.UR.x - box.LL.x, height = box.UR.y - box.LL.y;
  double side = width > height ? width : height;
  outcome->scale = longest > 0 && side > longest ? longest / side : 1;

  char *data = NULL;
  // An unsigned int before Graphviz 13, a size_t since: zeroed, this holds either one on a little-endian machine.
  size_t length = 0;
  int failed = gvRenderData(context, graph, request->format, &data, (void *)&length);
  // An HTML-like label that can't be parsed is reported, but neither call fails for it.
  if (failed != 0 || data == NULL || outcome->reported_error) {
    outcome->status = OT_GRAPHVIZ_NO_OUTPUT;
  } else if ((outcome->picture = malloc(length + 1)) == NULL) {
    outcome->status = OT_GRAPHVIZ_NO_RESOURCES;
    outcome->system_error = ENOMEM;
  } else {
    memcpy(outcome->picture, data, length);
    outcome->picture_length = length;
  }
  if (data != NULL) gvFreeRenderData(data);
  gvFreeLayout(context, graph);
}

static void read_and_draw(const ot_graphviz_request *request, ot_graphviz_outcome *outcome) {
  Agraph_t *graph = ot_graph_read(request, outcome);
  if (outcome->status == OT_GRAPHVIZ_DRAWN) {
    outcome->nodes = (uint32_t)agnnodes(graph);
    outcome->edges = (uint32_t)agnedges(graph);
    if (outcome->nodes > request->maximum_nodes || outcome->edges > request->maximum_edges) {
      outcome->status = OT_GRAPHVIZ_TOO_LARGE;
    } else {
      draw(graph, request, outcome);
    }
  }
  ot_graph_close(graph);
}

void ot_graphviz_render_locked(const ot_graphviz_request *request, ot_graphviz_outcome *outcome) {
  static bool has_drawn;
  listener = outcome;
  agreseterrors();
  agusererrf previous = agseterrf(receive_message);
  if (context == NULL) context = gvContext();
  read_and_draw(request, outcome);
  agseterrf(previous);
  listener = NULL;

  // A context knows the plugins that were there when it was made: where drawing has never worked yet, the next call makes
  // a new one, and sees plugins that were repaired meanwhile. The old one is left behind, not freed, since the pango
  // plugin keeps a pointer to the font name that it saw last.
  bool may_lack_plugins =
      outcome->status == OT_GRAPHVIZ_NO_LAYOUT || outcome->status == OT_GRAPHVIZ_NO_OUTPUT;
  has_drawn |= outcome->status == OT_GRAPHVIZ_DRAWN;
  if (may_lack_plugins && !has_drawn) context = NULL;
}

// MARK: Interface

void ot_graphviz_render(const ot_graphviz_request *request, ot_graphviz_outcome *outcome) {
  *outcome = (ot_graphviz_outcome){.scale = 1};
  if (memchr(request->dot, 0, request->dot_length) != NULL) {
    outcome->status = OT_GRAPHVIZ_ZERO_BYTE;
    return;
  }
  pthread_mutex_lock(&ot_graphviz_lock);
  ot_graphviz_render_locked(request, outcome);
  pthread_mutex_unlock(&ot_graphviz_lock);
}

void ot_graphviz_release(ot_graphviz_outcome *outcome) {
  free(outcome->picture);
  free(outcome->messages);
  free(outcome->message_text);
  *outcome = (ot_graphviz_outcome){0};
}

void ot_graphviz_copy_version(char *buffer, size_t capacity) {
  pthread_mutex_lock(&ot_graphviz_lock);
  GVC_t *asked = context != NULL ? context : gvContext();
  snprintf(buffer, capacity, "%s", gvcVersion(asked));
  if (asked != context) gvFreeContext(asked);
  pthread_mutex_unlock(&ot_graphviz_lock);
}

int64_t ot_graphviz_open_graphs(void) {
  pthread_mutex_lock(&ot_graphviz_lock);
  int64_t count = ot_graph_open_count();
  pthread_mutex_unlock(&ot_graphviz_lock);
  return count;
}
