import { assert, describe, it } from "@effect/vitest"
import { Resolver } from "@rcpt/verifier/Resolver"
import { Effect } from "effect"

import { nameServer } from "./nameServer.ts"

describe("A resolver that doubts", () => {
  const denying = (denied: (name: string) => boolean) =>
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
          return { answers, asked: server.asked }
        }).pipe(Effect.provide(Resolver.layer(options)))
      })
    )

  it.live("believes no denial of a server that denies everything, and asks once", () =>
    Effect.gen(function* () {
      const { answers, asked } = yield* denying(() => true)
      const doubted = { _tag: "Unanswered", why: "denies every name" } as const
      assert.deepStrictEqual(answers, [doubted, doubted])
      assert.strictEqual(asked.filter((question) => question === "NS com").length, 1)
    })
  )

  it.live("believes a denial of a server that knows the rest of the internet", () =>
    Effect.gen(function* () {
      const { answers } = yield* denying((name) => name.endsWith(".test"))
      assert.deepStrictEqual(answers, [{ _tag: "NoDomain" }, { _tag: "NoDomain" }])
    })
  )
})
