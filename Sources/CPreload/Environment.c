#define _GNU_SOURCE
#include "CPreload.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *name_in(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool is_separator(char c) {
  return c == ':' || c == ' ';
}

// Whether the entry, which ends before `end`, is a path of this library's.
static bool is_ours(const char *entry, const char *end) {
  Dl_info us;
  if (!dladdr((const void *)is_ours, &us) || !us.dli_fname) return false;
  const char *name = name_in(us.dli_fname);
  size_t length = strlen(name), whole = (size_t)(end - entry);
  if (whole < length || memcmp(end - length, name, length) != 0) return false;
  return whole == length || end[-(ptrdiff_t)length - 1] == '/';
}

// In place: the variable keeps its position, and nothing is allocated.
void oth_preload_leave_loader_variable(void) {
  char *value = getenv("LD_PRELOAD"), *kept = value;
  if (!value) return;
  for (char *entry = value; *entry;) {
    char *end = entry;
    while (*end && !is_separator(*end)) end++;
    char *next = *end ? end + 1 : end;
    if (!is_ours(entry, end)) {
      memmove(kept, entry, (size_t)(next - entry));
      kept += next - entry;
    }
    entry = next;
  }
  // Without the separator that stood before us.
  if (kept > value && is_separator(kept[-1])) kept--;
  *kept = 0;
  if (kept == value) unsetenv("LD_PRELOAD");
}

void oth_preload_remove_variables(void) {
  static const char prefix[] = "OPTRACE_";
  char **kept = environ;
  if (!kept) return;
  for (char **entry = environ; *entry; entry++)
    if (strncmp(*entry, prefix, sizeof prefix - 1) != 0) *kept++ = *entry;
  *kept = NULL;
}
#endif
