import GraphvizRendering
import Testing
import TraceTestSupport

@Suite struct SVGDarkModeTests {
  private func styleSheet(_ colors: [String: String]) throws -> String {
    let picture = SVGPresentation(title: "t", darkColors: colors).applied(to: "<svg></svg>")
    return try #require(XMLElements(picture)?.named("style").first?.text)
  }

  @Test func exchangesFillsAndStrokesInTheDark() throws {
    #expect(
      try styleSheet(["#ffffff": "#1c2027", "#1D2530": "#E8EBF0"]) == """

        .edge:hover path{stroke-width:3}
        @media print{svg:root{max-width:100%;height:auto}}
        @media screen and (prefers-color-scheme:dark){
        [fill="#1d2530"]{fill:#e8ebf0}[stroke="#1d2530"]{stroke:#e8ebf0}
        [fill="#ffffff"]{fill:#1c2027}[stroke="#ffffff"]{stroke:#1c2027}
        svg:root{background:#1c2027}
        }

        """
    )
  }

  @Test func exchangesBlackTextThatHasNoAttribute() throws {
    #expect(try styleSheet(["#000000": "#ffffff"]).contains("text:not([fill]){fill:#ffffff}"))
    #expect(try !styleSheet(["#1d2530": "#ffffff"]).contains("text:not"))
  }

  @Test(arguments: [
    "red", "#fff", "#1d253", "#1d25301", "#gggggg", "#ffffff}", "#ffff\n#", "", "#",
    "＃ffffff", "#ffff\u{FF11}",
  ])
  func leavesOutWhatIsNoColor(color: String) throws {
    #expect(try styleSheet([color: "#123456"]) == styleSheet([:]))
    #expect(try styleSheet(["#123456": color]) == styleSheet([:]))
  }

  @Test func leavesOutColorsThatStay() throws {
    #expect(try styleSheet(["#e8a33d": "#E8A33D"]) == styleSheet([:]))
  }
}
