import TraceModel

/// Judges a trace, and records why it is not as expected.
func judge(
  _ trace: Trace,
  at site: CallSite,
  _ check: (Judgement) throws(ExpectationFailure) -> Void
) {
  let judgement = Judgement(of: trace)
  do throws(ExpectationFailure) {
    try check(judgement)
  } catch {
    FailureRecord.add(FailureText(error, judgement).text, at: site)
  }
}
