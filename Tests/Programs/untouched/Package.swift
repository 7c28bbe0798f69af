// swift-tools-version: 6.0
import PackageDescription

// Programs as people write them: nothing here knows of anything else in this repository.
let package = Package(
  name: "untouched",
  targets: [.executableTarget(name: "untouched")]
)
