#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// The alternate screen, no cursor, and no wrapping at the last column.
static const char take[] = "\033[?1049h\033[?25l\033[?7l\033[2J";
static const char give[] = "\033[0m\033[?7h\033[?25h\033[?1049l";

static int input_descriptor = -1;
static int output_descriptor = -1;
static int notices[2] = {-1, -1};
static struct termios original;
static atomic_bool is_begun;
static atomic_bool is_taken;

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int crash_signals[] = {SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE};
enum {
  ending_count = sizeof ending_signals / sizeof *ending_signals,
  crash_count = sizeof crash_signals / sizeof *crash_signals,
};
static struct sigaction former_ending[ending_count], former_crash[crash_count];
static struct sigaction former_stop, former_continue, former_resize;

// What is said when a signal ends the process.
static char farewell[4096];

// What a crash handler runs on when the stack itself has overflowed.
static char crash_stack[64 * 1024];

static void write_all(const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(output_descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

// Sets the terminal's modes, also when the process has just come to the background: it would be stopped for that.
static void set_modes(const struct termios *modes) {
  sigset_t stop, former;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stop, &former);
  tcsetattr(input_descriptor, TCSANOW, modes);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
}

static void take_over(void) {
  struct termios raw = original;
  // Ctrl-C and Ctrl-Z remain signals.
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  raw.c_iflag &= ~(tcflag_t)(IXON | ICRNL | INLCR);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  set_modes(&raw);
  write_all(take, sizeof take - 1);
  atomic_store(&is_taken, true);
}

static void give_back(void) {
  if (!atomic_exchange(&is_taken, false)) return;
  write_all(give, sizeof give - 1);
  set_modes(&original);
}

static void notify(void) {
  char byte = 0;
  ssize_t ignored = write(notices[1], &byte, 1);
  (void)ignored;
}

// MARK: Handlers

static void end_by(int number) {
  give_back();
  ssize_t ignored = write(STDERR_FILENO, farewell, strlen(farewell));
  (void)ignored;
  signal(number, SIG_DFL);
  sigset_t this_one;
  sigemptyset(&this_one);
  sigaddset(&this_one, number);
  pthread_sigmask(SIG_UNBLOCK, &this_one, NULL);
  raise(number);
}

static void on_crash(int number, siginfo_t *info, void *context) {
  (void)context;
  give_back();
  for (int i = 0; i < crash_count; i++) {
    if (crash_signals[i] == number) sigaction(number, &former_crash[i], NULL);
  }
  // What the program did itself it does again, and meets the handler that was there before. What came from outside is sent again:
  // it arrives when this handler returns.
  if (info->si_code <= 0 || number == SIGABRT) raise(number);
}

static void on_stop(int number) {
  int error = errno;
  give_back();
  struct sigaction own;
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(number, &standard, &own);
  sigset_t this_one;
  sigemptyset(&this_one);
  sigaddset(&this_one, number);
  pthread_sigmask(SIG_UNBLOCK, &this_one, NULL);
  raise(number);
  // The process stands still here until it is continued.
  sigaction(number, &own, NULL);
  errno = error;
}

static void on_continue(int number) {
  (void)number;
  int error = errno;
  if (atomic_load(&is_begun) && tcgetpgrp(input_descriptor) == getpgrp()) {
    take_over();
    notify();
  }
  errno = error;
}

static void on_resize(int number) {
  (void)number;
  int error = errno;
  notify();
  errno = error;
}

static void install(int number, void (*handler)(int), struct sigaction *former) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  sigaction(number, NULL, former);
  if (former->sa_handler != SIG_IGN || handler == on_resize) sigaction(number, &action, NULL);
}

static void install_all(void) {
  for (int i = 0; i < ending_count; i++) install(ending_signals[i], end_by, &former_ending[i]);
  install(SIGTSTP, on_stop, &former_stop);
  install(SIGCONT, on_continue, &former_continue);
  install(SIGWINCH, on_resize, &former_resize);
  stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < crash_count; i++) sigaction(crash_signals[i], &action, &former_crash[i]);
}

// A program that was started by a thread with blocked signals has them blocked, too, and would not hear of them.
static void unblock_all(void) {
  sigset_t signals;
  sigemptyset(&signals);
  for (int i = 0; i < ending_count; i++) sigaddset(&signals, ending_signals[i]);
  for (int i = 0; i < crash_count; i++) sigaddset(&signals, crash_signals[i]);
  sigaddset(&signals, SIGTSTP);
  sigaddset(&signals, SIGCONT);
  sigaddset(&signals, SIGWINCH);
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

static void remove_all(void) {
  for (int i = 0; i < ending_count; i++) sigaction(ending_signals[i], &former_ending[i], NULL);
  sigaction(SIGTSTP, &former_stop, NULL);
  sigaction(SIGCONT, &former_continue, NULL);
  sigaction(SIGWINCH, &former_resize, NULL);
  for (int i = 0; i < crash_count; i++) sigaction(crash_signals[i], &former_crash[i], NULL);
}

// MARK: What is called

int oterm_begin(int input, int output) {
  if (atomic_load(&is_begun)) return EBUSY;
  if (tcgetattr(input, &original) != 0) return errno;
  if (notices[0] < 0) {
    if (pipe(notices) != 0) return errno;
    for (int i = 0; i < 2; i++) {
      fcntl(notices[i], F_SETFD, FD_CLOEXEC);
      fcntl(notices[i], F_SETFL, O_NONBLOCK);
    }
    atexit(give_back);
  }
  input_descriptor = input;
  output_descriptor = output;
  install_all();
  atomic_store(&is_begun, true);
  take_over();
  unblock_all();
  return 0;
}

void oterm_set_farewell(const char *text) {
  strncpy(farewell, text, sizeof farewell - 1);
}

void oterm_end(void) {
  if (!atomic_exchange(&is_begun, false)) return;
  give_back();
  remove_all();
}

bool oterm_is_taken(void) { return atomic_load(&is_taken); }

int oterm_notices(void) { return notices[0]; }
