import Testing
import TraceRendering

@testable import OptraceCommands

struct TextStyleTests {
  private func style(
    _ variables: [String: String],
    terminal: CommandEnvironment.Terminal? = nil,
    width: Int? = nil
  ) -> TextStyle {
    CommandEnvironment(
      arguments: [],
      variables: variables,
      output: Collected().sink,
      errors: Collected().sink,
      terminal: terminal,
      readInput: { .success([]) }
    ).textStyle(width: width)
  }

  @Test
  func theWidthIsTheOneAskedForOrWhatFits() {
    let terminal = CommandEnvironment.Terminal(columns: 132)
    #expect(style([:]).width == 80)
    #expect(style([:], terminal: terminal).width == 132)
    #expect(style(["COLUMNS": "100"], terminal: terminal).width == 100)
    #expect(style(["COLUMNS": "100"], terminal: terminal, width: 60).width == 60)
    for nonsense in ["", "0", "-5", "wide", "99999999999999999999"] {
      #expect(style(["COLUMNS": nonsense], terminal: terminal).width == 132)
    }
    #expect(style([:], terminal: .init(columns: nil)).width == 80)
  }

  @Test
  func colourIsForTerminalsThatWantIt() {
    let terminal = CommandEnvironment.Terminal(columns: 80)
    #expect(style([:], terminal: terminal).usesColor)
    #expect(style(["NO_COLOR": ""], terminal: terminal).usesColor)
    #expect(!style(["NO_COLOR": "1"], terminal: terminal).usesColor)
    #expect(!style(["TERM": "dumb"], terminal: terminal).usesColor)
    #expect(!style([:]).usesColor)
  }

  @Test(arguments: [
    (["LANG": "en_US.UTF-8"], TextStyle.Charset.unicode),
    (["LANG": "C.utf8"], .unicode),
    (["LC_CTYPE": "UTF-8"], .unicode),
    (["LC_ALL": "C", "LANG": "en_US.UTF-8"], .ascii),
    (["LC_ALL": "", "LANG": "en_US.UTF-8"], .unicode),
    (["LC_CTYPE": "C", "LANG": "en_US.UTF-8"], .ascii),
    (["LANG": "de_DE.ISO-8859-1"], .ascii),
    (["LANG": "POSIX"], .ascii),
    ([:], .ascii),
  ])
  func theLocaleGivesTheCharacters(variables: [String: String], charset: TextStyle.Charset) {
    #expect(style(variables).charset == charset)
  }
}
