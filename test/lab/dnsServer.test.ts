import { assert, describe, it } from "@effect/vitest"
import * as DnsServer from "@rcpt/lab/DnsServer"
import * as Zone from "@rcpt/lab/Zone"
import { Effect, Exit, Fiber, Result, Scope } from "effect"

import { framed, outcome, overTcp, overUdp, query, resolverAt, serving, world } from "./asking.ts"

/** Sorted, for a server may give the records of a set in any order. */
const mxOf = (address: string, name: string) =>
  outcome(async () =>
    (await resolverAt(address).resolveMx(name))
      .map(({ priority, exchange }) => `${priority} ${exchange}`)
      .toSorted()
  )

describe("The lab's name server, asked by Node's resolver", () => {
  const asks: ReadonlyArray<
    [string, (r: ReturnType<typeof resolverAt>) => Promise<unknown>, unknown]
  > = [
    ["gives an address", (r) => r.resolve4("mx1.good.test"), ["127.0.0.11"]],
    ["gives an IPv6 address", (r) => r.resolve6("mx1.good.test"), ["::1"]],
    ["ignores the case of a name", (r) => r.resolve4("MX1.Good.TEST"), ["127.0.0.11"]],
    [
      "keeps the strings of a TXT apart",
      (r) => r.resolveTxt("good.test"),
      [["v=spf1 ", "mx -all"]]
    ],
    ["follows an alias", (r) => r.resolve4("short.good.test"), ["127.0.0.11"]],
    ["follows an alias of an alias", (r) => r.resolve4("long.good.test"), ["127.0.0.11"]],
    ["says NXDOMAIN for an alias of nothing", (r) => r.resolve4("dangling.good.test"), "ENOTFOUND"],
    ["fails on aliases that go in circles", (r) => r.resolve4("loop.good.test"), "ESERVFAIL"],
    ["says NXDOMAIN for an unknown name", (r) => r.resolve4("no.good.test"), "ENOTFOUND"],
    ["says NXDOMAIN below a name that ends", (r) => r.resolve4("a.mx1.good.test"), "ENOTFOUND"],
    ["says NXDOMAIN outside of every zone", (r) => r.resolveMx("example.org"), "ENOTFOUND"],
    ["says NODATA for another type", (r) => r.resolveMx("mx1.good.test"), "ENODATA"],
    ["says NODATA for an empty non-terminal", (r) => r.resolve4("in.here.good.test"), "ENODATA"],
    ["answers from a wildcard", (r) => r.resolveTxt("x.wild.good.test"), [["any"]]],
    [
      "answers from a wildcard many labels down",
      (r) => r.resolveTxt("a.b.wild.good.test"),
      [["any"]]
    ],
    [
      "says NODATA for another type of a wildcard",
      (r) => r.resolve4("x.wild.good.test"),
      "ENODATA"
    ],
    [
      "prefers a name to the wildcard over it",
      (r) => r.resolveTxt("own.wild.good.test"),
      "ENODATA"
    ],
    ["stops a wildcard at a name", (r) => r.resolveTxt("a.own.wild.good.test"), "ENOTFOUND"]
  ]
  for (const [says, look, expected] of asks) {
    it.live(says, () =>
      Effect.gen(function* () {
        const { address } = yield* serving(world)
        assert.deepStrictEqual(yield* outcome(() => look(resolverAt(address))), expected)
      })
    )
  }

  it.live("gives every MX of a domain", () =>
    Effect.gen(function* () {
      const { address } = yield* serving(world)
      const found = yield* mxOf(address, "good.test")
      assert.deepStrictEqual(found, ["10 mx1.good.test", "20 mx2.good.test"])
    })
  )

  it.live("gives a null MX as the root", () =>
    Effect.gen(function* () {
      const { address } = yield* serving(world)
      assert.deepStrictEqual(yield* mxOf(address, "null.test"), ["0 "])
    })
  )

  it.live("cuts what is over 512 octets over UDP, and gives it whole over TCP", () =>
    Effect.gen(function* () {
      const { address, queries } = yield* serving(world)
      const [strings] = yield* Effect.promise(() => resolverAt(address).resolveTxt("big.test"))
      assert.strictEqual(strings?.join("").length, 600)
      assert.strictEqual(yield* queries, 2)
    })
  )

  it.live("answers a burst of 2,000 questions", () =>
    Effect.gen(function* () {
      const { address } = yield* DnsServer.start({ zones: [Zone.synthetic(2_000)] })
      // The kernel may drop datagrams of a burst, as real ones do; a resolver asks again.
      const resolver = resolverAt(address, 500, 6)
      const burst = Array.from({ length: 2_000 }, (_, index) =>
        resolver.resolveMx(`d${String(index + 1).padStart(5, "0")}.lab.test`)
      )
      const answers = yield* Effect.promise(() => Promise.all(burst))
      assert.strictEqual(answers.flat().length, 2_000)
    })
  )
})

describe("The lab's name server, as a scope", () => {
  it.live("is gone with its scope, delayed answers and open connections too", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { address } = yield* Scope.provide(
        serving("$RULE slow.test delay 60s\nslow.test A 127.0.0.1"),
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
  )

  it.live("names the port that somebody else has", () =>
    Effect.gen(function* () {
      const { address } = yield* serving(world)
      const port = Number(address.split(":")[1])
      const second = yield* Effect.result(DnsServer.start({ zones: [], port }))
      assert.strictEqual(Result.isFailure(second) && second.failure.port, port)
    })
  )
})
