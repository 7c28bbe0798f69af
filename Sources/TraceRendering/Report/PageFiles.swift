/// The files of the page, which are in the binary.
enum PageFiles {
  /// The modules by name; ``PageModules`` puts them in order.
  static let modules: [String: [UInt8]] = [
    "adjacency.js": PackageResources.adjacency_js,
    "columns.js": PackageResources.columns_js,
    "detail.js": PackageResources.detail_js,
    "dom.js": PackageResources.dom_js,
    "main.js": PackageResources.main_js,
    "model.js": PackageResources.model_js,
    "numbers.js": PackageResources.numbers_js,
    "graph.js": PackageResources.graph_js,
    "relations.js": PackageResources.relations_js,
    "store.js": PackageResources.store_js,
    "theme.js": PackageResources.theme_js,
    "timeline.js": PackageResources.timeline_js,
    "verdict.js": PackageResources.verdict_js,
    "viewport.js": PackageResources.viewport_js,
    "words.js": PackageResources.words_js,
  ]

  /// The style sheets in their order.
  static let styleSheets = [
    PackageResources.page_css,
  ]

  /// The page around them.
  static let page = PackageResources.page_html
}
