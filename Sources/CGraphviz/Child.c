#define _GNU_SOURCE
#include "Render.h"

#include "MessageLog.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// A layout can't be cancelled, Debian's libgvc aborts the process where an assertion fails, and each render leaks. In a
// child none of that matters. The child is forked without exec, so that it needs no program of its own: it runs only C
// code, between fork and _exit, while the fork is made under the lock that guards libgvc's state.

#if !defined(__linux__) || __has_feature(thread_sanitizer)

// Apple's frameworks, which libgvc draws with there, refuse to work in a forked child; and the thread sanitizer ends a
// forked child that starts a thread, as pango does.
bool ot_graphviz_can_render_in_child(void) { return false; }

void ot_graphviz_render_in_child(
    const ot_graphviz_request *request, uint64_t timeout_nanoseconds, ot_graphviz_outcome *outcome) {
  (void)request;
  (void)timeout_nanoseconds;
  *outcome = (ot_graphviz_outcome){
      .status = OT_GRAPHVIZ_NO_RESOURCES, .scale = 1, .system_error = ENOTSUP};
}

#else

#include <sys/prctl.h>
#include <sys/syscall.h>

bool ot_graphviz_can_render_in_child(void) { return true; }

// MARK: The child

enum { answer_descriptor = 3 };

static bool write_all(int descriptor, const void *data, size_t length) {
  const char *from = data;
  while (length > 0) {
    ssize_t count = write(descriptor, from, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    from += count;
    length -= (size_t)count;
  }
  return true;
}

/// Makes the child forget what the traced or calling program set up: descriptors, handlers, core dumps.
static void leave_the_parent(int answer, int printed, uint64_t timeout_nanoseconds) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int fatal[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP, SIGSYS,
                       SIGINT,  SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU};
  sigset_t none;
  sigemptyset(&none);
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) signal(fatal[i], SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, NULL);

  struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  // Should the parent be gone before it can kill this process, the processor time ends it.
  rlim_t seconds = (rlim_t)(timeout_nanoseconds / 1000000000) + 2;
  struct rlimit processor = {seconds, seconds};
  setrlimit(RLIMIT_CPU, &processor);

  int null = open("/dev/null", O_RDWR);
  // First out of the way of the numbers that they shall have.
  int answer_copy = fcntl(answer, F_DUPFD, 10), printed_copy = fcntl(printed, F_DUPFD, 10);
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  dup2(printed_copy, STDERR_FILENO);
  dup2(answer_copy, answer_descriptor);
  // A descriptor that stayed open here could keep the program's own pipes from ending.
  if (syscall(SYS_close_range, answer_descriptor + 1, ~0U, 0) != 0) {
    for (int descriptor = answer_descriptor + 1; descriptor < 1024; descriptor++) close(descriptor);
  }
}

static _Noreturn void run_child(
    const ot_graphviz_request *request, int answer, int printed, uint64_t timeout_nanoseconds) {
  leave_the_parent(answer, printed, timeout_nanoseconds);
  ot_graphviz_outcome outcome = {.scale = 1};
  ot_graphviz_render_locked(request, &outcome);
  // The pointers in the outcome mean nothing to the parent; what they point to follows.
  bool sent =
      write_all(answer_descriptor, &outcome, sizeof outcome) &&
      write_all(
          answer_descriptor, outcome.messages, outcome.message_count * sizeof *outcome.messages) &&
      write_all(answer_descriptor, outcome.message_text, outcome.message_bytes) &&
      write_all(answer_descriptor, outcome.picture, outcome.picture_length);
  _exit(sent ? 0 : 1);
}

// MARK: The parent

typedef struct buffer {
  char *bytes;
  size_t length;
  size_t capacity;
  size_t limit;
} buffer;

/// Reads what there is; returns false at the end. What is beyond the limit is read and dropped.
static bool read_some(int descriptor, buffer *into) {
  static const size_t piece = 65536;
  if (into->length + piece > into->capacity && into->capacity < into->limit) {
    size_t capacity = into->capacity == 0 ? 2 * piece : into->capacity * 2;
    char *larger = realloc(into->bytes, capacity);
    if (larger == NULL) return false;
    into->bytes = larger;
    into->capacity = capacity;
  }
  char dropped[4096];
  bool keeps = into->length + piece <= into->capacity;
  ssize_t count = keeps ? read(descriptor, into->bytes + into->length, piece)
                        : read(descriptor, dropped, sizeof dropped);
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  if (keeps) into->length += (size_t)count;
  return count > 0;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/// Reads both pipes to their ends; returns false when the deadline comes first.
static bool read_until(int64_t deadline, int answer, buffer *answered, int printed, buffer *said) {
  struct pollfd sources[] = {{answer, POLLIN, 0}, {printed, POLLIN, 0}};
  buffer *into[] = {answered, said};
  while (sources[0].fd >= 0 || sources[1].fd >= 0) {
    int64_t left = deadline - now();
    if (left <= 0) return false;
    int64_t milliseconds = left / 1000000 + 1;
    int ready = poll(sources, 2, milliseconds > 60000 ? 60000 : (int)milliseconds);
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) continue;
    for (int i = 0; i < 2; i++) {
      if (sources[i].revents == 0) continue;
      if (!read_some(sources[i].fd, into[i])) sources[i].fd = -1;
    }
  }
  return true;
}

/// Takes a block of the answer; null when the answer ends before it does, or when it is empty.
static void *take(buffer *from, size_t *position, size_t length, bool *complete) {
  if (length > from->length - *position) *complete = false;
  if (!*complete || length == 0) return NULL;
  void *copy = malloc(length);
  if (copy == NULL) *complete = false;
  if (copy != NULL) memcpy(copy, from->bytes + *position, length);
  *position += length;
  return copy;
}

/// Turns the answer into an outcome; false when it is not whole.
static bool receive(buffer *answer, ot_graphviz_outcome *outcome) {
  if (answer->length < sizeof *outcome) return false;
  memcpy(outcome, answer->bytes, sizeof *outcome);
  outcome->messages = NULL;
  outcome->message_text = NULL;
  outcome->picture = NULL;
  size_t position = sizeof *outcome;
  bool complete = true;
  // Room for the lines on standard error is needed too, so the messages go into buffers of the full size.
  size_t described = outcome->message_count * sizeof(ot_graphviz_message);
  ot_graphviz_message *messages = take(answer, &position, described, &complete);
  char *text = take(answer, &position, outcome->message_bytes, &complete);
  outcome->picture = take(answer, &position, outcome->picture_length, &complete);
  if (complete && messages != NULL && ot_log_reserve(outcome)) {
    memcpy(outcome->messages, messages, described);
    if (text != NULL) memcpy(outcome->message_text, text, outcome->message_bytes);
  }
  free(messages);
  free(text);
  return complete;
}

/// Waits for the child, and returns the signal that ended it; zero when none did or another part of the program took
/// the child's status.
static int reap(pid_t child) {
  int status;
  pid_t ended;
  while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) continue;
  return ended == child && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void fail(ot_graphviz_outcome *outcome, int error) {
  outcome->status = OT_GRAPHVIZ_NO_RESOURCES;
  outcome->system_error = error;
}

static void close_pipe(int pipe[2]) {
  if (pipe[0] >= 0) close(pipe[0]);
  if (pipe[1] >= 0) close(pipe[1]);
}

/// Waits for the lock, but not past the deadline: a layout in this process may never end.
static bool lock_before(int64_t deadline) {
  struct timespec time = {deadline / 1000000000, deadline % 1000000000};
  return pthread_mutex_clocklock(&ot_graphviz_lock, CLOCK_MONOTONIC, &time) == 0;
}

void ot_graphviz_render_in_child(
    const ot_graphviz_request *request, uint64_t timeout_nanoseconds, ot_graphviz_outcome *outcome) {
  *outcome = (ot_graphviz_outcome){.scale = 1};
  if (memchr(request->dot, 0, request->dot_length) != NULL) {
    outcome->status = OT_GRAPHVIZ_ZERO_BYTE;
    return;
  }
  const uint64_t longest = (uint64_t)1 << 60;
  int64_t deadline = now() + (int64_t)(timeout_nanoseconds < longest ? timeout_nanoseconds : longest);
  int answer[2] = {-1, -1}, printed[2] = {-1, -1};
  if (pipe2(answer, O_CLOEXEC) != 0 || pipe2(printed, O_CLOEXEC) != 0) {
    fail(outcome, errno);
    close_pipe(answer);
    close_pipe(printed);
    return;
  }
  if (!lock_before(deadline)) {
    outcome->status = OT_GRAPHVIZ_TIMED_OUT;
    close_pipe(answer);
    close_pipe(printed);
    return;
  }
  pid_t child = fork();
  int fork_error = errno;
  if (child == 0) run_child(request, answer[1], printed[1], timeout_nanoseconds);
  pthread_mutex_unlock(&ot_graphviz_lock);
  close(answer[1]);
  close(printed[1]);
  if (child < 0) {
    fail(outcome, fork_error);
    close(answer[0]);
    close(printed[0]);
    return;
  }

  buffer answered = {.limit = SIZE_MAX}, said = {.limit = 4 * 65536};
  bool ended = read_until(deadline, answer[0], &answered, printed[0], &said);
  if (!ended) kill(child, SIGKILL);
  // Closed first: a child that still writes ends by it, where a read failed.
  close(answer[0]);
  close(printed[0]);
  int signal = reap(child);
  if (!ended) {
    outcome->status = OT_GRAPHVIZ_TIMED_OUT;
  } else if (!receive(&answered, outcome)) {
    ot_graphviz_release(outcome);
    *outcome = (ot_graphviz_outcome){
        .status = OT_GRAPHVIZ_CRASHED, .scale = 1, .signal = signal};
  }
  ot_log_lines(outcome, OT_GRAPHVIZ_PRINTED, said.bytes, said.length);
  free(answered.bytes);
  free(said.bytes);
}

#endif
