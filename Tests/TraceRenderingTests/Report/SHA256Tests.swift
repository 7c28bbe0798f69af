import Testing

@testable import TraceRendering

struct SHA256Tests {
  /// The examples of FIPS 180, and lengths around the end of a block; the hashes are those of `sha256sum`.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "x", count: 55),
      "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072"
    ),
    (
      String(repeating: "x", count: 56),
      "04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e"
    ),
    (
      String(repeating: "x", count: 64),
      "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c"
    ),
    (
      String(repeating: "x", count: 1_000),
      "44f8354494a5ba03ba1792a8d3e9c534c47a9181980fde7a3f44b06ef2ae7c7f"
    ),
  ])
  func `It is the hash that others find`(text: String, expected: String) {
    let words = SHA256.hash(Array(text.utf8)).map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }
    #expect(words.joined() == expected)
  }

  @Test
  func `In base64 it is as a policy has it`() {
    #expect(SHA256.base64(of: []) == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
  }
}
