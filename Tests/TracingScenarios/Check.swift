/// What a scenario expected and did not find.
package struct CheckFailure: Error, CustomStringConvertible {
  package var description: String
}

/// Throws unless the condition holds.
func check(
  _ condition: Bool,
  _ message: @autoclosure () -> String = "",
  file: String = #fileID,
  line: Int = #line
) throws(CheckFailure) {
  if !condition { throw CheckFailure(description: "\(file):\(line): not so \(message())") }
}

/// Returns the value, or throws when there is none.
func required<Value>(
  _ value: Value?,
  file: String = #fileID,
  line: Int = #line
) throws(CheckFailure) -> Value {
  guard let value else { throw CheckFailure(description: "\(file):\(line): nothing there") }
  return value
}
