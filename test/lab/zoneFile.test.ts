import type { ResourceRecord } from "@rcpt/lab/ResourceRecord"
import * as Zone from "@rcpt/lab/Zone"
import * as ZoneFile from "@rcpt/lab/ZoneFile"
import { Effect, Result } from "effect"

import { assert, describe, it } from "../support/vitest.ts"

const zoneOf = (text: string) => Result.getOrThrow(ZoneFile.parse(text, "test.zone"))

const show = (record: ResourceRecord): string => {
  const data = typeof record.data === "string" ? record.data : Object.values(record.data).join(" ")
  return `${record.ttl} ${record.type} ${data}`
}

const at = (text: string, name: string) => zoneOf(text).find(name)?.map(show)

describe("A zone file", () => {
  const reads: ReadonlyArray<[string, string, string, ReadonlyArray<string> | undefined]> = [
    ["reads absolute names", "a.test. A 127.0.0.1", "a.test", ["60 A 127.0.0.1"]],
    ["starts at the root", "a.test A 127.0.0.1", "a.test", ["60 A 127.0.0.1"]],
    ["puts relative names below $ORIGIN", "$ORIGIN b.test.\na AAAA ::", "a.b.test", ["60 AAAA ::"]],
    [
      "nests a relative $ORIGIN",
      "$ORIGIN test.\n$ORIGIN b\n@ A 127.0.0.1",
      "b.test",
      ["60 A 127.0.0.1"]
    ],
    [
      "makes names in the data absolute",
      "$ORIGIN b.test.\n@ MX 5 mx",
      "b.test",
      ["60 MX 5 mx.b.test"]
    ],
    ["keeps the root as the root", "b.test. MX 0 .", "b.test", ["60 MX 0 ."]],
    ["lowers the case of names", "$ORIGIN B.Test.\nA CNAME Www.X.", "a.b.test", ["60 CNAME www.x"]],
    [
      "keeps the owner on an indented line",
      "b.test. NS ns.\n  NS ns2.",
      "b.test",
      ["60 NS ns", "60 NS ns2"]
    ],
    [
      "takes $TTL from its line on",
      "$TTL 5m\nb. A 127.0.0.1\n$TTL 7\nb. A 127.0.0.2",
      "b",
      ["300 A 127.0.0.1", "7 A 127.0.0.2"]
    ],
    [
      "takes TTL and class in either order",
      "b. 9 IN A 127.0.0.1\nb. IN 8 A 127.0.0.2",
      "b",
      ["9 A 127.0.0.1", "8 A 127.0.0.2"]
    ],
    ["reads several strings", 'b. TXT "a b" "c;d" e', "b", ["60 TXT a b c;d e"]],
    ["reads escapes", 'b. TXT "say \\"hi\\" \\059"', "b", ['60 TXT say "hi" ;']],
    ["joins lines in parentheses", 'b. TXT ( "a" ; one\n "b" )', "b", ["60 TXT a b"]],
    ["reads an SOA", "b. SOA ns h 1 1h 2 3 (\n4\n)", "b", ["60 SOA ns h 1 3600 2 3 4"]],
    [
      "reads CRLF",
      "b. A 127.0.0.1\r\nb. A 127.0.0.2\r\n",
      "b",
      ["60 A 127.0.0.1", "60 A 127.0.0.2"]
    ],
    [
      "skips comments and blank lines",
      "; hello\n\n  ; more\nb. A 127.0.0.1 ; end",
      "b",
      ["60 A 127.0.0.1"]
    ],
    ["has the names above a name", "a.b.c. A 127.0.0.1", "b.c", []],
    ["has no other names", "a.b.c. A 127.0.0.1", "c.b", undefined]
  ]
  for (const [says, text, name, records] of reads) {
    it(says, () => assert.deepStrictEqual(at(text, name), records))
  }
})

describe("A malformed zone file", () => {
  const refuses: ReadonlyArray<[string, string]> = [
    ["\n\nb. SRV 1 2 3 x", 'test.zone:3: "SRV" is not a record type'],
    ["b. A 300.0.0.1", 'test.zone:1: "300.0.0.1" is not an address for A'],
    ["b. AAAA 127.0.0.1", 'test.zone:1: "127.0.0.1" is not an address for AAAA'],
    ["b. MX mx", "test.zone:1: MX takes preference exchange"],
    ["b. MX 65536 mx", 'test.zone:1: "65536" is not a number up to 65535'],
    ["b. TXT", "test.zone:1: TXT takes string…"],
    [`b. TXT (\n"${"x".repeat(256)}")`, "test.zone:2: a string holds 255 octets at most"],
    ["b. SOA ns h 1 2 3 4", "test.zone:1: SOA takes mname rname"],
    ["b. A 127.0.0.1\nb. CNAME c.", 'test.zone:2: "b" has a CNAME and other records'],
    ["b. CNAME c.\nb. A 127.0.0.1", 'test.zone:2: "b" has a CNAME and other records'],
    ["  A 127.0.0.1", "test.zone:1: the first record needs a name"],
    ["b..c A 127.0.0.1", 'test.zone:1: empty label in "b..c"'],
    ["bücher.test. A 127.0.0.1", 'test.zone:1: "bücher.test." is not a name'],
    [`${"x".repeat(64)}. A 127.0.0.1`, "test.zone:1: label of more than 63 octets"],
    ['b. TXT "a\nb"', "test.zone:1: unclosed quote"],
    ['\nb. TXT ( "a"\n\n', "test.zone:2: unclosed parenthesis"],
    ["b. TXT a )", 'test.zone:1: stray ")"'],
    ["$INCLUDE other", 'test.zone:1: "$INCLUDE" is not a directive'],
    ["$TTL soon", "test.zone:1: $TTL seconds"],
    ["$RULE", "test.zone:1: $RULE name"],
    ["$RULE b. explode", 'test.zone:1: "explode" is not an action'],
    ["$RULE b. SRV drop", 'test.zone:1: "SRV" is not an action'],
    ["$RULE b. rcode YXDOMAIN", "test.zone:1: rcode is one of FORMERR, SERVFAIL"],
    ["$RULE b. delay 300", "test.zone:1: delay wants a time such as 300ms"],
    ["$RULE b. delay 61s", "test.zone:1: delay wants a time such as 300ms"],
    ["$RULE b. drop first 0", 'test.zone:1: "first 0" is too much'],
    ["$RULE b. drop twice", 'test.zone:1: "twice" is too much']
  ]
  for (const [text, message] of refuses) {
    it(`is refused: ${message}`, () => {
      const result = ZoneFile.parse(text, "test.zone")
      const error = Result.isFailure(result) ? result.failure.message : "accepted"
      assert.strictEqual(error.slice(0, message.length), message)
    })
  }

  it.effect("is named in the error when it cannot be read", function* () {
    const error = yield* Effect.flip(ZoneFile.read("no/such.zone"))
    assert.match(error.message, /^no\/such\.zone:0: .*ENOENT/)
  })
})

describe("Synthetic domains", () => {
  const world = Zone.synthetic(100_000)
  const records = (name: string) => world.find(name)?.map(show)

  it("have MX and SPF", () =>
    assert.deepStrictEqual(records("d00042.lab.test"), [
      "300 MX 10 mx42.lab.test",
      "300 TXT v=spf1 mx -all"
    ]))

  it("have mail hosts with addresses on loopback", () =>
    assert.deepStrictEqual(records("mx42.lab.test"), ["300 A 127.0.1.42"]))

  it("have DMARC, except every tenth", () => {
    assert.deepStrictEqual(records("_dmarc.d00042.lab.test"), ["300 TXT v=DMARC1; p=reject"])
    assert.isUndefined(records("_dmarc.d00040.lab.test"))
  })

  it("are numbered from 1 to the count", () => {
    for (const label of ["d00001", "d100000"]) assert.isDefined(records(`${label}.lab.test`))
    for (const label of ["d00000", "d100001"]) assert.isUndefined(records(`${label}.lab.test`))
  })

  it("have one spelling each", () => {
    for (const label of ["d1", "d000001", "x00001", "d00001x", "mx64", "mx01", "_dmarc"])
      assert.isUndefined(records(`${label}.lab.test`), label)
    assert.isUndefined(records("a._dmarc.d00001.lab.test"))
    assert.isUndefined(records("d00001.lab.testing"))
  })

  it("share the names above them with other zones", () => {
    const both = Zone.union([zoneOf("test. TXT top\nlab.test. TXT lab"), world])
    assert.deepStrictEqual(both.find("test")?.map(show), ["60 TXT top"])
    assert.deepStrictEqual(both.find("lab.test")?.map(show), ["60 TXT lab"])
    assert.isDefined(both.find("d00001.lab.test"))
    assert.isUndefined(both.find("d00001.test"))
  })
})
