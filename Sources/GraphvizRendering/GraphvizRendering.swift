// GraphvizRendering
