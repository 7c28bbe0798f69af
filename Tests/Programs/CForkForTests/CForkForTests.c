#include "CForkForTests.h"

#include <unistd.h>

pid_t fork_for_tests(void) {
  return fork();
}
