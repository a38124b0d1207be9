import * as DnsServer from "@rcpt/lab/DnsServer"
import * as Zone from "@rcpt/lab/Zone"
import { Effect, Exit, Fiber, Result, Scope } from "effect"

import { assert, describe, it } from "../support/vitest.ts"
import {
  framed,
  outcome,
  overTcp,
  overUdp,
  query,
  resolverAt,
  startServer,
  world
} from "./dnsClient.ts"

/** Sorted, because a server may return the records of a set in any order. */
const mxOf = (address: string, name: string) =>
  outcome(async () =>
    (await resolverAt(address).resolveMx(name))
      .map(({ priority, exchange }) => `${priority} ${exchange}`)
      .toSorted()
  )

describe("The lab's name server", () => {
  const lookUps: ReadonlyArray<
    [string, (r: ReturnType<typeof resolverAt>) => Promise<unknown>, unknown]
  > = [
    ["answers an IPv4 address", (r) => r.resolve4("mx1.good.test"), ["127.0.0.11"]],
    ["answers an IPv6 address", (r) => r.resolve6("mx1.good.test"), ["::1"]],
    ["ignores the case of a name", (r) => r.resolve4("MX1.Good.TEST"), ["127.0.0.11"]],
    [
      "keeps the strings of a TXT record separate",
      (r) => r.resolveTxt("good.test"),
      [["v=spf1 ", "mx -all"]]
    ],
    ["follows an alias", (r) => r.resolve4("short.good.test"), ["127.0.0.11"]],
    ["follows an alias of an alias", (r) => r.resolve4("long.good.test"), ["127.0.0.11"]],
    [
      "answers NXDOMAIN for an alias of a missing name",
      (r) => r.resolve4("dangling.good.test"),
      "ENOTFOUND"
    ],
    ["answers SERVFAIL for a loop of aliases", (r) => r.resolve4("loop.good.test"), "ESERVFAIL"],
    ["answers NXDOMAIN for an unknown name", (r) => r.resolve4("no.good.test"), "ENOTFOUND"],
    [
      "answers NXDOMAIN below a name without names below it",
      (r) => r.resolve4("a.mx1.good.test"),
      "ENOTFOUND"
    ],
    ["answers NXDOMAIN outside every zone", (r) => r.resolveMx("example.org"), "ENOTFOUND"],
    ["answers NODATA for another type", (r) => r.resolveMx("mx1.good.test"), "ENODATA"],
    ["answers NODATA for an empty non-terminal", (r) => r.resolve4("in.here.good.test"), "ENODATA"],
    ["answers from a wildcard", (r) => r.resolveTxt("x.wild.good.test"), [["any"]]],
    [
      "answers from a wildcard many labels down",
      (r) => r.resolveTxt("a.b.wild.good.test"),
      [["any"]]
    ],
    [
      "answers NODATA for another type of a wildcard",
      (r) => r.resolve4("x.wild.good.test"),
      "ENODATA"
    ],
    [
      "prefers a name to the wildcard above it",
      (r) => r.resolveTxt("own.wild.good.test"),
      "ENODATA"
    ],
    [
      "does not apply a wildcard below an existing name",
      (r) => r.resolveTxt("a.own.wild.good.test"),
      "ENOTFOUND"
    ]
  ]
  for (const [says, lookUp, expected] of lookUps) {
    it.live(says, function* () {
      const { address } = yield* startServer(world)
      assert.deepStrictEqual(yield* outcome(() => lookUp(resolverAt(address))), expected)
    })
  }

  it.live("answers every MX of a domain", function* () {
    const { address } = yield* startServer(world)
    const records = yield* mxOf(address, "good.test")
    assert.deepStrictEqual(records, ["10 mx1.good.test", "20 mx2.good.test"])
  })

  it.live("answers a null MX as the root", function* () {
    const { address } = yield* startServer(world)
    assert.deepStrictEqual(yield* mxOf(address, "null.test"), ["0 "])
  })

  it.live(
    "truncates an answer over 512 octets over UDP, and sends it whole over TCP",
    function* () {
      const { address, queries } = yield* startServer(world)
      const [strings] = yield* Effect.promise(() => resolverAt(address).resolveTxt("big.test"))
      assert.strictEqual(strings?.join("").length, 600)
      assert.strictEqual(yield* queries, 2)
    }
  )

  it.live("answers a burst of 2,000 questions", function* () {
    const { address } = yield* DnsServer.start({ zones: [Zone.synthetic(2_000)] })
    // The kernel may drop datagrams of a burst, so the resolver retries.
    const resolver = resolverAt(address, 500, 6)
    const burst = Array.from({ length: 2_000 }, (_, index) =>
      resolver.resolveMx(`d${String(index + 1).padStart(5, "0")}.lab.test`)
    )
    const answers = yield* Effect.promise(() => Promise.all(burst))
    assert.strictEqual(answers.flat().length, 2_000)
  })
})

describe("The scope of the lab's name server", () => {
  it.live("stops it when it closes, with delayed answers and open connections", function* () {
    const scope = yield* Scope.make()
    const { address } = yield* Scope.provide(
      startServer("$RULE slow.test delay 60s\nslow.test A 127.0.0.1"),
      scope
    )
    yield* overUdp(address, query("slow.test", "A"), 20)
    const connection = yield* Effect.forkChild(
      overTcp(address, [framed(query("slow.test", "A"))], 1)
    )
    yield* Effect.sleep("50 millis")
    yield* Scope.close(scope, Exit.void)
    assert.deepStrictEqual(yield* Fiber.join(connection), [])
    assert.isUndefined(yield* overUdp(address, query("slow.test", "A"), 100))
  })

  it.live("fails with the port when it is taken", function* () {
    const { address } = yield* startServer(world)
    const port = Number(address.split(":")[1])
    const second = yield* Effect.result(DnsServer.start({ zones: [], port }))
    assert.strictEqual(Result.isFailure(second) && second.failure.port, port)
  })
})
