import TraceAnalysis
import TraceRendering

/// A mistake in the arguments of a command.
package enum ArgumentError: Error, Hashable, Sendable {
  /// There is no such option; perhaps another one was meant.
  case unknownOption(String, suggestion: String?)
  /// An option stands without the value it needs.
  case missingValue(CommandOption, spelling: String)
  /// An option that takes no value was given one.
  case unexpectedValue(String, value: String)
  /// An option stands twice, and only one value can hold.
  case repeatedOption(String)
  /// Two options stand there of which only one can hold.
  case exclusiveOptions(String, String)
  /// An option's value is not what it should be; `expected` says what that is.
  case invalidValue(String, value: String, expected: String)
  /// What an option sets can't be set so; `reason` says why, and is safe to show.
  case wrongSetting(String, reason: String)
  /// An operand is missing.
  case missingOperand(CommandOperand)
  /// An argument too many.
  case surplusOperand(String)
  /// An argument by position, which an option takes the place of; `operands` is what it stands for, `ways` the options that do so.
  case replacedOperand(String, option: String, operands: [String], ways: [String])
}

extension ArgumentError: CustomStringConvertible {
  /// What is wrong, as a part of a sentence; arguments are made safe to show.
  package var description: String {
    switch self {
    case .unknownOption(let option, let suggestion):
      "there is no option '\(VisibleText.line(option))'"
        + (suggestion.map { "; did you mean \($0)?" } ?? "")
    case .missingValue(let option, let spelling):
      "\(spelling) needs a value: \(spelling) \(option.placeholder ?? "VALUE")"
    case .unexpectedValue(let option, let value):
      "\(option) takes no value, and was given '\(VisibleText.line(value))'"
    case .repeatedOption(let option):
      "\(option) is given twice; leave one of them out"
    case .exclusiveOptions(let first, let second):
      "\(first) and \(second) exclude one another; leave one of them out"
    case .invalidValue(let option, let value, let expected):
      "\(option) must be \(expected), not '\(VisibleText.line(value))'"
    case .wrongSetting(let option, let reason):
      "\(option): \(reason)"
    case .missingOperand(let operand):
      "\(operand.placeholder) is missing"
    case .surplusOperand(let operand):
      "there is one argument too many: '\(VisibleText.line(operand))'"
    case .replacedOperand(let operand, let option, let operands, let ways):
      "'\(VisibleText.line(operand))' can't stand beside \(option): give "
        + "\(CountText.list(operands)) either by position, or by \(CountText.list(ways))"
    }
  }
}
