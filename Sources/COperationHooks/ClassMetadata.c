#define _GNU_SOURCE
#if defined(__linux__)
#include "ClassMetadata.h"

#include "Foundation.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

oth_class oth_classes[OTH_CLASSES];
const void *oth_block_metadata;
const oth_class *oth_block_class;
static uint32_t class_count;
static pthread_mutex_t classes_lock = PTHREAD_MUTEX_INITIALIZER;

static oth_slot *slots;
static void *operation_deinit_hook, *queue_deinit_hook;

static inline const void *metadata_of(const void *object) {
  return *(const void *const *)object;
}

static inline void **entry_at(const void *metadata, ptrdiff_t offset) {
  return (void **)((uintptr_t)metadata + (uintptr_t)offset);
}

static inline oth_class *search(const void *metadata) {
  for (uint32_t i = oth_class_home(metadata);; i = (i + 1) % OTH_CLASSES) {
    const void *key = atomic_load_explicit(&oth_classes[i].metadata, memory_order_acquire);
    if (OTH_LIKELY(key == metadata) || !key) return &oth_classes[i];
  }
}

// MARK: Finding the entries

static bool find(oth_slot *slot, const oth_metadata *type, oth_install_failure *failure) {
  const uint8_t *end = (const uint8_t *)type - type->class_address_point + type->class_size;
  int found = 0;
  for (void *const *entry = type->entries; (const uint8_t *)(entry + 1) <= end; entry++) {
    if (*entry != slot->implementation) continue;
    slot->offset = (const uint8_t *)entry - (const uint8_t *)type;
    found++;
  }
  if (found == 1) return true;
  *failure = (oth_install_failure){.what = slot->what, .count = found};
  return false;
}

// Whether the class object looks as this file describes it.
static bool plausible(const oth_metadata *type, const char *what, oth_install_failure *failure) {
  bool fine = type && type->class_size > sizeof *type && type->class_size < 1u << 16 && type->class_address_point >= 16 && type->class_address_point <= 64 &&
              type->instance_size >= 16 && type->instance_size < 1u << 16;
  if (!fine) *failure = (oth_install_failure){.what = what, .count = 0};
  return fine;
}

bool oth_classes_prepare(oth_slot table[OTH_SLOTS], void *operation_deinit, void *queue_deinit, const void *operation_class,
                         const void *queue_class, oth_install_failure *failure) {
  if (!plausible(operation_class, "the metadata of Operation", failure)) return false;
  if (!plausible(queue_class, "the metadata of OperationQueue", failure)) return false;
  for (int i = 0; i < OTH_SLOTS; i++)
    if (!find(&table[i], i < OTH_OPERATION_SLOTS ? operation_class : queue_class, failure)) return false;
  slots = table;
  operation_deinit_hook = operation_deinit;
  queue_deinit_hook = queue_deinit;
  return true;
}

// MARK: Replacing them

static const void *plain_classes[2];

static bool is_plain_foundation(const void *metadata) {
  return metadata == plain_classes[0] || metadata == plain_classes[1];
}

static const void *barrier_class;

static bool is_barrier(const void *metadata) {
  return metadata == barrier_class;
}

// The program's own calls read the entry without any synchronization, and find the old or the new one whole: both do the same
// for it. The thread sanitizer can't know that, and would report a race in the program.
__attribute__((no_sanitize("thread"))) static void replace(const void *metadata, ptrdiff_t offset, void *hook) {
  void **entry = entry_at(metadata, offset);
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  // Class metadata is writable; where a hardened loader made it read-only, this says so once more.
  mprotect((void *)((uintptr_t)entry & ~(page - 1)), page, PROT_READ | PROT_WRITE);
  atomic_thread_fence(memory_order_release);
  *(void *volatile *)entry = hook;
}

static uint32_t traits_of(const oth_class *type) {
  static const struct { int slot; uint32_t flag; } overrides[] = {
    {OTH_SLOT_START, OTH_FLAG_OVERRIDES_START},
    {OTH_SLOT_IS_READY, OTH_FLAG_OVERRIDES_IS_READY},
    {OTH_SLOT_IS_FINISHED, OTH_FLAG_OVERRIDES_IS_FINISHED},
    {OTH_SLOT_IS_EXECUTING, OTH_FLAG_OVERRIDES_IS_EXECUTING},
    {OTH_SLOT_CANCEL, OTH_FLAG_OVERRIDES_CANCEL},
    {OTH_SLOT_IS_ASYNCHRONOUS, OTH_FLAG_OVERRIDES_IS_ASYNCHRONOUS},
    {OTH_SLOT_MAIN, OTH_FLAG_OVERRIDES_MAIN},
  };
  uint32_t traits = 0;
  for (size_t i = 0; i < sizeof overrides / sizeof *overrides; i++)
    if (type->originals[overrides[i].slot] != slots[overrides[i].slot].implementation) traits |= overrides[i].flag;
  return traits;
}

// An entry as the class's author or Foundation left it. A subclass whose metadata is built at run time copies its superclass's
// entries, hooks included: then the superclass's own original stands there.
static void *original_at(const void *metadata, int slot) {
  void *entry = *entry_at(metadata, slots[slot].offset);
  while (entry == slots[slot].hook && slots[slot].hook) {
    metadata = ((const oth_metadata *)metadata)->superclass;
    if (!metadata) return slots[slot].implementation;
    oth_class *known = search(metadata);
    entry = atomic_load_explicit(&known->metadata, memory_order_relaxed) ? known->originals[slot] : *entry_at(metadata, slots[slot].offset);
  }
  return entry;
}

const oth_class *oth_class_adopt_metadata(const void *metadata, bool is_queue) {
  oth_class *type = search(metadata);
  if (OTH_LIKELY(atomic_load_explicit(&type->metadata, memory_order_acquire) != NULL)) return type;
  pthread_mutex_lock(&classes_lock);
  type = search(metadata);
  bool is_new = atomic_load_explicit(&type->metadata, memory_order_relaxed) == NULL;
  if (is_new && class_count >= OTH_CLASSES / 2) {
    pthread_mutex_unlock(&classes_lock);
    return NULL;
  }
  if (is_new) {
    type->id = ++class_count;
    type->is_foundation = is_plain_foundation(metadata) || is_barrier(metadata);
    int first = is_queue ? OTH_OPERATION_SLOTS : 0, last = is_queue ? OTH_SLOTS : OTH_OPERATION_SLOTS;
    for (int i = first; i < last; i++) type->originals[i] = original_at(metadata, i);
    type->traits = is_queue ? 0 : traits_of(type);
    type->deallocating_deinit = *entry_at(metadata, -2 * (ptrdiff_t)sizeof(void *));
    for (int i = first; i < last; i++) {
      // isReady of Foundation's classes says nothing that the other records do not, except for barriers.
      if (i == OTH_SLOT_IS_READY && is_plain_foundation(metadata)) continue;
      if (slots[i].hook) replace(metadata, slots[i].offset, slots[i].hook);
    }
    replace(metadata, -2 * (ptrdiff_t)sizeof(void *), is_queue ? queue_deinit_hook : operation_deinit_hook);
    // Last: who finds the class must be able to count on its hooks. A hook that is called before waits for the lock.
    atomic_store_explicit(&type->metadata, metadata, memory_order_release);
  }
  pthread_mutex_unlock(&classes_lock);
  return type;
}

void oth_classes_adopt_foundation(const void *operation, const void *block_operation, const void *barrier, const void *queue) {
  plain_classes[0] = operation;
  plain_classes[1] = block_operation;
  barrier_class = barrier;
  oth_class_adopt_metadata(operation, false);
  const oth_class *block = oth_class_adopt_metadata(block_operation, false);
  oth_block_class = block;
  __atomic_store_n(&oth_block_metadata, block_operation, __ATOMIC_RELEASE);
  oth_class_adopt_metadata(barrier, false);
  oth_class_adopt_metadata(queue, true);
}

static bool descends_from_queue(const oth_metadata *metadata) {
  while (metadata && metadata != (const oth_metadata *)&oth_queue_class) metadata = metadata->superclass;
  return metadata != NULL;
}

const oth_class *oth_class_search(const void *object) {
  const oth_metadata *metadata = metadata_of(object);
  oth_class *type = search(metadata);
  if (OTH_LIKELY(atomic_load_explicit(&type->metadata, memory_order_relaxed) != NULL)) return type;
  // Its metadata was built at run time from a superclass whose entries had been replaced.
  const oth_class *adopted = oth_class_adopt_metadata(metadata, descends_from_queue(metadata));
  while (!adopted && (metadata = metadata->superclass)) {
    type = search(metadata);
    if (atomic_load_explicit(&type->metadata, memory_order_acquire)) adopted = type;
  }
  return adopted;
}

const oth_class *oth_class_adopt(const void *object, bool is_queue) {
  return oth_class_adopt_metadata(metadata_of(object), is_queue);
}

void oth_classes_forget_session(uint32_t bit) {
  for (uint32_t i = 0; i < OTH_CLASSES; i++) {
    if (atomic_load_explicit(&oth_classes[i].described, memory_order_relaxed) & bit)
      atomic_fetch_and_explicit(&oth_classes[i].described, ~bit, memory_order_relaxed);
    if (atomic_load_explicit(&oth_classes[i].key_told, memory_order_relaxed) & bit)
      atomic_fetch_and_explicit(&oth_classes[i].key_told, ~bit, memory_order_relaxed);
  }
}

#endif
