// Tells the records of operations that are over from those that are still needed, in a few instructions for each: it goes over all
// that a recording drops, while the program is at work.
#include <stdlib.h>
#include <string.h>

#include "COperationHooks.h"

#define NUMBERS 64u

// What is known of operations with neighbouring numbers, a bit each: they come one after another, and end so.
typedef struct {
  uint64_t enqueued, deallocated;
  uint32_t key;  // their numbers divided by `NUMBERS`, plus 1; 0 while the entry is free
} entry;

struct oth_sieve {
  entry *entries;  // found by their keys, in the first free place from where they belong
  uint32_t shift, count;
  uint32_t last_operation;
  uint64_t events, over;
};

enum { FIRST_BITS = 8, MOST_BITS = 28 };

oth_sieve *oth_sieve_make(void) {
  oth_sieve *sieve = calloc(1, sizeof *sieve);
  if (!sieve) return NULL;
  sieve->shift = 32 - FIRST_BITS;
  sieve->entries = calloc((size_t)1 << FIRST_BITS, sizeof *sieve->entries);
  if (sieve->entries) return sieve;
  free(sieve);
  return NULL;
}

void oth_sieve_free(oth_sieve *sieve) {
  free(sieve->entries);
  free(sieve);
}

static inline uint32_t key_of(uint32_t operation) {
  return operation / NUMBERS + 1;
}

// The entry of a key, or the free one where it would be.
static inline entry *place_of(entry *entries, uint32_t shift, uint32_t key) {
  uint32_t last = (1u << (32 - shift)) - 1, i = key * 0x9E3779B1u >> shift;
  while (entries[i].key != key && entries[i].key != 0) i = (i + 1) & last;
  return &entries[i];
}

static bool grow(oth_sieve *sieve) {
  uint32_t bits = 32 - sieve->shift, shift = sieve->shift - 1;
  entry *larger = bits < MOST_BITS ? calloc((size_t)2 << bits, sizeof *larger) : NULL;
  if (!larger) return false;
  for (size_t i = 0; i < (size_t)1 << bits; i++)
    if (sieve->entries[i].key) *place_of(larger, shift, sieve->entries[i].key) = sieve->entries[i];
  free(sieve->entries);
  sieve->entries = larger;
  sieve->shift = shift;
  return true;
}

static entry *entry_of(oth_sieve *sieve, uint32_t operation) {
  uint32_t key = key_of(operation);
  entry *found = place_of(sieve->entries, sieve->shift, key);
  if (found->key) return found;
  if (sieve->count >= 1u << (31 - sieve->shift)) {
    if (!grow(sieve)) return NULL;
    found = place_of(sieve->entries, sieve->shift, key);
  }
  sieve->count++;
  found->key = key;
  return found;
}

// The bytes of a record with its text.
static inline size_t size_of(const oth_record *record) {
  if (!(record->kind & OTH_HAS_TEXT)) return sizeof *record;
  return sizeof *record + ((size_t)(uint32_t)record->argument + sizeof *record - 1) / sizeof *record * sizeof *record;
}

static inline uint32_t larger(uint32_t a, uint32_t b) {
  return a > b ? a : b;
}

// Notes the enqueue or the deallocation of an operation.
static bool note_end(oth_sieve *sieve, uint32_t operation, bool enqueued) {
  entry *entry = entry_of(sieve, operation);
  if (!entry) return false;
  uint64_t bit = (uint64_t)1 << operation % NUMBERS, before = entry->enqueued & entry->deallocated;
  if (enqueued) entry->enqueued |= bit; else entry->deallocated |= bit;
  sieve->over += (entry->enqueued & entry->deallocated) != before;
  return true;
}

bool oth_sieve_note(oth_sieve *sieve, const void *records, size_t bytes) {
  const uint8_t *next = records, *end = next + bytes;
  while ((size_t)(end - next) >= sizeof(oth_record)) {
    const oth_record *record = (const oth_record *)next;
    size_t size = size_of(record);
    if (size > (size_t)(end - next)) break;
    next += size;
    uint8_t kind = record->kind & (uint8_t)~OTH_HAS_TEXT;
    if (kind == OTH_THREAD_SEEN || kind == OTH_THREAD_MARK) continue;
    sieve->events++;
    sieve->last_operation = larger(sieve->last_operation, record->operation);
    bool enqueued = kind == OTH_ENQUEUED;
    if ((enqueued || kind == OTH_DEALLOCATED) && !note_end(sieve, record->operation, enqueued)) return false;
    if (kind == OTH_DEPENDENCY_ADDED) sieve->last_operation = larger(sieve->last_operation, (uint32_t)record->argument);
  }
  return true;
}

static inline bool is_over(const oth_sieve *sieve, uint32_t operation) {
  const entry *entry = place_of(sieve->entries, sieve->shift, key_of(operation));
  return entry->enqueued & entry->deallocated & (uint64_t)1 << operation % NUMBERS;
}

size_t oth_sieve_copy(const oth_sieve *sieve, const void *records, size_t bytes, void *out) {
  const uint8_t *next = records, *end = next + bytes;
  uint8_t *to = out;
  while ((size_t)(end - next) >= sizeof(oth_record)) {
    const oth_record *record = (const oth_record *)next;
    size_t size = size_of(record);
    if (size > (size_t)(end - next)) break;
    if (record->operation == 0 || !is_over(sieve, record->operation)) {
      memcpy(to, record, size);
      to += size;
    }
    next += size;
  }
  return (size_t)(to - (uint8_t *)out);
}

uint64_t oth_sieve_events(const oth_sieve *sieve) {
  return sieve->events;
}

uint64_t oth_sieve_over(const oth_sieve *sieve) {
  return sieve->over;
}

uint32_t oth_sieve_last_operation(const oth_sieve *sieve) {
  return sieve->last_operation;
}
