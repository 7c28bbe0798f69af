#ifndef CGRAPHVIZ_RENDER_H
#define CGRAPHVIZ_RENDER_H

#include "CGraphviz.h"

#include <pthread.h>

/// Held around every call into libgvc and libcgraph, and while the process forks.
extern pthread_mutex_t ot_graphviz_lock;

/// Draws; the caller holds the lock and has cleared the outcome.
void ot_graphviz_render_locked(const ot_graphviz_request *request, ot_graphviz_outcome *outcome);

#endif
