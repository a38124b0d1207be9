import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { nameServer } from "./nameServer.ts"

describe("A resolver with a canary", () => {
  const answersOf = (denied: (name: string) => boolean) =>
    Effect.scoped(
      Effect.gen(function* () {
        const server = yield* nameServer((type, name) => {
          if (denied(name)) return { rcode: "NXDOMAIN" }
          return type === "NS"
            ? { answers: [{ type: "NS", name, ttl: 60, data: "ns.test" } as const] }
            : {}
        })
        const options = { servers: [server.address], canary: "com" }
        return yield* Effect.gen(function* () {
          const dns = yield* Resolver
          const answers = yield* Effect.all([dns.mx("one.test"), dns.a("two.test")])
          return { answers, questions: server.questions }
        }).pipe(Effect.provide(Resolver.layer(options)))
      })
    )

  it.live(
    "answers nothing while the server denies every name, and asks for the canary once",
    function* () {
      const { answers, questions } = yield* answersOf(() => true)
      const unanswered = { _tag: "Unanswered", why: "denies every name" } as const
      assert.deepStrictEqual(answers, [unanswered, unanswered])
      assert.strictEqual(questions.filter((question) => question === "NS com").length, 1)
    }
  )

  it.live("accepts that a name does not exist while the canary does", function* () {
    const { answers } = yield* answersOf((name) => name.endsWith(".test"))
    assert.deepStrictEqual(answers, [{ _tag: "NoDomain" }, { _tag: "NoDomain" }])
  })
})
