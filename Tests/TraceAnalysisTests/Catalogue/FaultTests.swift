import Testing

@testable import TraceAnalysis

@Suite struct FaultTests {
  @Test func everyRuleAndEveryConsequenceIsAFault() {
    let faults = DiagnosisCatalogue.faults
    let names = DiagnosisCatalogue.rules.map(\.name) + Finding.Consequence.allCases.map(\.rawValue)
    // One consequence can be a finding of its own, too: a barrier that hangs by itself.
    #expect(faults.map(\.name).sorted() == Set(names).sorted())
    #expect(faults.allSatisfy { DiagnosisCatalogue.fault(named: $0.name) == $0 })
    #expect(DiagnosisCatalogue.fault(named: "no-such-fault") == nil)
  }

  @Test func theyAreInOrderWithinTheirKinds() {
    for kind in Fault.Kind.allCases {
      let names = DiagnosisCatalogue.faults.filter { $0.kind == kind }.map(\.name)
      #expect(!names.isEmpty)
      #expect(names == names.sorted())
    }
    #expect(DiagnosisCatalogue.faults.map(\.kind).split { $0 != .stall }.count == 1)
  }

  @Test func theySayWhatTheirRulesSay() throws {
    for rule in DiagnosisCatalogue.rules {
      let fault = try #require(DiagnosisCatalogue.fault(named: rule.name))
      #expect(fault.kind == (rule.severity == .error ? .stall : .misuse))
      #expect(fault.explanation == rule.explanation)
      let names = rule.thresholds.map(\.rawValue) + rule.counts.map(\.rawValue)
      #expect(fault.thresholds.map(\.name) == names)
    }
  }

  @Test func relativesAreMutual() {
    for fault in DiagnosisCatalogue.faults {
      #expect(!fault.related.isEmpty, "\(fault.name)")
      #expect(!fault.related.contains(fault.name))
      #expect(Set(fault.related).count == fault.related.count)
      for name in fault.related {
        #expect(FaultFamilies.relatives(of: name).contains(fault.name))
      }
    }
    #expect(FaultFamilies.relatives(of: "no-such-fault").isEmpty)
    let names = Set(DiagnosisCatalogue.faults.map(\.name))
    #expect(Set(FaultFamilies.all.joined()).subtracting(names).isEmpty)
  }
}
