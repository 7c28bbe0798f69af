/// The files of the page, which are in the binary.
enum PageFiles {
  /// The modules by name; ``PageModules`` puts them in order.
  static let modules: [String: [UInt8]] = [
    "adjacency.js": PackageResources.adjacency_js,
    "changes.js": PackageResources.changes_js,
    "charts.js": PackageResources.charts_js,
    "columns.js": PackageResources.columns_js,
    "detail.js": PackageResources.detail_js,
    "dom.js": PackageResources.dom_js,
    "filter.js": PackageResources.filter_js,
    "graph-legend.js": PackageResources.graph_legend_js,
    "graph-names.js": PackageResources.graph_names_js,
    "graph.js": PackageResources.graph_js,
    "main.js": PackageResources.main_js,
    "minimap.js": PackageResources.minimap_js,
    "model.js": PackageResources.model_js,
    "numbers.js": PackageResources.numbers_js,
    "pattern.js": PackageResources.pattern_js,
    "relations.js": PackageResources.relations_js,
    "scanner.js": PackageResources.scanner_js,
    "search.js": PackageResources.search_js,
    "sorting.js": PackageResources.sorting_js,
    "store.js": PackageResources.store_js,
    "table-rows.js": PackageResources.table_rows_js,
    "tables.js": PackageResources.tables_js,
    "text-fitter.js": PackageResources.text_fitter_js,
    "theme.js": PackageResources.theme_js,
    "timeline-axis.js": PackageResources.timeline_axis_js,
    "timeline-bars.js": PackageResources.timeline_bars_js,
    "timeline-frame.js": PackageResources.timeline_frame_js,
    "timeline-input.js": PackageResources.timeline_input_js,
    "timeline-keys.js": PackageResources.timeline_keys_js,
    "timeline-lanes.js": PackageResources.timeline_lanes_js,
    "timeline-legend.js": PackageResources.timeline_legend_js,
    "timeline-marks.js": PackageResources.timeline_marks_js,
    "timeline-paint.js": PackageResources.timeline_paint_js,
    "timeline-steps.js": PackageResources.timeline_steps_js,
    "timeline-view.js": PackageResources.timeline_view_js,
    "timeline.js": PackageResources.timeline_js,
    "verdict.js": PackageResources.verdict_js,
    "viewport.js": PackageResources.viewport_js,
    "virtual-table.js": PackageResources.virtual_table_js,
    "words.js": PackageResources.words_js,
  ]

  /// The style sheets in their order.
  static let styleSheets = [
    PackageResources.page_css,
    PackageResources.timeline_css,
    PackageResources.charts_css,
    PackageResources.tables_css,
    PackageResources.changes_css,
  ]

  /// The page around them.
  static let page = PackageResources.page_html
}
