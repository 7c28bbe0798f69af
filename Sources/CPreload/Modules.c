#define _GNU_SOURCE
#include "CPreload.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// MARK: Foundation

static bool needs_foundation(const struct link_map *module) {
  uintptr_t table = 0;
  for (const ElfW(Dyn) *entry = module->l_ld; entry && entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_STRTAB) table = entry->d_un.d_ptr;
  if (!table) return false;
  // The loader makes an address of it, except where the section can't be written to.
  const char *names = (const char *)(table < module->l_addr ? table + module->l_addr : table);
  for (const ElfW(Dyn) *entry = module->l_ld; entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == DT_NEEDED && strcmp(names + entry->d_un.d_val, "libFoundation.so") == 0) return true;
  return false;
}

bool oth_preload_foundation_is_needed(void) {
  Dl_info us;
  struct link_map *map = NULL;
  if (!dladdr1((const void *)oth_preload_begin, &us, (void **)&map, RTLD_DL_LINKMAP) || !map) return false;
  const struct link_map *ours = map;
  while (map->l_prev) map = map->l_prev;
  for (; map; map = map->l_next)
    if (map != ours && needs_foundation(map)) return true;
  return false;
}

// MARK: Another tracer

// The hooks define some methods of Foundation's anew. Where the first definition that the program finds is neither this library's
// nor Foundation's, or where a second one stands between the two, they are in it already.
bool oth_preload_is_traced_already(void) {
  static const char method[] = "$s10Foundation9OperationC14didChangeValue6forKeyySS_tF";
  const void *found[] = {dlsym(RTLD_DEFAULT, method), dlsym(RTLD_NEXT, method)};
  const void *start = dlsym(RTLD_DEFAULT, "$s10Foundation9OperationC5startyyF");
  Dl_info us, foundation, other;
  if (!dladdr((const void *)oth_preload_begin, &us) || !start || !dladdr(start, &foundation)) return false;
  for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
    if (!found[i] || !dladdr(found[i], &other)) continue;
    if (other.dli_fbase != us.dli_fbase && other.dli_fbase != foundation.dli_fbase) return true;
  }
  return false;
}
#endif
