#define _GNU_SOURCE
#if defined(__linux__)
#include "Interposition.h"

#include <dlfcn.h>

#include "Foundation.h"

// Two Foundations are in a process when a library brings one into a program of which another is a part.
static void *in_module(void *found, const Dl_info *module) {
  Dl_info info;
  return found && dladdr(found, &info) && info.dli_fbase == module->dli_fbase ? found : NULL;
}

void *oth_foundation_definition(const char *symbol, const void *ours) {
  Dl_info foundation;
  if (!dladdr((const void *)oth_foundation_start, &foundation)) return NULL;
  // By its library, not as the next one after ours: there may be a second copy of the hooks in between, and Foundation may come
  // before us where we are part of a shared library.
  void *found = NULL, *library = dlopen(foundation.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (library) found = in_module(dlsym(library, symbol), &foundation);
  if (library) dlclose(library);
  if (!found) found = in_module(dlsym(RTLD_NEXT, symbol), &foundation);
  return found == ours ? NULL : found;
}

#endif
