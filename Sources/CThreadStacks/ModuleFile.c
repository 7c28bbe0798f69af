#define _GNU_SOURCE
#if defined(__linux__)
#include "ModuleFile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__x86_64__)
#define MACHINE EM_X86_64
#elif defined(__aarch64__)
#define MACHINE EM_AARCH64
#else
#define MACHINE EM_NONE
#endif

// MARK: The file

static bool find_code(ots_file *file) {
  for (unsigned i = 0; i < file->header.e_phnum; i++) {
    Elf64_Phdr segment;
    if (!ots_file_read(file, file->header.e_phoff + i * sizeof segment, &segment, sizeof segment)) return false;
    if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X)) continue;
    if (file->code_end == 0 || segment.p_vaddr < file->code_start) file->code_start = segment.p_vaddr;
    if (segment.p_vaddr + segment.p_memsz > file->code_end) file->code_end = segment.p_vaddr + segment.p_memsz;
  }
  return file->code_end > file->code_start;
}

bool ots_file_open(const char *path, ots_file *file) {
  memset(file, 0, sizeof *file);
  file->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file->descriptor < 0) return false;
  struct stat status;
  const Elf64_Ehdr *header = &file->header;
  bool fits = fstat(file->descriptor, &status) == 0 && S_ISREG(status.st_mode);
  if (fits) file->size = (uint64_t)status.st_size;
  fits = fits && ots_file_read(file, 0, &file->header, sizeof file->header) && memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
         header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_ident[EI_DATA] == ELFDATA2LSB && header->e_machine == MACHINE &&
         header->e_phentsize == sizeof(Elf64_Phdr) && header->e_shentsize == sizeof(Elf64_Shdr) && find_code(file);
  if (!fits) ots_file_close(file);
  return fits;
}

void ots_file_close(ots_file *file) {
  if (file->descriptor >= 0) close(file->descriptor);
  file->descriptor = -1;
}

bool ots_file_read(const ots_file *file, uint64_t offset, void *buffer, size_t count) {
  if (offset > file->size || count > file->size - offset) return false;
  size_t done = 0;
  while (done < count) {
    ssize_t got = pread(file->descriptor, (uint8_t *)buffer + done, count - done, (off_t)(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    done += (size_t)got;
  }
  return true;
}

bool ots_file_read_text(const ots_file *file, ots_section section, uint64_t offset, char *buffer, size_t capacity) {
  buffer[0] = 0;
  if (offset >= section.size) return false;
  size_t count = capacity < section.size - offset ? capacity : section.size - offset;
  if (!ots_file_read(file, section.offset + offset, buffer, count) || !memchr(buffer, 0, count)) {
    buffer[0] = 0;
    return false;
  }
  return true;
}

bool ots_file_section_at(const ots_file *file, uint32_t position, ots_section *section) {
  Elf64_Shdr header;
  if (position >= file->header.e_shnum) return false;
  if (!ots_file_read(file, file->header.e_shoff + position * sizeof header, &header, sizeof header)) return false;
  if (header.sh_type == SHT_NOBITS || header.sh_flags & SHF_COMPRESSED) return false;
  if (header.sh_offset > file->size || header.sh_size > file->size - header.sh_offset) return false;
  *section = (ots_section){header.sh_offset, header.sh_size, header.sh_entsize, header.sh_link};
  return true;
}

bool ots_file_section(const ots_file *file, const char *name, ots_section *section) {
  ots_section names;
  if (!ots_file_section_at(file, file->header.e_shstrndx, &names)) return false;
  for (uint32_t i = 0; i < file->header.e_shnum; i++) {
    Elf64_Shdr header;
    char text[32];
    if (!ots_file_read(file, file->header.e_shoff + i * sizeof header, &header, sizeof header)) return false;
    if (ots_file_read_text(file, names, header.sh_name, text, sizeof text) && strcmp(text, name) == 0)
      return ots_file_section_at(file, i, section);
  }
  return false;
}

// MARK: Symbols

#define SYMBOLS_AT_ONCE 2048

// Of several names of one function: one for other modules, and not one for the system's own use.
static int rank(const Elf64_Sym *symbol, const char *name) {
  int rank = ELF64_ST_BIND(symbol->st_info) == STB_LOCAL ? 0 : 4;
  if (name[0] != '_') return rank + 2;
  return name[1] != '_' ? rank + 1 : rank;
}

static void consider(const ots_file *file, ots_section texts, const Elf64_Sym *symbol, ots_place *place, int *best) {
  char name[sizeof place->symbol];
  if (!ots_file_read_text(file, texts, symbol->st_name, name, sizeof name) || !name[0]) return;
  int found = rank(symbol, name);
  if (place->symbol[0] && found <= *best) return;
  *best = found;
  memcpy(place->symbol, name, sizeof name);
}

static void find_symbols(const ots_file *file, ots_place *places, size_t count) {
  ots_section symbols, texts;
  bool found = ots_file_section(file, ".symtab", &symbols) || ots_file_section(file, ".dynsym", &symbols);
  if (!found || symbols.entry_size != sizeof(Elf64_Sym) || !ots_file_section_at(file, symbols.link, &texts)) return;
  Elf64_Sym *some = malloc(SYMBOLS_AT_ONCE * sizeof *some);
  int *best = calloc(count, sizeof *best);
  uint64_t all = some && best ? symbols.size / sizeof *some : 0;
  for (uint64_t next = 0; next < all;) {
    uint64_t step = all - next < SYMBOLS_AT_ONCE ? all - next : SYMBOLS_AT_ONCE;
    if (!ots_file_read(file, symbols.offset + next * sizeof *some, some, step * sizeof *some)) break;
    next += step;
    for (uint64_t i = 0; i < step; i++) {
      unsigned type = ELF64_ST_TYPE(some[i].st_info);
      if ((type != STT_FUNC && type != STT_GNU_IFUNC) || some[i].st_shndx == SHN_UNDEF) continue;
      for (size_t k = 0; k < count; k++)
        if (places[k].address - some[i].st_value < some[i].st_size) consider(file, texts, &some[i], &places[k], &best[k]);
    }
  }
  free(best);
  free(some);
}

// MARK: Both

// The file is the one that was loaded: what changes with every build, the table of segments and the identity of the build, lies
// at its beginning.
static bool begins_with(const ots_file *file, const void *head, size_t count) {
  if (count == 0) return true;
  uint8_t *begin = malloc(count);
  bool same = begin && ots_file_read(file, 0, begin, count) && memcmp(begin, head, count) == 0;
  free(begin);
  return same;
}

bool ots_find_places(const char *path, const void *head, size_t head_count, ots_place *places, size_t count) {
  ots_file file;
  if (!ots_file_open(path, &file)) return false;
  bool same = begins_with(&file, head, head_count);
  if (same) {
    find_symbols(&file, places, count);
    ots_find_lines(&file, places, count);
  }
  ots_file_close(&file);
  return same;
}

// MARK: Names for people

// Of the Swift runtime: short names as in a crash report, else long ones; both may be missing.
extern char *_swift_backtrace_demangle(const char *name, size_t length, char *buffer, size_t *size) __attribute__((weak));
extern char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags) __attribute__((weak));

bool ots_demangle(const char *symbol, char *buffer, size_t capacity) {
  if (capacity == 0) return false;
  char *name = NULL;
  if (_swift_backtrace_demangle) name = _swift_backtrace_demangle(symbol, strlen(symbol), NULL, NULL);
  else if (swift_demangle) name = swift_demangle(symbol, strlen(symbol), NULL, NULL, 0);
  if (!name) return false;
  bool known = name[0] && strcmp(name, symbol) != 0;
  if (known) {
    strncpy(buffer, name, capacity - 1);
    buffer[capacity - 1] = 0;
  }
  free(name);
  return known;
}

#endif
