#if defined(__linux__)

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CProgramStart.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

// MARK: The signals of this process

/// Those whose disposition this process changes.
static const int changed[] = {SIGPIPE, SIGXFSZ, SIGCHLD};
enum { changed_count = sizeof changed / sizeof changed[0] };

static sigset_t inherited_mask;
static bool is_ignored[changed_count];
static bool is_remembered;

void optrace_remember_signals(void) {
  if (is_remembered) return;
  is_remembered = true;
  sigprocmask(SIG_SETMASK, NULL, &inherited_mask);
  for (int i = 0; i < changed_count; i++) {
    struct sigaction action;
    is_ignored[i] = sigaction(changed[i], NULL, &action) == 0 && action.sa_handler == SIG_IGN;
  }
}

/// All that a process may be sent to tell it something. Left out are what can't be caught, what a fault of its own raises, and
/// what a failed write of its own raises.
static sigset_t awaited(void) {
  static const int left_out[] = {SIGKILL, SIGSTOP, SIGSEGV, SIGBUS, SIGILL, SIGFPE,
                                 SIGTRAP, SIGSYS,  SIGPIPE, SIGXFSZ, SIGXCPU};
  sigset_t set;
  sigfillset(&set);
  for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++) sigdelset(&set, left_out[i]);
  return set;
}

void optrace_block_signals(void) {
  optrace_remember_signals();
  // Where it is ignored, nobody hears of the end of a child, nor of how it ended.
  signal(SIGCHLD, SIG_DFL);
  sigset_t set = awaited();
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}

optrace_signal optrace_wait_for_signal(void) {
  sigset_t set = awaited();
  siginfo_t info;
  int number;
  while ((number = sigwaitinfo(&set, &info)) < 0 && errno == EINTR) {}
  return (optrace_signal){.number = number, .is_sent = info.si_code <= 0};
}

void optrace_die(int number) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  // A core that is piped to a program has no limit.
  prctl(PR_SET_DUMPABLE, 0);
  signal(number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  kill(getpid(), number);
  // A signal that does not end a process can't have ended the program either.
  _exit(128 + number);
}

// MARK: A program's file

bool optrace_is_within(const void *memory, size_t count, const void *text, size_t length) {
  return memmem(memory, count, text, length) != NULL;
}

bool optrace_has_capabilities(const char *path) {
  return geteuid() != 0 && getxattr(path, "security.capability", NULL, 0) > 0;
}

// MARK: A program

/// Becomes the program; returns the number of an error when it can't. Calls only what may be called between `fork` and `exec`.
static int become(const optrace_program *program, char **shell_arguments) {
  for (int i = 0; i < changed_count; i++) {
    signal(changed[i], is_ignored[i] ? SIG_IGN : SIG_DFL);
  }
  for (int i = 0; i < 3; i++) {
    if (program->streams[i] >= 0 && dup2(program->streams[i], i) < 0) return errno;
  }
  sigprocmask(SIG_SETMASK, &inherited_mask, NULL);
  execve(program->path, program->arguments, program->variables);
  if (errno != ENOEXEC) return errno;
  execve("/bin/sh", shell_arguments, program->variables);
  return ENOEXEC;
}

int optrace_pipe(int ends[2]) {
  int made[2];
  if (pipe2(made, O_CLOEXEC) != 0) return errno;
  ends[0] = fcntl(made[0], F_DUPFD_CLOEXEC, 3);
  ends[1] = ends[0] < 0 ? -1 : fcntl(made[1], F_DUPFD_CLOEXEC, 3);
  int failure = ends[1] < 0 ? errno : 0;
  if (failure != 0 && ends[0] >= 0) close(ends[0]);
  close(made[0]);
  close(made[1]);
  return failure;
}

/// Starts a program; returns its process's number, or the negative number of an error.
static pid_t start(const optrace_program *program, char **shell_arguments) {
  // Closed by a successful `exec`; else it brings the number of the error.
  int ends[2];
  int failure = optrace_pipe(ends);
  if (failure != 0) return -failure;
  pid_t process = fork();
  if (process == 0) {
    int number = become(program, shell_arguments);
    (void)!write(ends[1], &number, sizeof number);
    _exit(127);
  }
  if (process < 0) failure = errno;
  close(ends[1]);
  if (process > 0) {
    ssize_t size;
    while ((size = read(ends[0], &failure, sizeof failure)) < 0 && errno == EINTR) {}
    if (size > 0) optrace_reap(process);
  }
  close(ends[0]);
  return failure == 0 ? process : -failure;
}

pid_t optrace_start(const optrace_program *program) {
  optrace_remember_signals();
  size_t count = 0;
  while (program->arguments[count] != NULL) count++;
  char **shell_arguments = calloc(count + 3, sizeof(char *));
  if (shell_arguments == NULL) return -ENOMEM;
  shell_arguments[0] = "/bin/sh";
  shell_arguments[1] = (char *)program->path;
  for (size_t i = 1; i < count; i++) shell_arguments[i + 1] = program->arguments[i];
  pid_t process = start(program, shell_arguments);
  free(shell_arguments);
  return process;
}

optrace_child optrace_look_at(pid_t process) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  optrace_child child = {.state = optrace_child_runs};
  // Stops and continuations first: they are taken from the queue, an end stays.
  if (waitid(P_PID, (id_t)process, &info, WSTOPPED | WCONTINUED | WNOHANG) != 0 ||
      info.si_pid == 0) {
    memset(&info, 0, sizeof info);
    if (waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        info.si_pid == 0) {
      return child;
    }
  }
  child.number = info.si_status;
  switch (info.si_code) {
    case CLD_EXITED: child.state = optrace_child_exited; break;
    case CLD_KILLED:
    case CLD_DUMPED: child.state = optrace_child_killed; break;
    case CLD_STOPPED: child.state = optrace_child_stopped; break;
    case CLD_CONTINUED: child.state = optrace_child_continued; break;
    default: break;
  }
  return child;
}

void optrace_reap(pid_t process) {
  siginfo_t info;
  while (waitid(P_PID, (id_t)process, &info, WEXITED) != 0 && errno == EINTR) {}
}

#else

typedef int optrace_nothing_here;

#endif
