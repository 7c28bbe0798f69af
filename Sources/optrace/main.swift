// optrace
