import Foundation

/// Holds JSON documents against docs/diagnosis.schema.json, by the validator of Debian's python3-jsonschema.
enum SchemaCheck {
  /// Where macOS has no such validator, these tests are not for it.
  static let isPossible: Bool = {
    #if os(Linux)
    true
    #else
    (try? output(of: "import jsonschema", given: [])) == ""
    #endif
  }()

  static let schema = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/diagnosis.schema.json")

  /// What is wrong with the documents, a line each; fields that the schema doesn't know are wrong too.
  static func complaints(about documents: [String]) throws -> String {
    try output(of: "\(prelude)\(validation)", given: documents)
  }

  /// The fields that could be taken out of the documents, one at a time, without a complaint, as "finding.edges"; each once.
  static func fieldsThatMayBeMissing(in documents: [String]) throws -> [String] {
    try output(of: "\(prelude)\(omission)", given: documents).split(separator: "\n").map(
      String.init
    )
  }

  /// The schema as it is published lets fields pass that it doesn't know; here it must not.
  private static let prelude = """
    import json, sys
    from jsonschema import Draft202012Validator

    def strict(schema):
        if isinstance(schema, dict):
            for part in schema.values(): strict(part)
            if schema.get("type") == "object": schema.setdefault("additionalProperties", False)
        if isinstance(schema, list):
            for part in schema: strict(part)

    schema = json.load(open(sys.argv[1], encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    strict(schema)
    validator = Draft202012Validator(schema)
    documents = json.load(sys.stdin)

    """

  private static let validation = """
    for number, document in enumerate(documents):
        for error in validator.iter_errors(json.loads(document)):
            path = "/".join(str(part) for part in error.absolute_path)
            print(f"document {number}: {path}: {error.message}"[:400])

    """

  private static let omission = """
    optional = set()
    def visit(document, value, path):
        if isinstance(value, dict):
            for key in list(value):
                visit(document, value[key], path + [key])
                kept = value.pop(key)
                if validator.is_valid(document): optional.add(".".join(path + [key]))
                value[key] = kept
        if isinstance(value, list):
            for part in value: visit(document, part, path)
    for document in map(json.loads, documents): visit(document, document, [])
    print("\\n".join(sorted(optional)))

    """

  private static func output(of script: String, given documents: [String]) throws -> String {
    // Debian's package is for Debian's interpreter.
    let run = try ExternalTool(
      "/usr/bin/python3",
      ["-c", script, schema.path],
      input: Array(try JSONEncoder().encode(documents))
    )
    guard run.status == 0 else { throw SchemaCheckFailure(description: run.errors) }
    return run.output
  }
}

/// Why the validator could not do its work; scripts/setup --for-tests installs it.
struct SchemaCheckFailure: Error, CustomStringConvertible {
  var description: String
}
