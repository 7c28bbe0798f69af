// Swift does not let a program call fork: a test must.
#include <sys/types.h>

pid_t fork_for_tests(void);
