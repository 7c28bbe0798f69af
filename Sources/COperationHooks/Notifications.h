// What a program tells Foundation of its operations by didChangeValue.
#ifndef OTH_NOTIFICATIONS_H
#define OTH_NOTIFICATIONS_H

#include "Observing.h"

/// Foundation was told on this thread that an operation of the program's finished, and reads it so: from here on it goes through
/// all that waits for it. Records the finish that the program tells a second time.
void oth_notification_began(oth_thread *self, oth_node *node, uint64_t time);
/// The part of `oth_notification_ended` for a thread on which one began.
void oth_notification_ended_now(oth_thread *self, oth_node *node, oth_audience audience);

/// Records how long Foundation took, if it was told on this thread and took long.
static inline void oth_notification_ended(oth_thread *self, oth_node *node, oth_audience audience) {
  if (OTH_UNLIKELY(self->notified)) oth_notification_ended_now(self, node, audience);
}

#endif
