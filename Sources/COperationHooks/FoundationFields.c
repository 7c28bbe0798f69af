#if defined(__linux__)
#include "Foundation.h"

#include <string.h>

#include "ClassMetadata.h"

oth_fields oth_operation_fields;

// Positions in a class's context descriptor, in bytes. Source: the Swift ABI's nominal type descriptors.
enum { FIELDS_AT = 16, FIELD_COUNT_AT = 36, OFFSET_VECTOR_AT = 40 };
// Of a field descriptor and its records.
enum { RECORD_SIZE_AT = 10, RECORD_COUNT_AT = 12, RECORDS_AT = 16, RECORD_NAME_AT = 8 };

static uint32_t word_at(const char *p) {
  uint32_t value;
  memcpy(&value, p, sizeof value);
  return value;
}

static const char *relative(const char *p) {
  int32_t distance = (int32_t)word_at(p);
  return distance ? p + distance : NULL;
}

static uint32_t offset_of(const oth_metadata *type, const char *name) {
  const char *descriptor = type->descriptor;
  const char *fields = descriptor ? relative(descriptor + FIELDS_AT) : NULL;
  if (!fields) return 0;
  uint32_t count = word_at(descriptor + FIELD_COUNT_AT), vector = word_at(descriptor + OFFSET_VECTOR_AT);
  uint16_t size;
  memcpy(&size, fields + RECORD_SIZE_AT, sizeof size);
  if (size != 12 || count != word_at(fields + RECORD_COUNT_AT) || count > 256) return 0;
  if ((vector + count) * sizeof(void *) > type->class_size - type->class_address_point) return 0;
  for (uint32_t i = 0; i < count; i++) {
    const char *field_name = relative(fields + RECORDS_AT + i * size + RECORD_NAME_AT);
    if (!field_name || strcmp(field_name, name) != 0) continue;
    uintptr_t offset = ((const uintptr_t *)type)[vector + i];
    return offset >= 16 && offset < type->instance_size ? (uint32_t)offset : 0;
  }
  return 0;
}

void oth_prepare_fields(void) {
  const oth_metadata *type = (const oth_metadata *)&oth_operation_class;
  oth_operation_fields = (oth_fields){
    .state = offset_of(type, "__state"),
    .queue = offset_of(type, "__queue"),
    .completion = offset_of(type, "__completion"),
    .dependencies = offset_of(type, "__dependencies"),
    .quality = offset_of(type, "__propertyQoS"),
    .cancelled = offset_of(type, "__isCancelled"),
    .lock = offset_of(type, "__lock"),
    .name = offset_of(type, "__name"),
  };
}

void oth_check_fields(void *plain, void *dependent, void *cancelled, void *finished) {
  oth_fields *fields = &oth_operation_fields;
  oth_array *none = oth_foundation_dependencies(plain);
  if (fields->dependencies &&
      (oth_field_word(plain, fields->dependencies) != none || oth_field_word(dependent, fields->dependencies) == none))
    fields->dependencies = 0;
  fields->empty_array = none;
  swift_bridgeObjectRelease(none);
  if (fields->cancelled && (oth_field_byte(plain, fields->cancelled) != 0 || oth_field_byte(cancelled, fields->cancelled) != 1))
    fields->cancelled = 0;
  if (fields->state && (oth_field_byte(plain, fields->state) != 0 ||
                        oth_field_byte(finished, fields->state) != OTH_FOUNDATION_FINISHED))
    fields->state = 0;
  if (fields->completion && (oth_field_word(plain, fields->completion) || !oth_field_word(cancelled, fields->completion)))
    fields->completion = 0;
  // The second word of a `String?` is zero for nil.
  if (fields->name && (oth_field_word(plain, fields->name + 8) || !oth_field_word(cancelled, fields->name + 8)))
    fields->name = 0;
  if (fields->queue && oth_field_word(plain, fields->queue)) fields->queue = 0;
}

#endif
