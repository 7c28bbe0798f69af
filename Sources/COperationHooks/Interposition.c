#define _GNU_SOURCE
#if defined(__linux__)
#include "Interposition.h"

#include <dlfcn.h>

#include "Foundation.h"

void *oth_foundation_definition(const char *symbol, const void *ours) {
  void *found = NULL;
  Dl_info foundation;
  // By its library, not as the next one after ours: there may be a second copy of the hooks in between, and Foundation may come
  // before us where we are part of a shared library.
  if (dladdr((const void *)oth_foundation_start, &foundation)) {
    void *library = dlopen(foundation.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (library) found = dlsym(library, symbol);
    if (library) dlclose(library);
  }
  if (!found) found = dlsym(RTLD_NEXT, symbol);
  return found == ours ? NULL : found;
}

#endif
