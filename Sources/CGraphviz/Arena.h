#ifndef CGRAPHVIZ_ARENA_H
#define CGRAPHVIZ_ARENA_H

#include <stddef.h>

/// Memory for one graph, handed out at ascending addresses and given back at once.
typedef struct ot_arena {
  char *base;
  size_t used;
  size_t capacity;
} ot_arena;

/// Reserves address space; an arena that got none serves from the heap.
void ot_arena_open(ot_arena *arena);

/// Gives everything back.
void ot_arena_close(ot_arena *arena);

/// Returns zeroed memory, or null.
void *ot_arena_allocate(ot_arena *arena, size_t size);

/// Returns memory with the first `old_size` bytes of `memory` and zeroes behind, or null; `memory` may be null.
void *ot_arena_resize(ot_arena *arena, void *memory, size_t old_size, size_t size);

/// Ends the use of one piece of memory.
void ot_arena_free(ot_arena *arena, void *memory);

#endif
