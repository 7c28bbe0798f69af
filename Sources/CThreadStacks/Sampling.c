// A moment of a thread that computes, taken by the kernel's performance events: they copy its registers and its stack while a timer
// interrupts it, without a signal. Where they may not be used, nothing else is tried.
#define _GNU_SOURCE
#if defined(__linux__)
#include "CThreadStacks.h"

#include <linux/perf_event.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The kernel numbers registers in its own way; these are in the order of their bits in the mask.
#if defined(__x86_64__)
#define ABI PERF_SAMPLE_REGS_ABI_64
// ax bx cx dx si di bp sp ip, then r8 to r15 from bit 16 on: their DWARF numbers; -1 stands for sp, -2 for the program counter.
static const struct {
  unsigned bit;
  int number;
} registers[] = {{0, 0}, {1, 3}, {2, 2}, {3, 1}, {4, 4}, {5, 5}, {6, 6}, {7, -1}, {8, -2}, {16, 8}, {17, 9}, {18, 10}, {19, 11},
                 {20, 12}, {21, 13}, {22, 14}, {23, 15}};
#define STACK_POINTER 7
#elif defined(__aarch64__)
#define ABI PERF_SAMPLE_REGS_ABI_64
// x0 to x28, frame pointer, link register, sp, pc.
static const struct {
  unsigned bit;
  int number;
} registers[] = {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}, {7, 7}, {8, 8}, {9, 9}, {10, 10}, {11, 11}, {12, 12},
                 {13, 13}, {14, 14}, {15, 15}, {16, 16}, {17, 17}, {18, 18}, {19, 19}, {20, 20}, {21, 21}, {22, 22}, {23, 23},
                 {24, 24}, {25, 25}, {26, 26}, {27, 27}, {28, 28}, {29, 29}, {30, 30}, {31, -1}, {32, -2}};
#define STACK_POINTER 31
#endif

#if defined(ABI)

#define COUNT (sizeof registers / sizeof registers[0])
// What the kernel copies of the stack: a multiple of 8 below 64 KiB.
#define STACK_COPY 32768u
// Pages for records, a power of two; one record with its stack fits twice.
#define RECORD_PAGES 32u

// A record's body: registers with their mask's bits, then the stack with its length in front and how much of it is true behind.
static bool take(const uint8_t *body, size_t size, ots_sample *sample, void *stack, size_t capacity) {
  const size_t head = 8 + COUNT * 8;
  uint64_t abi, asked, filled;
  if (size < head + 8) return false;
  memcpy(&abi, body, 8);
  memcpy(&asked, body + head, 8);
  if (abi != ABI || asked == 0 || size < head + 16 + asked) return false;
  memcpy(&filled, body + head + 8 + asked, 8);
  if (filled > asked) return false;
  memset(sample, 0, sizeof *sample);
  for (size_t i = 0; i < COUNT; i++) {
    uint64_t value;
    memcpy(&value, body + 8 + i * 8, 8);
    if (registers[i].number == -2) sample->program_counter = value;
    else if (registers[i].number == -1) sample->stack_pointer = sample->registers[STACK_POINTER] = value;
    else sample->registers[registers[i].number] = value;
  }
  sample->stack_count = filled < capacity ? filled : capacity;
  memcpy(stack, body + head + 8, sample->stack_count);
  return sample->stack_count > 0;
}

// The ring of records, where one may wrap around.
static void copy_out(const uint8_t *ring, uint64_t size, uint64_t from, void *to, size_t count) {
  for (size_t i = 0; i < count; i++) ((uint8_t *)to)[i] = ring[(from + i) % size];
}

static bool find(const struct perf_event_mmap_page *page, const uint8_t *ring, uint64_t size, uint8_t *record, size_t capacity,
                 ots_sample *sample, void *stack, size_t stack_capacity) {
  uint64_t end = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
  for (uint64_t at = 0; at + sizeof(struct perf_event_header) <= end;) {
    struct perf_event_header header;
    copy_out(ring, size, at, &header, sizeof header);
    if (header.size < sizeof header || header.size > end - at) return false;
    size_t body = header.size - sizeof header;
    if (header.type == PERF_RECORD_SAMPLE && body <= capacity) {
      copy_out(ring, size, at + sizeof header, record, body);
      if (take(record, body, sample, stack, stack_capacity)) return true;
    }
    at += header.size;
  }
  return false;
}

bool ots_sample_thread(int32_t thread, uint32_t milliseconds, ots_sample *sample, void *stack, size_t capacity) {
  struct perf_event_attr attributes = {0};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = PERF_COUNT_SW_TASK_CLOCK;
  attributes.sample_period = 1000000;  // a millisecond of its time
  attributes.sample_type = PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
  for (size_t i = 0; i < COUNT; i++) attributes.sample_regs_user |= 1ull << registers[i].bit;
  attributes.sample_stack_user = STACK_COPY;
  attributes.wakeup_events = 1;
  attributes.disabled = 1;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  int event = (int)syscall(SYS_perf_event_open, &attributes, thread, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (event < 0) return false;

  const size_t page_size = (size_t)sysconf(_SC_PAGESIZE);
  const size_t size = page_size * RECORD_PAGES, whole = size + page_size;
  // Writable, so that the kernel does not write over what has not been read: when it is full, further samples are dropped.
  uint8_t *memory = mmap(NULL, whole, PROT_READ | PROT_WRITE, MAP_SHARED, event, 0);
  uint8_t *record = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  bool found = false;
  if (memory != MAP_FAILED && record != MAP_FAILED && ioctl(event, PERF_EVENT_IOC_ENABLE, 0) == 0) {
    for (uint32_t waited = 0; !found && waited < milliseconds; waited += 10) {
      struct pollfd ready = {event, POLLIN, 0};
      if (poll(&ready, 1, 10) < 0) break;
      found = find((struct perf_event_mmap_page *)memory, memory + page_size, size, record, 65536, sample, stack, capacity);
    }
    ioctl(event, PERF_EVENT_IOC_DISABLE, 0);
  }
  if (record != MAP_FAILED) munmap(record, 65536);
  if (memory != MAP_FAILED) munmap(memory, whole);
  close(event);
  return found;
}

#else

bool ots_sample_thread(int32_t thread, uint32_t milliseconds, ots_sample *sample, void *stack, size_t capacity) {
  (void)thread, (void)milliseconds, (void)sample, (void)stack, (void)capacity;
  return false;
}

#endif
#endif
