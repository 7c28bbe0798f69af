// The metadata of a class as Swift lays it out without Objective-C interop, and the classes whose entries were replaced.
//
// Source of the layout: the Swift ABI's documentation of type metadata; it is checked against this process when the hooks are
// installed, and nothing is changed where it does not hold.
#ifndef OTH_CLASS_METADATA_H
#define OTH_CLASS_METADATA_H

#include "ObjectTable.h"

/// A class object, from its address point.
typedef struct {
  uintptr_t kind;
  const void *superclass;
  uint32_t flags;
  uint32_t instance_address_point;
  uint32_t instance_size;
  uint16_t instance_alignment_mask;
  uint16_t reserved;
  uint32_t class_size;
  uint32_t class_address_point;
  void *descriptor;
  void *ivar_destroyer;
  void *entries[];
} oth_metadata;

_Static_assert(offsetof(oth_metadata, class_size) == 32, "layout of class metadata");
_Static_assert(offsetof(oth_metadata, entries) == 56, "layout of class metadata");

/// The methods that are hooked. Those of operations come first.
enum {
  OTH_SLOT_START,
  OTH_SLOT_CANCEL,
  OTH_SLOT_IS_FINISHED,
  OTH_SLOT_IS_READY,
  OTH_SLOT_IS_EXECUTING,
  OTH_SLOT_IS_ASYNCHRONOUS,
  OTH_SLOT_MAIN,
  OTH_SLOT_ADD_DEPENDENCY,
  OTH_SLOT_REMOVE_DEPENDENCY,
  OTH_SLOT_WAIT_UNTIL_FINISHED,
  OTH_SLOT_COMPLETION_BLOCK_SET,
  OTH_SLOT_NAME_SET,
  OTH_SLOT_PRIORITY_SET,
  OTH_OPERATION_SLOTS,

  OTH_SLOT_ADD_OPERATION = OTH_OPERATION_SLOTS,
  OTH_SLOT_ADD_OPERATIONS,
  OTH_SLOT_ADD_BARRIER_BLOCK,
  OTH_SLOT_CANCEL_ALL,
  OTH_SLOT_WAIT_ALL,
  OTH_SLOT_SUSPENDED_SET,
  OTH_SLOT_LIMIT_SET,
  OTH_SLOT_QUEUE_NAME_SET,
  OTH_SLOTS,
};

/// A class that was seen, with what stood in its entries.
typedef struct oth_class {
  _Atomic(const void *) metadata;
  uint32_t id;
  uint32_t traits;              // what it overrides, as flags of classSeen
  _Atomic uint32_t described;   // sessions that have its description
  _Atomic uint32_t key_told;    // sessions that know of a key that it notifies in vain
  bool is_foundation;           // a class whose methods are only ever called through entries
  void *originals[OTH_SLOTS];
  void *deallocating_deinit;
} oth_class;

/// What is replaced by what.
typedef struct {
  const char *what;         // the name of the method, for a person
  void *implementation;     // Foundation's own
  void *hook;               // ours; NULL to look only
  ptrdiff_t offset;         // of the entry from the address point; found by oth_classes_prepare
} oth_slot;

/// Finds the offset of each slot in Foundation's classes. Returns false with the failure filled in.
bool oth_classes_prepare(oth_slot slots[OTH_SLOTS], void *operation_deinit, void *queue_deinit, const void *operation_class,
                         const void *queue_class, oth_install_failure *failure);

/// Replaces the entries of Foundation's own classes.
void oth_classes_adopt_foundation(const void *operation, const void *block_operation, const void *barrier, const void *queue);

/// The class of an object; its entries are replaced when it is seen for the first time. NULL when the table is full.
const oth_class *oth_class_adopt(const void *object, bool is_queue);
/// The same from a class object.
const oth_class *oth_class_adopt_metadata(const void *metadata, bool is_queue);

/// Forgets, in every class, that a session knows it.
void oth_classes_forget_session(uint32_t bit);

/// How many classes the table has room for. Classes are only ever added, so a reader needs no lock: a key that it finds has its
/// entry complete.
#define OTH_CLASSES 8192u
extern oth_class oth_classes[OTH_CLASSES];
const oth_class *oth_class_search(const void *object);

/// The class of most operations: every block that is added to a queue becomes one. It is found without a search.
extern const void *oth_block_metadata;
extern const oth_class *oth_block_class;

static inline uint32_t oth_class_home(const void *metadata) {
  return (uint32_t)(((uintptr_t)metadata >> 3) * 0x9E3779B97F4A7C15u >> 51);
}

/// The class of an object if it stands in the first place that is looked at; NULL where only a search would tell.
static inline const oth_class *oth_class_known(const void *object) {
  const void *metadata = *(const void *const *)object;
  if (OTH_LIKELY(metadata == oth_block_metadata)) return oth_block_class;
  const oth_class *type = &oth_classes[oth_class_home(metadata)];
  return atomic_load_explicit(&type->metadata, memory_order_acquire) == metadata ? type : NULL;
}

/// The class of an object on which a hook was called, which is one whose entries were replaced.
static inline const oth_class *oth_class_of(const void *object) {
  const void *metadata = *(const void *const *)object;
  if (OTH_LIKELY(metadata == oth_block_metadata)) return oth_block_class;
  const oth_class *type = &oth_classes[oth_class_home(metadata)];
  if (OTH_LIKELY(atomic_load_explicit(&type->metadata, memory_order_acquire) == metadata)) return type;
  return oth_class_search(object);
}

#endif
