import Foundation
import Testing
import TraceTestSupport

@testable import TraceRendering

struct ReportColumnTests {
  @Test
  func `What was written is read back, whatever is missing`() throws {
    var generator = SeededGenerator(seed: 7)
    for length in [0, 1, 2, 3, 500] {
      var column = ReportColumn()
      var numbers: [Int64?] = []
      for _ in 0..<length {
        let bits = Int64.random(in: 0...53, using: &generator)
        let largest = Int64(1) << bits - 1
        let number = Int64.random(in: -largest...largest, using: &generator)
        // Runs of equal differences, as most columns have.
        let step = generator.chance(0.5) ? (numbers.last ?? nil) : number
        numbers.append(generator.chance(0.2) ? nil : step)
        column.add(numbers[numbers.count - 1])
      }
      #expect(column.count == length)
      #expect(try ColumnReader(column.base64).numbers() == numbers)
    }
  }

  @Test
  func `Numbers that JavaScript could not hold are cut`() throws {
    var column = ReportColumn()
    column.add(Int64.max)
    column.add(Int64.min)
    column.add(Int64(0))
    let largest = Int64(1) << 53 - 1
    #expect(try ColumnReader(column.base64).numbers() == [largest, -largest, 0])
  }

  @Test
  func `Numbers at equal distances take no room, near ones a byte each`() {
    var (equal, near) = (ReportColumn(), ReportColumn())
    for number in 1...300 {
      equal.add(number)
      near.add(number * number % 60)
    }
    #expect(equal.base64.utf8.count == 8)
    #expect(near.base64.utf8.count == 400)
  }

  @Test
  func `Moments are told from the one before in their row, and the first from the row above`()
    throws
  {
    var columns = MomentColumns(count: 3)
    let rows: [[UInt64?]] = [
      [100, nil, 130], [120, 110, 125], [nil, nil, nil], [nil, 90, .max],
    ]
    for row in rows { columns.add(row) }
    let differences = try columns.base64.map { try ColumnReader($0).differences }
    #expect(differences[0] == [100, 20, nil, nil])
    #expect(differences[1] == [nil, -10, nil, -30])
    #expect(differences[2] == [30, 15, nil, 1 << 53 - 1 - 90])
  }
}

struct Base64Tests {
  @Test
  func `It is the text that Foundation makes`() {
    var generator = SeededGenerator(seed: 3)
    for length in 0..<70 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(Base64.text(bytes) == Data(bytes).base64EncodedString())
    }
  }
}
