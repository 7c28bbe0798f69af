// swift-tools-version: 6.2
import PackageDescription

// A program that traces itself and wants no pictures, and its tests: .ci/run builds them where Graphviz is not to be seen.
let package = Package(
  name: "client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-operation-tracing", path: "../..")],
  targets: [
    .executableTarget(
      name: "Client",
      dependencies: [.product(name: "OperationTracing", package: "swift-operation-tracing")]
    ),
    // An expectation in a program that runs no tests.
    .executableTarget(
      name: "Unheard",
      dependencies: [.product(name: "OperationTraceTesting", package: "swift-operation-tracing")]
    ),
    // Tests of both frameworks, of which some must fail: check-tests looks at what they print.
    .testTarget(
      name: "ClientTests",
      dependencies: [.product(name: "OperationTraceTesting", package: "swift-operation-tracing")]
    ),
  ]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
  ]
}
