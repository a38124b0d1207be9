/** How octets become replies, and what is refused. */
import { lineOctetsMax, replyLinesMax, replyOctetsMax } from "@rcpt/verifier/smtp/limits"
import { ReplyReader } from "@rcpt/verifier/smtp/ReplyReader"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"

const octets = (text: string) => Buffer.from(text, "latin1")

/** All that a reader returns for these octets, cut at these places. */
const readAll = (all: Buffer, cuts: ReadonlyArray<number> = []) => {
  const reader = new ReplyReader()
  const ends = [...cuts.map((cut) => cut % (all.length + 1)).sort((a, b) => a - b), all.length]
  ends.reduce((from, end) => {
    reader.push(all.subarray(from, end))
    return end
  }, 0)
  return [reader.take(), reader.take(), reader.take()]
}

const first = (text: string) => readAll(octets(text))[0]

const reply = (code: number, lines: ReadonlyArray<string>, enhancedCode?: string) => ({
  code,
  enhancedCode,
  lines
})

describe("A reader of replies", () => {
  const rows: ReadonlyArray<readonly [title: string, text: string, result: unknown]> = [
    ["reads one line", "250 2.1.5 Ok\r\n", reply(250, ["2.1.5 Ok"], "2.1.5")],
    ["joins lines", "250-a\r\n250-b\r\n250 c\r\n", reply(250, ["a", "b", "c"])],
    ["tolerates a bare LF", "220-a\n220 b\n", reply(220, ["a", "b"])],
    ["tolerates a code alone", "250\r\n", reply(250, [""])],
    [
      "takes the enhanced code of the last line that has one",
      "550-5.7.1 a\r\n550-5.1.1 b\r\n550 c\r\n",
      reply(550, ["5.7.1 a", "5.1.1 b", "c"], "5.1.1")
    ],
    [
      "finds the enhanced code where qmail puts it",
      "550 sorry (#5.1.1)\r\n",
      reply(550, ["sorry (#5.1.1)"], "5.1.1")
    ],
    [
      "does not mistake an IP address for an enhanced code",
      "554 5.6.7.8 is blocked\r\n",
      reply(554, ["5.6.7.8 is blocked"])
    ],
    [
      "does not mistake a number within a sentence for one",
      "550 version 5.1.1\r\n",
      reply(550, ["version 5.1.1"])
    ],
    ["keeps NUL and 8-bit octets", "550 a\u0000\u00ff\r\n", reply(550, ["a\u0000\u00ff"])],
    [
      "decodes UTF-8 where the octets are that",
      Buffer.from("550 é\r\n").toString("latin1"),
      reply(550, ["é"])
    ],
    ["waits for the end of a line", "250 Ok", undefined],
    ["waits for the last line", "250-Ok\r\n", undefined],
    ["refuses another code within a reply", "250-a\r\n550 b\r\n", "two codes in one reply"],
    ["refuses a letter after the code", "250x a\r\n", "a line that is no reply"],
    ["refuses an empty line", "\r\n", "a line that is no reply"],
    ["refuses 1xx and 6xx", "199 a\r\n", "a line that is no reply"],
    [
      "accepts the longest line",
      `250 ${"x".repeat(lineOctetsMax - 5)}\r\n`,
      reply(250, ["x".repeat(lineOctetsMax - 5)])
    ],
    ["refuses one octet more", `250 ${"x".repeat(lineOctetsMax - 4)}\r\n`, "a line without end"],
    ["refuses a line before it ends", "x".repeat(lineOctetsMax + 1), "a line without end"],
    [
      "refuses one line too many",
      "250-\r\n".repeat(replyLinesMax + 1),
      `more than ${replyLinesMax} lines`
    ],
    [
      "refuses one octet too many",
      `250-${"x".repeat(2_000)}\r\n`.repeat(33),
      `more than ${replyOctetsMax} octets`
    ]
  ]
  for (const [title, text, result] of rows) {
    it(title, () => assert.deepStrictEqual(first(text), result))
  }

  it("accepts as many lines as allowed", () => {
    const lines = `${"250-\r\n".repeat(replyLinesMax - 1)}250 \r\n`
    assert.deepStrictEqual(
      first(lines),
      reply(
        250,
        Array.from({ length: replyLinesMax }, () => "")
      )
    )
  })

  it("returns the same, however the network cuts the octets", () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom("250 ok\r\n", "550-5.1.1 no\r\n", "550 no\r\n", "\r\n", "4", "x\n")
        ),
        fc.array(fc.nat()),
        (parts, cuts) => {
          const all = octets(parts.join(""))
          assert.deepStrictEqual(readAll(all, cuts), readAll(all))
        }
      )
    ))

  it("reports replies that no command asked for, but a 421", () => {
    const reader = new ReplyReader()
    assert.isFalse(reader.hasUnsolicitedReply)
    reader.push(octets("250 a\r\n"))
    assert.isTrue(reader.hasUnsolicitedReply)
    assert.deepStrictEqual(reader.take(), reply(250, ["a"]))
    assert.isFalse(reader.hasUnsolicitedReply)
    reader.push(octets("421 bye\r\n"))
    assert.isFalse(reader.hasUnsolicitedReply)
    reader.clear()
    assert.isFalse(reader.hasUnsolicitedReply)
    reader.push(octets("250 a\r\n".repeat(3)))
    assert.deepStrictEqual(reader.take(), reply(250, ["a"]))
    assert.isTrue(reader.hasUnsolicitedReply)
  })
})
