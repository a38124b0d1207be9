import { commandTable } from "../../packages/cli/src/commandTable.ts"
import { wrapHelp } from "../../packages/cli/src/helpFormat.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { rcpt } from "./rcpt.ts"

describe("rcpt without a command", () => {
  for (const args of [[], ["--help"], ["-h"], ["help"]])
    it.live(`lists every command with examples: rcpt ${args.join(" ")}`, function* () {
      const { code, stdout, stderr } = yield* rcpt(args)
      assert.deepStrictEqual([code, stderr], [0, ""])
      for (const [name, { means }] of Object.entries(commandTable))
        assert.match(stdout, new RegExp(`\\n  ${name} +${means.slice(0, 8)}`))
      assert.match(stdout, /\nExamples\n {2}rcpt start --lab {2,}/)
      for (const line of stdout.split("\n")) assert.isAtMost(line.length, 80, line)
      assert.notMatch(stdout, /--wizard|--log-level|--completions/)
    })

  it.live("names the command that was probably meant, first", function* () {
    const { code, stdout, stderr } = yield* rcpt(["verfy", "ann@example.com"])
    assert.deepStrictEqual([code, stdout], [64, ""])
    assert.strictEqual(stderr, 'Did you mean verify? "verfy" is not a command of rcpt.\n')
  })

  it.live("prints its version", function* () {
    const { code, stdout } = yield* rcpt(["--version"])
    assert.strictEqual(code, 0)
    assert.match(stdout, /^rcpt v\d+\.\d+\.\d+\n$/)
  })
})

describe("A command's help", () => {
  it.live("names its flags, and none of the framework's", function* () {
    const { code, stdout } = yield* rcpt(["verify", "--help"])
    assert.strictEqual(code, 0)
    assert.include(stdout, "--api-key")
    assert.notMatch(stdout, /--wizard|--log-level|--completions/)
  })
})

describe("The help of each command", () => {
  for (const name of ["bulk", "keys", "webhooks"])
    it.live(`fits 80 columns, and breaks no word: ${name}`, function* () {
      const { stdout } = yield* rcpt([name, "--help"])
      for (const line of stdout.split("\n")) assert.isAtMost(line.length, 80, line)
    })

  it("hangs a description beside its flag, and keeps styles", () => {
    const text = "  --mode choice    deep: also ask the \u001B[2mmail servers\u001B[0m of them"
    assert.strictEqual(
      wrapHelp(text, 44),
      "  --mode choice    deep: also ask the \u001B[2mmail\n                   servers\u001B[0m of them"
    )
    assert.strictEqual(
      wrapHelp("  Some words that do not fit all", 30),
      "  Some words that do not fit\n  all"
    )
  })
})

describe("rcpt completion", () => {
  for (const shell of ["bash", "zsh", "fish"])
    it.live(`completes every command in ${shell}`, function* () {
      const { code, stdout, stderr } = yield* rcpt(["completion", shell])
      assert.deepStrictEqual([code, stderr], [0, ""])
      for (const name of Object.keys(commandTable)) assert.include(stdout, name)
      assert.include(stdout, "api-key")
    })

  it.live("ends with 64 for another shell", function* () {
    assert.strictEqual((yield* rcpt(["completion", "csh"])).code, 64)
  })
})
