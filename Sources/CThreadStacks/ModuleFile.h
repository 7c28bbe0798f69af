// An ELF file, read in pieces. It is never mapped: a file that is cut while it is mapped would end the process.
#ifndef OTS_MODULE_FILE_H
#define OTS_MODULE_FILE_H

#include <elf.h>

#include "CThreadStacks.h"

/// An open file.
typedef struct {
  int descriptor;
  uint64_t size;
  Elf64_Ehdr header;
  /// The executable segments' addresses, all taken together.
  uint64_t code_start, code_end;
} ots_file;

/// A section that lies whole inside the file and is not compressed.
typedef struct {
  uint64_t offset, size, entry_size;
  uint32_t link;
} ots_section;

/// Opens a file for this machine; false when it is none.
bool ots_file_open(const char *path, ots_file *file);
void ots_file_close(ots_file *file);
/// Reads exactly `count` bytes; false when they are not there.
bool ots_file_read(const ots_file *file, uint64_t offset, void *buffer, size_t count);
/// Copies a text that ends with a zero byte, of less than `capacity` bytes; false, and an empty text, when it is longer.
bool ots_file_read_text(const ots_file *file, ots_section section, uint64_t offset, char *buffer, size_t capacity);
/// The section with this name.
bool ots_file_section(const ots_file *file, const char *name, ots_section *section);
/// The section at this position in the table.
bool ots_file_section_at(const ots_file *file, uint32_t position, ots_section *section);

/// Finds the lines of places; those that are in no table keep what they have.
void ots_find_lines(const ots_file *file, ots_place *places, size_t count);

#endif
