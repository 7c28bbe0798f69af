// Lines of source for addresses, from .debug_line (DWARF 2 to 5, 32 bits). The compilation units' own descriptions are not
// needed: every unit's table is gone through, and remembered by nobody.
#define _GNU_SOURCE
#if defined(__linux__)
#include "ModuleFile.h"

#include <stdlib.h>
#include <string.h>

// Bytes of the table that are read; the reads stop at the end and say so.
typedef struct {
  const uint8_t *next, *end;
  bool is_short;
} cursor;

static uint64_t number(cursor *c, unsigned size) {
  if ((size_t)(c->end - c->next) < size) {
    c->is_short = true;
    c->next = c->end;
    return 0;
  }
  uint64_t value = 0;
  memcpy(&value, c->next, size);
  c->next += size;
  return value;
}

static void skip(cursor *c, uint64_t count) {
  if ((uint64_t)(c->end - c->next) < count) {
    c->is_short = true;
    c->next = c->end;
  } else {
    c->next += count;
  }
}

static uint64_t uleb(cursor *c) {
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (c->next == c->end) {
      c->is_short = true;
      return 0;
    }
    uint8_t byte = *c->next++;
    if (shift < 64) value |= (uint64_t)(byte & 0x7F) << shift;
    if (!(byte & 0x80)) return value;
  }
}

static int64_t sleb(cursor *c) {
  uint64_t value = 0;
  for (unsigned shift = 0;;) {
    if (c->next == c->end) {
      c->is_short = true;
      return 0;
    }
    uint8_t byte = *c->next++;
    if (shift < 64) value |= (uint64_t)(byte & 0x7F) << shift;
    shift += 7;
    if (byte & 0x80) continue;
    if (shift < 64 && byte & 0x40) value |= ~(uint64_t)0 << shift;
    return (int64_t)value;
  }
}

static const char *text(cursor *c) {
  const uint8_t *end = c->next < c->end ? memchr(c->next, 0, (size_t)(c->end - c->next)) : NULL;
  const char *start = (const char *)c->next;
  if (!end) {
    c->is_short = true;
    c->next = c->end;
    return "";
  }
  c->next = end + 1;
  return start;
}

// MARK: A unit's table

typedef struct {
  const ots_file *file;
  ots_section line_texts, texts;  // .debug_line_str and .debug_str; empty where they are missing
  unsigned version;
  uint8_t step, line_range, opcode_base;
  int8_t line_base;
  uint8_t lengths[256];  // of the standard opcodes' arguments
  cursor names;          // directories and files, to be read when a line was found
  cursor program;
} unit;

static bool read_head(unit *u, cursor *c) {
  u->version = (unsigned)number(c, 2);
  if (u->version < 2 || u->version > 5) return false;
  // Addresses of 8 bytes without segments.
  if (u->version == 5 && (number(c, 1) != 8 || number(c, 1) != 0)) return false;
  uint64_t length = number(c, 4);
  if (length > (uint64_t)(c->end - c->next)) return false;
  u->program = (cursor){c->next + length, c->end, false};
  c->end = u->program.next;
  u->step = (uint8_t)number(c, 1);
  if (u->version >= 4 && number(c, 1) != 1) return false;
  number(c, 1);
  u->line_base = (int8_t)number(c, 1);
  u->line_range = (uint8_t)number(c, 1);
  u->opcode_base = (uint8_t)number(c, 1);
  if (u->line_range == 0 || u->opcode_base == 0) return false;
  for (unsigned i = 1; i < u->opcode_base; i++) u->lengths[i] = (uint8_t)number(c, 1);
  u->names = *c;
  return !c->is_short;
}

// MARK: Names of files

enum { FORM_DATA2 = 0x05, FORM_DATA4 = 0x06, FORM_DATA8 = 0x07, FORM_STRING = 0x08, FORM_BLOCK = 0x09, FORM_DATA1 = 0x0b,
       FORM_STRP = 0x0e, FORM_UDATA = 0x0f, FORM_DATA16 = 0x1e, FORM_LINE_STRP = 0x1f };
enum { CONTENT_PATH = 1, CONTENT_DIRECTORY = 2 };

static void copy(char *to, size_t capacity, const char *from) {
  strncpy(to, from, capacity - 1);
  to[capacity - 1] = 0;
}

static bool read_path(const unit *u, cursor *c, uint64_t form, char *path, size_t capacity) {
  switch (form) {
    case FORM_STRING: copy(path, capacity, text(c)); return true;
    case FORM_STRP: ots_file_read_text(u->file, u->texts, number(c, 4), path, capacity); return true;
    case FORM_LINE_STRP: ots_file_read_text(u->file, u->line_texts, number(c, 4), path, capacity); return true;
    default: return false;
  }
}

static bool read_count(cursor *c, uint64_t form, uint64_t *value) {
  switch (form) {
    case FORM_DATA1: *value = number(c, 1); return true;
    case FORM_DATA2: *value = number(c, 2); return true;
    case FORM_DATA4: *value = number(c, 4); return true;
    case FORM_DATA8: *value = number(c, 8); return true;
    case FORM_DATA16: skip(c, 16); return true;
    case FORM_UDATA: *value = uleb(c); return true;
    case FORM_BLOCK: skip(c, uleb(c)); return true;
    default: return false;
  }
}

// The entry number `wanted` of a table of DWARF 5; goes to the table's end when there is none.
static bool read_entry(const unit *u, cursor *c, uint64_t wanted, char *path, size_t capacity, uint64_t *directory) {
  struct {
    uint64_t content, form;
  } formats[16];
  unsigned count = (unsigned)number(c, 1);
  if (count == 0 || count > 16) return false;
  for (unsigned i = 0; i < count; i++) {
    formats[i].content = uleb(c);
    formats[i].form = uleb(c);
  }
  bool found = false;
  uint64_t entries = uleb(c);
  for (uint64_t entry = 0; entry < entries && !c->is_short; entry++) {
    for (unsigned i = 0; i < count; i++) {
      char ignored[1];
      bool is_wanted = entry == wanted;
      uint64_t value = 0;
      if (formats[i].content == CONTENT_PATH) {
        if (!read_path(u, c, formats[i].form, is_wanted ? path : ignored, is_wanted ? capacity : 1)) return false;
      } else if (!read_count(c, formats[i].form, &value)) {
        return false;
      }
      if (is_wanted && formats[i].content == CONTENT_DIRECTORY) *directory = value;
    }
    if (entry == wanted) found = true;
  }
  return found && !c->is_short;
}

static bool name_of_5(const unit *u, uint64_t number, char *directory, char *name, size_t capacity) {
  uint64_t place = 0, ignored = 0;
  cursor c = u->names;
  // The directories come first; which one is wanted is known afterwards.
  read_entry(u, &c, UINT64_MAX, name, capacity, &ignored);
  if (c.is_short || !read_entry(u, &c, number, name, capacity, &place)) return false;
  c = u->names;
  return read_entry(u, &c, place, directory, capacity, &ignored);
}

static bool name_of_4(const unit *u, uint64_t number, char *directory, char *name, size_t capacity) {
  cursor c = u->names;
  while (!c.is_short && text(&c)[0]) {}
  for (uint64_t entry = 1; !c.is_short; entry++) {
    const char *found = text(&c);
    if (!found[0]) return false;
    uint64_t place = uleb(&c);
    uleb(&c);
    uleb(&c);
    if (entry != number) continue;
    copy(name, capacity, found);
    c = u->names;
    for (uint64_t i = 1; place && i <= place && !c.is_short; i++) copy(directory, capacity, text(&c));
    return !c.is_short;
  }
  return false;
}

static void note(const unit *u, ots_place *place, uint64_t number, uint32_t line) {
  char directory[sizeof place->file] = "", name[sizeof place->file] = "";
  bool found = u->version == 5 ? name_of_5(u, number, directory, name, sizeof name)
                               : name_of_4(u, number, directory, name, sizeof name);
  // What the compiler made up itself has a name like "<compiler-generated>".
  if (!found || !name[0] || name[0] == '<') return;
  size_t length = strlen(directory);
  if (name[0] == '/' || length == 0 || length + strlen(name) + 2 > sizeof place->file) {
    copy(place->file, sizeof place->file, name);
  } else {
    copy(place->file, sizeof place->file, directory);
    if (directory[length - 1] != '/') place->file[length++] = '/';
    copy(place->file + length, sizeof place->file - length, name);
  }
  place->line = line;
}

// MARK: The program of lines

typedef struct {
  uint64_t address, file;
  uint32_t line;
} row;

// What is looked for, and the smallest and largest of it.
typedef struct {
  ots_place *places;
  size_t count;
  uint64_t least, most;
} search;

static void between(const unit *u, const row *from, const row *to, const search *s) {
  if (to->address <= s->least || from->address > s->most || from->line == 0) return;
  for (size_t i = 0; i < s->count; i++) {
    ots_place *place = &s->places[i];
    if (place->line == 0 && place->address >= from->address && place->address < to->address) note(u, place, from->file, from->line);
  }
}

static void run(unit *u, const search *s) {
  cursor *c = &u->program;
  row now = {0, 1, 1}, last = {0};
  bool has_last = false, is_code = false;
  while (c->next < c->end && !c->is_short) {
    uint8_t opcode = *c->next++;
    bool is_row = false, is_end = false;
    if (opcode >= u->opcode_base) {
      unsigned adjusted = opcode - u->opcode_base;
      now.address += (uint64_t)u->step * (adjusted / u->line_range);
      now.line += (uint32_t)(u->line_base + (int)(adjusted % u->line_range));
      is_row = true;
    } else if (opcode == 0) {
      uint64_t length = uleb(c);
      if (length == 0 || length > (uint64_t)(c->end - c->next)) return;
      const uint8_t *end = c->next + length;
      switch (number(c, 1)) {
        case 1: is_row = is_end = true; break;
        case 2:
          if (length != 9) return;
          now.address = number(c, 8);
          // Code that the linker left out has an address where there is none.
          is_code = now.address >= u->file->code_start && now.address < u->file->code_end;
          break;
        default: break;
      }
      c->next = end;
    } else {
      switch (opcode) {
        case 1: is_row = true; break;
        case 2: now.address += u->step * uleb(c); break;
        case 3: now.line += (uint32_t)sleb(c); break;
        case 4: now.file = uleb(c); break;
        case 8: now.address += (uint64_t)u->step * ((255u - u->opcode_base) / u->line_range); break;
        case 9: now.address += number(c, 2); break;
        default:
          for (unsigned i = 0; i < u->lengths[opcode]; i++) uleb(c);
      }
    }
    if (!is_row) continue;
    if (has_last && is_code) between(u, &last, &now, s);
    last = now;
    has_last = !is_end;
    if (is_end) now = (row){0, 1, 1};
  }
}

// MARK: All units

#define WINDOW ((uint64_t)1 << 20)
// A single unit's table is never as large, and the whole of one takes seconds to go through.
#define LARGEST_UNIT ((uint64_t)64 << 20)
#define LARGEST_TABLE ((uint64_t)256 << 20)

void ots_find_lines(const ots_file *file, ots_place *places, size_t count) {
  ots_section lines;
  if (!ots_file_section(file, ".debug_line", &lines) || lines.size > LARGEST_TABLE) return;
  unit u = {.file = file};
  if (!ots_file_section(file, ".debug_line_str", &u.line_texts)) u.line_texts = (ots_section){0};
  if (!ots_file_section(file, ".debug_str", &u.texts)) u.texts = (ots_section){0};
  search s = {places, count, UINT64_MAX, 0};
  for (size_t i = 0; i < count; i++) {
    if (places[i].address < s.least) s.least = places[i].address;
    if (places[i].address > s.most) s.most = places[i].address;
  }

  uint8_t *window = NULL;
  uint64_t start = 0, size = 0, capacity = 0;  // what of the section is in the window
  for (uint64_t next = 0; lines.size - next >= 4;) {
    uint32_t length;
    if (!ots_file_read(file, lines.offset + next, &length, sizeof length)) break;
    uint64_t whole = (uint64_t)length + 4;
    // 64-bit DWARF is for tables of more than 4 GiB.
    if (length >= 0xFFFFFFF0u || whole > lines.size - next || whole > LARGEST_UNIT) break;
    if (next < start || next + whole > start + size) {
      uint64_t wanted = whole > WINDOW ? whole : WINDOW;
      if (wanted > lines.size - next) wanted = lines.size - next;
      if (wanted > capacity) {
        free(window);
        window = malloc(wanted);
        if (!window) break;
        capacity = wanted;
      }
      if (!ots_file_read(file, lines.offset + next, window, wanted)) break;
      start = next;
      size = wanted;
    }
    cursor c = {window + (next - start) + 4, window + (next - start) + whole, false};
    if (read_head(&u, &c)) run(&u, &s);
    next += whole;
  }
  free(window);
}

#endif
