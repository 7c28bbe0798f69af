#include "Arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// cgraph sorts the subgraphs of a graph by the address of their interned names, and layout follows that order. With
// addresses from malloc, a graph with several clusters is drawn differently from one call to the next. Names are
// interned as they are read, so with ascending addresses the order is that of the text.

/// Only address space: a page costs memory when it is first written, and comes zeroed.
static const size_t largest = (size_t)4 << 30;
static const size_t smallest = (size_t)16 << 20;

void ot_arena_open(ot_arena *arena) {
  arena->used = 0;
  for (size_t capacity = largest; capacity >= smallest; capacity /= 4) {
    void *base = mmap(
        NULL, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base != MAP_FAILED) {
      arena->base = base;
      arena->capacity = capacity;
      return;
    }
  }
  arena->base = NULL;
  arena->capacity = 0;
}

void ot_arena_close(ot_arena *arena) {
  if (arena->base != NULL) munmap(arena->base, arena->capacity);
  arena->base = NULL;
  arena->capacity = 0;
}

static bool is_inside(const ot_arena *arena, const void *memory) {
  uintptr_t address = (uintptr_t)memory, base = (uintptr_t)arena->base;
  return address >= base && address - base < arena->capacity;
}

void *ot_arena_allocate(ot_arena *arena, size_t size) {
  const size_t alignment = _Alignof(max_align_t);
  if (size > largest) return calloc(1, size);
  size_t rounded = (size + alignment - 1) & ~(alignment - 1);
  // Past the end the order is no longer promised, but the graph is still drawn.
  if (rounded > arena->capacity - arena->used) return calloc(1, size);
  void *memory = arena->base + arena->used;
  arena->used += rounded;
  return memory;
}

void *ot_arena_resize(ot_arena *arena, void *memory, size_t old_size, size_t size) {
  void *moved = ot_arena_allocate(arena, size);
  if (moved == NULL || memory == NULL) return moved;
  memcpy(moved, memory, old_size < size ? old_size : size);
  ot_arena_free(arena, memory);
  return moved;
}

void ot_arena_free(ot_arena *arena, void *memory) {
  if (!is_inside(arena, memory)) free(memory);
}
