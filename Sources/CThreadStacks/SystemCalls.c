// The system calls in which a thread can stay for long.
#define _GNU_SOURCE
#if defined(__linux__)
#include "CThreadStacks.h"

#include <sys/syscall.h>

const char *ots_system_call_name(long number) {
  static const struct {
    long number;
    const char *name;
  } calls[] = {
#define CALL(name) {SYS_##name, #name},
    CALL(accept) CALL(accept4) CALL(clock_nanosleep) CALL(connect) CALL(copy_file_range) CALL(epoll_pwait) CALL(fcntl)
    CALL(fallocate) CALL(fdatasync) CALL(flock) CALL(fsync) CALL(ftruncate) CALL(futex) CALL(getdents64) CALL(getrandom)
    CALL(io_getevents) CALL(ioctl) CALL(madvise) CALL(mmap) CALL(mprotect) CALL(mq_timedreceive) CALL(mq_timedsend) CALL(msgrcv)
    CALL(msgsnd) CALL(msync) CALL(munmap) CALL(nanosleep) CALL(newfstatat) CALL(openat) CALL(ppoll) CALL(pread64) CALL(preadv)
    CALL(pselect6) CALL(pwrite64) CALL(pwritev) CALL(read) CALL(readv) CALL(recvfrom) CALL(recvmmsg) CALL(recvmsg)
    CALL(renameat2) CALL(restart_syscall) CALL(rt_sigsuspend) CALL(rt_sigtimedwait) CALL(sched_yield) CALL(semop)
    CALL(semtimedop) CALL(sendfile) CALL(sendmmsg) CALL(sendmsg) CALL(sendto) CALL(splice) CALL(statx) CALL(sync) CALL(syncfs)
    CALL(unlinkat) CALL(wait4) CALL(waitid) CALL(write) CALL(writev)
#ifdef SYS_io_uring_enter
    CALL(io_uring_enter)
#endif
#ifdef SYS_epoll_pwait2
    CALL(epoll_pwait2)
#endif
#ifdef SYS_futex_waitv
    CALL(futex_waitv)
#endif
    // Those that only the older architectures have.
#ifdef SYS_epoll_wait
    CALL(epoll_wait)
#endif
#ifdef SYS_open
    CALL(open)
#endif
#ifdef SYS_pause
    CALL(pause)
#endif
#ifdef SYS_poll
    CALL(poll)
#endif
#ifdef SYS_select
    CALL(select)
#endif
#undef CALL
  };
  for (unsigned i = 0; i < sizeof calls / sizeof calls[0]; i++)
    if (calls[i].number == number) return calls[i].name;
  return 0;
}

#endif
