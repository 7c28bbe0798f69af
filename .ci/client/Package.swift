// swift-tools-version: 6.2
import PackageDescription

// A program that traces itself and wants no pictures: .ci/run builds it where Graphviz is not to be seen.
let package = Package(
  name: "client",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "swift-operation-tracing", path: "../..")],
  targets: [
    .executableTarget(
      name: "Client",
      dependencies: [.product(name: "OperationTracing", package: "swift-operation-tracing")],
      swiftSettings: [
        .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
      ]
    )
  ]
)
