#define _GNU_SOURCE
#include "GraphReader.h"

#include "Arena.h"

#include <dlfcn.h>
#include <string.h>

// All of the following belongs to whoever holds the lock.

/// The memory of the graph that is open.
static ot_arena arena;
static int64_t open_count;

// MARK: Memory

// Graphviz before 8 lets a program bring its own memory for a graph; later ones don't, and sort subgraphs soundly. The
// structures are declared here, as the older headers have them, since which one holds shows only when the program runs.

typedef struct memory_discipline {
  void *(*open)(void *discipline);
  void *(*allocate)(void *state, size_t size);
  void *(*resize)(void *state, void *memory, size_t old_size, size_t size);
  void (*release)(void *state, void *memory);
  void (*close)(void *state);
} memory_discipline;

typedef struct discipline_with_memory {
  memory_discipline *memory;
  Agiddisc_t *identity;
  Agiodisc_t *io;
} discipline_with_memory;

typedef struct discipline_without_memory {
  Agiddisc_t *identity;
  Agiodisc_t *io;
} discipline_without_memory;

static void *open_memory(void *discipline) {
  (void)discipline;
  return &arena;
}
static void *allocate(void *state, size_t size) { return ot_arena_allocate(state, size); }
static void *resize(void *state, void *memory, size_t old_size, size_t size) {
  return ot_arena_resize(state, memory, old_size, size);
}
static void release(void *state, void *memory) { ot_arena_free(state, memory); }
static void close_memory(void *state) { (void)state; }

static memory_discipline arena_memory = {open_memory, allocate, resize, release, close_memory};

// MARK: Reading

typedef struct source {
  const char *text;
  size_t length;
} source;

static int read_source(void *channel, char *buffer, int capacity) {
  source *from = channel;
  if (capacity < 1) return 0;
  size_t count = from->length < (size_t)capacity ? from->length : (size_t)capacity;
  memcpy(buffer, from->text, count);
  from->text += count;
  from->length -= count;
  return (int)count;
}

static Agraph_t *read_next(source *from) {
  // cgraph keeps a pointer to this for as long as the graph is open.
  static Agiodisc_t io;
  io = AgIoDisc;
  io.afread = read_source;
  Agraph_t *graph;
  if (dlsym(RTLD_DEFAULT, "AgMemDisc") != NULL) {
    discipline_with_memory discipline = {&arena_memory, &AgIdDisc, &io};
    graph = agread(from, (Agdisc_t *)&discipline);
  } else {
    discipline_without_memory discipline = {&AgIdDisc, &io};
    graph = agread(from, (Agdisc_t *)&discipline);
  }
  if (graph != NULL) open_count++;
  return graph;
}

static void close_one(Agraph_t *graph) {
  agclose(graph);
  open_count--;
}

Agraph_t *ot_graph_read(const ot_graphviz_request *request, ot_graphviz_outcome *outcome) {
  source text = {request->dot, request->dot_length}, nothing = {"", 0};
  ot_arena_open(&arena);
  agsetfile((char *)"DOT");
  agreadline(1);
  Agraph_t *graph = read_next(&text), *another;
  outcome->status = graph == NULL ? OT_GRAPHVIZ_NOT_A_GRAPH : OT_GRAPHVIZ_DRAWN;
  // The scanner keeps what follows a graph, and would return it as the graph of the next text: read to the end.
  while ((another = read_next(&nothing)) != NULL) {
    close_one(another);
    outcome->status = OT_GRAPHVIZ_SEVERAL_GRAPHS;
  }
  if (outcome->status == OT_GRAPHVIZ_DRAWN && outcome->reported_error) {
    outcome->status = OT_GRAPHVIZ_NOT_A_GRAPH;
  }
  return graph;
}

void ot_graph_close(Agraph_t *graph) {
  if (graph != NULL) close_one(graph);
  ot_arena_close(&arena);
}

int64_t ot_graph_open_count(void) { return open_count; }
