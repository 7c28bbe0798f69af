#ifndef CGRAPHVIZ_GRAPH_READER_H
#define CGRAPHVIZ_GRAPH_READER_H

#include "CGraphviz.h"

#include <graphviz/cgraph.h>

/// Reads the one graph of the request's text, and says in `outcome->status` whether it is sound.
///
/// The caller holds the lock, and gives the graph, if there is one, to `ot_graph_close` before it lets go.
Agraph_t *ot_graph_read(const ot_graphviz_request *request, ot_graphviz_outcome *outcome);

/// Closes a graph, or null, and gives its memory back.
void ot_graph_close(Agraph_t *graph);

/// How many graphs are read and not closed; the caller holds the lock.
int64_t ot_graph_open_count(void);

#endif
