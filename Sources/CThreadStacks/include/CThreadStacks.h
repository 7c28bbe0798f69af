// What the capture of stacks needs of C: what lives in headers that Swift can't import, and loops over megabytes that must be
// fast in a debug build, too. Linux only; elsewhere there is nothing in it.
#ifndef C_THREAD_STACKS_H
#define C_THREAD_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__linux__)

// MARK: This process

/// Copies `count` bytes of this process from `address` on, as far as they are mapped; returns how many. It never faults, whatever
/// the address is.
size_t ots_read_memory(uint64_t address, void *buffer, size_t count);

/// A part of this process's memory that came from an executable or a library.
typedef struct {
  /// What is added to an address in the module's file.
  uint64_t bias;
  /// Where the first segment lies, and how much of it comes from the file.
  uint64_t start, file_count;
  /// The executable segments' begin and end, all taken together.
  uint64_t code_start, code_end;
  /// Where the table of call frames lies; 0 for none.
  uint64_t frame_table;
  /// The path it was loaded from; empty for the executable.
  char path[1024];
} ots_module;

/// Fills in the modules that are loaded now; returns how many there are, which may be more than `capacity`.
size_t ots_list_modules(ots_module *modules, size_t capacity);

/// The system call's name; NULL for one that is not known to block.
const char *ots_system_call_name(long number);

// MARK: The stack of a thread that runs

/// The registers that can be had of a thread, by their DWARF numbers.
#define OTS_REGISTERS 33

/// A moment of a running thread.
typedef struct {
  uint64_t program_counter, stack_pointer;
  uint64_t registers[OTS_REGISTERS];
  /// How many bytes of its stack were copied, from the stack pointer on.
  size_t stack_count;
} ots_sample;

/// Lets the kernel take a sample of a thread of this process while it computes, and waits for it for so long at most; the thread
/// notices nothing. Returns false where the kernel does not allow that, or the thread did not compute.
bool ots_sample_thread(int32_t thread, uint32_t milliseconds, ots_sample *sample, void *stack, size_t capacity);

// MARK: Names and lines of a module's file

/// A place in the code.
typedef struct {
  /// Where to look: the address in the module's file.
  uint64_t address;
  /// The function's name as the linker knows it, or empty.
  char symbol[4096];
  /// The source file, or empty.
  char file[1024];
  /// The line, or 0.
  uint32_t line;
} ots_place;

/// Looks up places in an ELF file. `head` is how the file began when it was loaded: a file that begins otherwise is another one, and
/// gives nothing. Returns false when the file can't be used. Reads the file in pieces, so it costs no memory to speak of.
bool ots_find_places(const char *path, const void *head, size_t head_count, ots_place *places, size_t count);

/// The name of a Swift or C++ function for people, cut to the buffer; false when it is neither or can't be read.
bool ots_demangle(const char *symbol, char *buffer, size_t capacity);

#endif

#ifdef __cplusplus
}
#endif
#endif
