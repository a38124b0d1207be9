import * as DnsServer from "@rcpt/lab/DnsServer"
import * as ZoneFile from "@rcpt/lab/ZoneFile"
import { decode } from "dns-packet"
import { Result } from "effect"

import { assert, describe, it } from "../support/vitest.ts"
import { framed, outcome, overTcp, overUdp, query, resolverAt, startServer } from "./dnsClient.ts"

const zone = (rules: string) => `
a.test   A   127.0.0.1
a.test   TXT "a"
b.a.test A   127.0.0.2
${rules}`

const lookUp = (address: string, name = "a.test", type: "A" | "TXT" = "A") =>
  outcome(() => resolverAt(address).resolve(name, type))

describe("A fault rule", () => {
  const rcodes = [
    ["FORMERR", "EFORMERR"],
    ["SERVFAIL", "ESERVFAIL"],
    ["NXDOMAIN", "ENOTFOUND"],
    ["NOTIMP", "ENOTIMP"],
    ["REFUSED", "EREFUSED"]
  ] as const
  for (const [rcode, code] of rcodes) {
    it.live(`rcode ${rcode} is ${code} to Node`, function* () {
      const { address } = yield* startServer(zone(`$RULE a.test rcode ${rcode}`))
      assert.strictEqual(yield* lookUp(address), code)
    })
  }

  it.live("drop gives no answer", function* () {
    const { address } = yield* startServer(zone("$RULE a.test drop"))
    assert.strictEqual(yield* lookUp(address), "ETIMEOUT")
  })

  it.live("drop first 2 answers the third question", function* () {
    const { address, queries } = yield* startServer(zone("$RULE a.test drop first 2"))
    assert.strictEqual(yield* lookUp(address), "ETIMEOUT")
    assert.strictEqual(yield* lookUp(address), "ETIMEOUT")
    assert.deepStrictEqual(yield* lookUp(address), ["127.0.0.1"])
    assert.strictEqual(yield* queries, 3)
  })

  it.live("first N counts per server", function* () {
    const parsed = ZoneFile.parse(zone("$RULE a.test rcode REFUSED first 1"), "test.zone")
    const zones = [Result.getOrThrow(parsed)]
    for (const { address } of [
      yield* DnsServer.start({ zones }),
      yield* DnsServer.start({ zones })
    ]) {
      assert.strictEqual(yield* lookUp(address), "EREFUSED")
      assert.deepStrictEqual(yield* lookUp(address), ["127.0.0.1"])
    }
  })

  it.live("delay delays the answer", function* () {
    const { address } = yield* startServer(zone("$RULE a.test delay 120ms"))
    assert.isUndefined(yield* overUdp(address, query("a.test", "A"), 60))
    assert.isDefined(yield* overUdp(address, query("a.test", "A"), 1_000))
  })

  it.live("delay does not hide a later rule", function* () {
    const { address } = yield* startServer(
      zone("$RULE a.test delay 100ms\n$RULE a.test rcode SERVFAIL")
    )
    assert.isUndefined(yield* overUdp(address, query("a.test", "A"), 50))
    assert.strictEqual(yield* lookUp(address), "ESERVFAIL")
  })

  it.live("the first in the file applies", function* () {
    const { address } = yield* startServer(
      zone("$RULE *.a.test rcode REFUSED\n$RULE b.a.test rcode SERVFAIL")
    )
    assert.strictEqual(yield* lookUp(address, "b.a.test"), "EREFUSED")
  })

  it.live("truncate truncates over UDP and answers over TCP", function* () {
    const { address, queries } = yield* startServer(zone("$RULE a.test truncate"))
    const bytes = yield* overUdp(address, query("a.test", "A"))
    assert.isTrue(bytes && decode(bytes).flag_tc)
    assert.deepStrictEqual(yield* lookUp(address), ["127.0.0.1"])
    assert.strictEqual(yield* queries, 3)
  })

  it.live("truncate-only truncates over UDP and closes the connection over TCP", function* () {
    const { address } = yield* startServer(zone("$RULE a.test truncate-only"))
    const bytes = yield* overUdp(address, query("a.test", "A"))
    assert.isTrue(bytes && decode(bytes).flag_tc)
    assert.deepStrictEqual(yield* overTcp(address, [framed(query("a.test", "A"))], 1), [])
    assert.include(["ETIMEOUT", "ECONNREFUSED"], yield* lookUp(address))
  })

  it.live("with a type applies to that type only", function* () {
    const { address } = yield* startServer(zone("$RULE a.test TXT rcode SERVFAIL"))
    assert.strictEqual(yield* lookUp(address, "a.test", "TXT"), "ESERVFAIL")
    assert.deepStrictEqual(yield* lookUp(address), ["127.0.0.1"])
  })

  it.live("without a type applies to all types, in any case of the name", function* () {
    const { address } = yield* startServer(zone("$RULE A.Test rcode SERVFAIL"))
    assert.strictEqual(yield* lookUp(address, "a.TEST", "TXT"), "ESERVFAIL")
    assert.strictEqual(yield* lookUp(address), "ESERVFAIL")
  })

  it.live("with *. applies to every name below and not to the name itself", function* () {
    const { address } = yield* startServer(zone("$RULE *.a.test rcode SERVFAIL"))
    assert.deepStrictEqual(yield* lookUp(address), ["127.0.0.1"])
    assert.strictEqual(yield* lookUp(address, "b.a.test"), "ESERVFAIL")
    assert.strictEqual(yield* lookUp(address, "no.such.a.test"), "ESERVFAIL")
  })
})
