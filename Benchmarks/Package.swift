// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-operation-tracing", path: "..")],
  targets: [
    .executableTarget(
      name: "tracing-cost",
      dependencies: [.product(name: "OperationTracing", package: "swift-operation-tracing")]
    ),
    .executableTarget(
      name: "tracing-graphs",
      dependencies: [
        .product(name: "OperationTracing", package: "swift-operation-tracing"),
        .product(name: "OperationTraceKit", package: "swift-operation-tracing"),
      ]
    ),
  ]
)
