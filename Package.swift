// swift-tools-version: 6.2
import PackageDescription

// Arrows point one way: a target imports only targets that stand above it in this list.
let package = Package(
  name: "swift-operation-tracing",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "OperationTracing", targets: ["OperationTracing"]),
    .library(name: "OperationTraceKit", targets: ["OperationTraceKit"]),
    .library(name: "OperationTraceTesting", targets: ["OperationTraceTesting"]),
    .library(name: "OperationTraceGraphviz", targets: ["GraphvizRendering"]),
    .library(name: "OperationTracePreload", type: .dynamic, targets: ["OperationTracePreload"]),
    .executable(name: "optrace", targets: ["optrace"]),
  ],
  targets: [
    // What enters the traced program.
    .target(name: "COperationHooks"),
    .target(name: "TraceEvents"),
    .target(name: "OperationObservation", dependencies: ["COperationHooks"]),
    .target(name: "CThreadStacks"),
    .target(name: "ThreadStacks", dependencies: ["CThreadStacks", "TraceEvents"]),
    .target(
      name: "TraceRecording",
      dependencies: ["OperationObservation", "ThreadStacks", "TraceEvents"]
    ),

    // What is loaded into a program that nobody changed.
    .target(name: "CPreload", exclude: ["exports.map"]),
    .target(
      name: "OperationTracePreload",
      dependencies: ["CPreload", "OperationObservation", "TraceEvents", "TraceRecording"],
      linkerSettings: [
        .unsafeFlags(
          [
            "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/CPreload/exports.map",
          ],
          .when(platforms: [.linux])
        )
      ]
    ),

    // What reads a trace.
    .target(name: "TraceModel", dependencies: ["TraceEvents"]),
    .target(name: "TraceAnalysis", dependencies: ["TraceEvents", "TraceModel"]),
    .target(
      name: "TraceRendering",
      dependencies: ["TraceAnalysis", "TraceEvents", "TraceModel"],
      // The report's page travels in the binary, which may be moved without anything beside it.
      resources: [.embedInCode("Report/Page")]
    ),
    .target(
      name: "OperationTraceKit",
      dependencies: ["TraceAnalysis", "TraceEvents", "TraceModel", "TraceRendering"]
    ),
    .target(
      name: "CGraphviz",
      linkerSettings: [.linkedLibrary("gvc"), .linkedLibrary("cgraph")]
    ),
    .target(
      name: "GraphvizRendering",
      dependencies: ["CGraphviz", "TraceAnalysis", "TraceModel", "TraceRendering"]
    ),

    // What a program links, and the command.
    .target(
      name: "OperationTracing",
      dependencies: [
        "OperationObservation", "TraceAnalysis", "TraceEvents", "TraceModel", "TraceRecording",
        "TraceRendering",
      ]
    ),
    // What tests link: imports Swift Testing and XCTest, so nothing else here may import it.
    .target(
      name: "OperationTraceTesting",
      dependencies: [
        "OperationTracing", "TraceAnalysis", "TraceEvents", "TraceModel", "TraceRendering",
      ]
    ),
    .target(name: "CProgramStart"),
    .target(name: "CTerminal"),
    .target(
      name: "OptraceCommands",
      dependencies: [
        "CProgramStart", "CTerminal", "GraphvizRendering", "OperationTracing", "TraceAnalysis",
        "TraceEvents", "TraceModel", "TraceRendering",
      ]
    ),
    .executableTarget(name: "optrace", dependencies: ["OptraceCommands"]),
  ] + samples + [tenLines, faults] + tests
)

/// The program of the README's first screen.
var tenLines: Target {
  .executableTarget(
    name: "ten-lines",
    dependencies: ["GraphvizRendering", "OperationTracing"],
    path: "samples/ten-lines"
  )
}

/// Every fault of the catalogue in one program, which is told which one to run.
var faults: Target {
  .executableTarget(
    name: "sample-faults",
    dependencies: ["OperationTracing"],
    path: "samples/faults"
  )
}

/// Small real programs, each a target of its own that records itself where `OPTRACE_FILE` says.
var samples: [Target] {
  let names = [
    "barrier", "cancelled-predecessor", "cross-queue", "cycle", "download-decode-cache", "group",
    "missing-notification", "never-finishes", "photo-import", "priorities", "serial-self-wait",
    "suspended",
  ]
  return names.map { name in
    .executableTarget(
      name: "sample-\(name)",
      dependencies: ["OperationTracing"],
      path: "samples/\(name)",
      exclude: ["README.md", "graph.svg"]
    )
  }
}

var tests: [Target] {
  [
    .target(
      name: "TraceTestSupport",
      dependencies: ["TraceEvents", "TraceModel"],
      path: "Tests/TraceTestSupport"
    ),
    .testTarget(
      name: "ThreadStacksTests",
      dependencies: ["CThreadStacks", "ThreadStacks", "TraceEvents", "TraceTestSupport"]
    ),
    .testTarget(name: "TraceEventsTests", dependencies: ["TraceEvents", "TraceTestSupport"]),
    .testTarget(
      name: "TraceModelTests",
      dependencies: ["TraceEvents", "TraceModel", "TraceTestSupport"]
    ),
    .testTarget(
      name: "TraceAnalysisTests",
      dependencies: ["TraceAnalysis", "TraceEvents", "TraceModel", "TraceTestSupport"]
    ),
    .testTarget(
      name: "TraceRenderingTests",
      dependencies: [
        "TraceAnalysis", "TraceEvents", "TraceModel", "TraceRendering", "TraceTestSupport",
      ],
      exclude: ["Golden"]
    ),
    .testTarget(
      name: "GraphvizRenderingTests",
      dependencies: [
        "GraphvizRendering", "TraceEvents", "TraceModel", "TraceRendering", "TraceTestSupport",
      ]
    ),
    .executableTarget(
      name: "tracing-stress",
      dependencies: ["OperationTracing"],
      path: "Tests/Programs/stress"
    ),
    .executableTarget(
      name: "tracing-bounded",
      dependencies: ["OperationTracing", "TraceEvents", "TraceModel"],
      path: "Tests/Programs/bounded"
    ),
    .executableTarget(
      name: "tracing-healthy",
      dependencies: ["OperationTracing"],
      path: "Tests/Programs/healthy"
    ),
    .executableTarget(
      name: "tracing-stalls",
      dependencies: ["OperationTracing"],
      path: "Tests/Programs/stalls"
    ),
    .executableTarget(
      name: "tracing-pipeline",
      dependencies: ["OperationTracing"],
      path: "Tests/Programs/pipeline"
    ),
    // Links Foundation and nothing of ours: it must stay so.
    .executableTarget(name: "tracing-recorded", path: "Tests/Programs/recorded"),
    .target(name: "CForkForTests", path: "Tests/Programs/CForkForTests"),
    .executableTarget(
      name: "tracing-fork",
      dependencies: ["CForkForTests", "OperationTracing"],
      path: "Tests/Programs/fork"
    ),
    .target(
      name: "TracingScenarios",
      dependencies: ["OperationObservation", "OperationTracing"],
      path: "Tests/TracingScenarios"
    ),
    .executableTarget(
      name: "tracing-exactness",
      dependencies: ["TracingScenarios"],
      path: "Tests/Programs/exactness"
    ),
    .executableTarget(
      name: "tracing-field-cases",
      dependencies: ["OperationTracing"],
      path: "Tests/Programs/field-cases"
    ),
    // What the browser tests in Tests/Browser make pages of.
    .executableTarget(
      name: "report-traces",
      dependencies: ["TraceEvents", "TraceTestSupport"],
      path: "Tests/Programs/report-traces"
    ),
    .testTarget(
      name: "OperationTracingTests",
      dependencies: [
        "sample-faults", "tracing-bounded", "tracing-exactness", "tracing-fork", "tracing-stalls",
        "tracing-stress",
        "TracingScenarios",
        "OperationObservation", "OperationTracing", "TraceAnalysis", "TraceEvents", "TraceModel",
        "TraceRecording", "TraceTestSupport",
      ]
    ),
    // Loads the library into programs of a package of their own, which it builds, and into programs of this one.
    .testTarget(
      name: "OperationTracePreloadTests",
      dependencies: [
        "tracing-exactness", "OperationTracePreload", "TraceEvents", "TraceModel",
        "TraceTestSupport",
      ]
    ),
    .testTarget(
      name: "OperationTraceTestingTests",
      dependencies: [
        "OperationTraceTesting", "OperationTracing", "TraceAnalysis", "TraceEvents", "TraceModel",
        "TraceTestSupport",
      ],
      exclude: ["Golden"]
    ),
    .testTarget(
      name: "ReadmeTests",
      dependencies: ["optrace", "TraceTestSupport"]
    ),
    .testTarget(
      name: "OptraceCommandsTests",
      dependencies: [
        "GraphvizRendering", "OptraceCommands", "TraceAnalysis", "TraceEvents", "TraceModel",
        "TraceRendering", "TraceTestSupport",
      ],
      exclude: ["Golden"]
    ),
    // Runs the built command as people do.
    .testTarget(
      name: "OptraceTests",
      dependencies: [
        "optrace", "sample-faults", "tracing-pipeline", "tracing-recorded", "TraceEvents",
        "TraceTestSupport",
      ]
    ),
    // Runs the samples as processes; that they are built is left to the build of the tests, which builds everything.
    .testTarget(
      name: "SampleTests",
      dependencies: ["TraceAnalysis", "TraceEvents", "TraceModel", "TraceTestSupport"]
    ),
  ]
}

for target in package.targets where ![.system, .plugin, .binary].contains(target.type) {
  let isC = [
    "COperationHooks", "CForkForTests", "CGraphviz", "CPreload", "CProgramStart", "CTerminal",
    "CThreadStacks",
  ].contains(target.name)
  if isC {
    target.cSettings = [.treatAllWarnings(as: .error)]
  } else {
    target.swiftSettings = [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .treatAllWarnings(as: .error),
    ]
  }
}
