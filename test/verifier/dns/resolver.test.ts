import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { questionsAtOnceMax } from "@rcpt/verifier/limits"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"
import type { Answerer } from "./nameServer.ts"
import { a, mx, txt, withServer } from "./resolverWorld.ts"

describe("Resolver", () => {
  it.live("distinguishes found, NODATA and NXDOMAIN", () =>
    withServer(
      (type, name) =>
        name === "gone.test" ? { rcode: "NXDOMAIN" } : type === "A" ? a(name, "192.0.2.1") : {},
      () =>
        Effect.gen(function* () {
          const dns = yield* Resolver
          assert.deepStrictEqual(
            [yield* dns.a("here.test"), yield* dns.aaaa("here.test"), yield* dns.mx("gone.test")],
            [{ _tag: "Found", records: ["192.0.2.1"] }, { _tag: "NoData" }, { _tag: "NoDomain" }]
          )
        })
    )
  )

  it.live("reports a failure as unanswered", () =>
    withServer(
      (_, name) =>
        name === "servfail.test"
          ? { rcode: "SERVFAIL" }
          : name === "refused.test"
            ? { rcode: "REFUSED" }
            : undefined,
      () =>
        Effect.gen(function* () {
          const dns = yield* Resolver
          const answers = yield* Effect.all(
            [dns.mx("servfail.test"), dns.a("refused.test"), dns.policies("silent.test")],
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(answers, [
            { _tag: "Unanswered", why: "SERVFAIL" },
            { _tag: "Unanswered", why: "REFUSED" },
            { _tag: "Unanswered", why: "timeout" }
          ])
        })
    )
  )

  it.live("is unanswered where no server listens", () =>
    Effect.gen(function* () {
      const answer = yield* (yield* Resolver).a("here.test")
      assert.strictEqual(answer._tag, "Unanswered")
    }).pipe(Effect.provide(Resolver.layer({ servers: ["127.0.0.1:1"] })))
  )

  it.live("sorts mail hosts, each once, in lower case", () =>
    withServer(
      (_, name) => mx(name, [20, "b.test"], [10, "Z.test"], [10, "a.test"], [30, "a.TEST"]),
      () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* (yield* Resolver).mx("many.test"), {
            _tag: "Found",
            records: [
              { host: "a.test", preference: 10 },
              { host: "z.test", preference: 10 },
              { host: "b.test", preference: 20 }
            ]
          })
        })
    )
  )

  it.live("returns a null MX as one host with an empty name", () =>
    withServer(
      (_, name) => mx(name, [0, "."]),
      () =>
        Effect.gen(function* () {
          const answer = yield* (yield* Resolver).mx("null.test")
          assert.deepStrictEqual(answer, { _tag: "Found", records: [{ host: "", preference: 0 }] })
        })
    )
  )

  it.live("joins the chunks of policy records and drops other TXT records", () =>
    withServer(
      (_, name) =>
        name === "only.test"
          ? txt(name, "site-verification=abc")
          : txt(name, "site-verification=abc", ["v=spf1 include:", "x.test\u0000\n -all"]),
      () =>
        Effect.gen(function* () {
          const dns = yield* Resolver
          assert.deepStrictEqual(
            [yield* dns.policies("many.test"), yield* dns.policies("only.test")],
            [{ _tag: "Found", records: ["v=spf1 include:x.test -all"] }, { _tag: "NoData" }]
          )
        })
    )
  )

  it.live("returns the name servers of a zone, sorted and in lower case", () =>
    withServer(
      (_, name) => ({
        answers: ["NS2.b.test", "ns1.a.test"].map(
          (data) => ({ type: "NS", name, ttl: 60, data }) as const
        )
      }),
      () =>
        Effect.gen(function* () {
          const answer = yield* (yield* Resolver).ns("x.test")
          assert.deepStrictEqual(answer, { _tag: "Found", records: ["ns1.a.test", "ns2.b.test"] })
        })
    )
  )

  it.live("answers NXDOMAIN for a name that is too long for DNS", () =>
    withServer(
      () => ({}),
      () =>
        Effect.gen(function* () {
          const answer = yield* (yield* Resolver).policies(
            `_dmarc.${"a".repeat(62)}${".a".repeat(95)}`
          )
          assert.deepStrictEqual(answer, { _tag: "NoDomain" })
        })
    )
  )

  it.live("sends one query for concurrent questions about a name, in any spelling", () =>
    withServer(
      (_, name) => a(name, "192.0.2.1"),
      (server) =>
        Effect.gen(function* () {
          const dns = yield* Resolver
          yield* Effect.forEach(["x.test", "X.test", "x.TEST."], dns.a, {
            concurrency: "unbounded"
          })
          yield* dns.a("x.test")
          assert.deepStrictEqual(server.questions, ["A x.test"])
          assert.strictEqual(yield* dns.queriesSent, 1)
        })
    )
  )

  it.live("continues a question when its first caller is interrupted", () =>
    withServer(
      async (_, name) => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        return a(name, "192.0.2.1")
      },
      (server) =>
        Effect.gen(function* () {
          const dns = yield* Resolver
          const first = yield* Effect.forkChild(dns.a("x.test"), { startImmediately: true })
          const second = yield* Effect.forkChild(dns.a("x.test"), { startImmediately: true })
          yield* Fiber.interrupt(first)
          assert.strictEqual((yield* Fiber.join(second))._tag, "Found")
          assert.strictEqual(server.questions.length, 1)
        })
    )
  )

  it.live("limits the number of questions in flight", () => {
    let inFlight = 0
    let peak = 0
    return withServer(
      async (_, name) => {
        peak = Math.max(peak, ++inFlight)
        await new Promise((resolve) => setTimeout(resolve, 20))
        inFlight--
        return a(name, "192.0.2.1")
      },
      () =>
        Effect.gen(function* () {
          const dns = yield* Resolver
          const names = Array.from(
            { length: 3 * questionsAtOnceMax },
            (_, index) => `n${index}.test`
          )
          const answers = yield* Effect.forEach(names, dns.a, { concurrency: "unbounded" })
          assert.isTrue(answers.every(({ _tag }) => _tag === "Found"))
          assert.isAtMost(peak, questionsAtOnceMax)
        })
    )
  })

  const lifetimes: ReadonlyArray<readonly [what: string, answerer: Answerer, seconds: number]> = [
    ["a found record", (_, name) => a(name, "192.0.2.1"), 300],
    ["NODATA", () => ({}), 60],
    ["NXDOMAIN", () => ({ rcode: "NXDOMAIN" }), 60],
    ["a failure", () => ({ rcode: "SERVFAIL" }), 5]
  ]
  for (const [what, answerer, seconds] of lifetimes) {
    it.effect(`caches ${what} for ${seconds} s, less up to a tenth`, () =>
      withServer(answerer, (server) =>
        Effect.gen(function* () {
          const dns = yield* Resolver
          const ask = dns.a("x.test")
          yield* ask
          const before = server.questions.length
          yield* TestClock.adjust(`${seconds * 900} millis`)
          yield* ask
          assert.strictEqual(server.questions.length, before)
          yield* TestClock.adjust(`${seconds * 100} millis`)
          yield* ask
          assert.isAbove(server.questions.length, before)
        })
      )
    )
  }
})
