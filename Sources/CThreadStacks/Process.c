// The memory and the modules of this process.
#define _GNU_SOURCE
#if defined(__linux__)
#include "CThreadStacks.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

// MARK: Memory

#define PAGE ((uint64_t)4096)
#define PIECES 64

// By the file that stands for the memory: where a sandbox does not let the call through.
static size_t read_by_file(uint64_t address, uint8_t *buffer, size_t count) {
  int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  if (memory < 0) return 0;
  size_t done = 0;
  while (done < count) {
    ssize_t got = pread(memory, buffer + done, count - done, (off_t)(address + done));
    if (got <= 0) break;
    done += (size_t)got;
  }
  close(memory);
  return done;
}

size_t ots_read_memory(uint64_t address, void *buffer, size_t count) {
  size_t done = 0;
  while (done < count) {
    // The kernel stops in front of the piece that is not there: a piece must not be longer than a page.
    struct iovec there[PIECES];
    size_t pieces = 0, wanted = 0;
    while (pieces < PIECES && done + wanted < count) {
      uint64_t from = address + done + wanted;
      size_t size = PAGE - from % PAGE;
      if (size > count - done - wanted) size = count - done - wanted;
      there[pieces++] = (struct iovec){(void *)from, size};
      wanted += size;
    }
    struct iovec here = {(uint8_t *)buffer + done, wanted};
    ssize_t got = process_vm_readv(getpid(), &here, 1, there, pieces, 0);
    if (got < 0 && (errno == ENOSYS || errno == EPERM)) return read_by_file(address, buffer, count);
    if (got <= 0) break;
    done += (size_t)got;
    if ((size_t)got < wanted) break;
  }
  return done;
}

// MARK: Modules

typedef struct {
  ots_module *modules;
  size_t capacity, count;
} listing;

static int list(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  listing *listing = context;
  if (listing->count++ >= listing->capacity) return 0;
  ots_module *module = &listing->modules[listing->count - 1];
  memset(module, 0, sizeof *module);
  module->bias = info->dlpi_addr;
  if (info->dlpi_name) strncpy(module->path, info->dlpi_name, sizeof module->path - 1);
  bool first = true;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    uint64_t start = info->dlpi_addr + segment->p_vaddr;
    if (segment->p_type == PT_GNU_EH_FRAME) module->frame_table = start;
    if (segment->p_type != PT_LOAD) continue;
    if (first) {
      module->start = start;
      module->file_count = segment->p_flags & PF_W ? 0 : segment->p_filesz;
      first = false;
    }
    if (!(segment->p_flags & PF_X)) continue;
    if (module->code_start == 0 || start < module->code_start) module->code_start = start;
    if (start + segment->p_memsz > module->code_end) module->code_end = start + segment->p_memsz;
  }
  return 0;
}

size_t ots_list_modules(ots_module *modules, size_t capacity) {
  listing listing = {modules, capacity, 0};
  dl_iterate_phdr(list, &listing);
  return listing.count;
}

#endif
