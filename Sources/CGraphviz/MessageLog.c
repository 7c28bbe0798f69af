#include "MessageLog.h"

#include <stdlib.h>
#include <string.h>

bool ot_log_reserve(ot_graphviz_outcome *outcome) {
  if (outcome->messages == NULL) {
    outcome->messages = calloc(ot_log_maximum_messages, sizeof(ot_graphviz_message));
  }
  if (outcome->message_text == NULL) outcome->message_text = malloc(ot_log_maximum_bytes);
  return outcome->messages != NULL && outcome->message_text != NULL;
}

void ot_log_begin(ot_graphviz_outcome *outcome, ot_graphviz_level level) {
  if (level == OT_GRAPHVIZ_ERROR) outcome->reported_error = true;
  if (outcome->message_count == ot_log_maximum_messages || !ot_log_reserve(outcome)) {
    outcome->dropped_messages++;
    return;
  }
  outcome->messages[outcome->message_count++] =
      (ot_graphviz_message){.level = level, .offset = outcome->message_bytes};
}

void ot_log_append(ot_graphviz_outcome *outcome, const char *text, size_t length) {
  if (outcome->dropped_messages > 0 || outcome->message_count == 0) return;
  size_t room = ot_log_maximum_bytes - outcome->message_bytes;
  size_t taken = length < room ? length : room;
  memcpy(outcome->message_text + outcome->message_bytes, text, taken);
  outcome->message_bytes += (uint32_t)taken;
  outcome->messages[outcome->message_count - 1].length += (uint32_t)taken;
}

void ot_log_lines(
    ot_graphviz_outcome *outcome, ot_graphviz_level level, const char *text, size_t length) {
  while (length > 0) {
    const char *newline = memchr(text, '\n', length);
    size_t line = newline == NULL ? length : (size_t)(newline - text);
    if (line > 0) {
      ot_log_begin(outcome, level);
      ot_log_append(outcome, text, line);
    }
    size_t used = newline == NULL ? line : line + 1;
    text += used;
    length -= used;
  }
}
