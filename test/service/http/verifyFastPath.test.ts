/** Which requests take the short way of `GET /verify`. That nobody can tell: verifyFastPathAnswers.test.ts. */
import { databaseAwaySentence } from "@rcpt/api/Problem"
import { present } from "@rcpt/domain/Fact"
import { ApiKeys } from "@rcpt/service/accounts/ApiKeys"
import { verifyFastPath } from "@rcpt/service/http/verifyFastPath"
import { Ledger, LedgerUnavailable } from "@rcpt/service/ledger/Ledger"
import { RateLimits } from "@rcpt/service/limits/RateLimits"
import { Config, load } from "@rcpt/service/platform/Config"
import { Secrets } from "@rcpt/service/platform/Secrets"
import { judge } from "@rcpt/verifier/judge/judge"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Exit, Fiber, Layer, Option, References } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"

import { assert, describe, it } from "../../support/vitest.ts"
import { evidence } from "../../verifier/judge/evidence.ts"
import { path } from "./verifyFastPathRows.ts"

const holder = {
  keyId: "key",
  accountId: "account",
  addressKey: new Uint8Array(32),
  owner: false,
  role: "manager" as const,
  authMode: "api_key" as const,
  scopes: []
}
const unused = () => Effect.die("it is not part of the short way")

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

interface World {
  readonly scopes?: ReadonlyArray<"read" | "fast">
  readonly isKnown?: boolean
  readonly hasTokens?: boolean
  readonly traced?: boolean
  readonly ledger?: Effect.Effect<void, LedgerUnavailable>
}

const elsewhere = HttpServerResponse.text("the general route")

/** The response, and how many tokens were taken for it. */
const send = (url: string, request: Sent = {}, world: World = {}) =>
  Effect.gen(function* () {
    let taken = 0
    const { scopes = [], isKnown = true, hasTokens = true, ledger = Effect.void } = world
    const keys = ApiKeys.of({
      issue: unused,
      change: unused,
      revoke: unused,
      list: unused,
      holderOf: unused,
      holderNow: unused,
      lastHolderOf: () => undefined,
      knownHolderOf: (key) => (isKnown && key === "right" ? { ...holder, scopes } : undefined)
    })
    const limits = RateLimits.of({
      take: unused,
      takeNow: (_, cost) => {
        if (hasTokens) taken += cost
        return hasTokens
      },
      standing: () => ({ burst: 9, remaining: 8, fullAt: 7 })
    })
    const given = evidence({ provider: present({ id: "x", service: "X", host: "mx.x.test" }) })
    const services = Layer.mergeAll(
      Layer.succeed(ApiKeys, keys),
      Layer.succeed(RateLimits, limits),
      Layer.effect(
        Config,
        Effect.map(load({}, {}), ({ config }) => config)
      ),
      Layer.succeed(Ledger, {
        submit: () => ledger,
        submitInBackground: () => Effect.void,
        canPay: () => true
      }),
      // Only for accounts that have reported on mail.
      Layer.succeed(SqlClient.SqlClient, {} as SqlClient.SqlClient),
      // Only where earlier results are asked for.
      Layer.succeed(Lists, {} as Lists["Service"]),
      Layer.succeed(Secrets, {} as Secrets["Service"]),
      Layer.succeed(Verifier, {
        catchUp: Effect.succeed,
        knownDomain: () => undefined,
        verify: (input) =>
          Effect.succeed({ evidence: { ...given, input }, judgement: judge(given) })
      })
    )
    const headers = { "x-api-key": "right", ...request.headers }
    const sent = HttpServerRequest.fromWeb(new Request(`http://x/`, { ...request, headers }))
    const response = yield* Effect.flatMap(verifyFastPath, (lane) =>
      lane(Effect.succeed(elsewhere))
    ).pipe(
      Effect.provide(services),
      Effect.provideService(HttpServerRequest.HttpServerRequest, sent.modify({ url })),
      Effect.provideService(References.TracerEnabled, world.traced === true)
    )
    const web = HttpServerResponse.toWeb(response)
    return { taken, status: web.status, text: yield* Effect.promise(() => web.text()), web }
  })

const plain = `${path}?email=ann@x.test`

const taken: ReadonlyArray<readonly [says: string, url: string, email: string]> = [
  ["an address", plain, "ann@x.test"],
  ["an escaped one", `${path}?email=ann%40x.test`, "ann@x.test"],
  ["one with a tag", `${path}?email=ann%2Bnews@x.test`, "ann+news@x.test"],
  ["one with a space", `${path}?email=a+b@x.test`, "a b@x.test"],
  ["one in Unicode", `${path}?email=%C3%A4@x.test`, "ä@x.test"],
  ["all that a query may have", `${path}?email=!"$'()*,;:=?/@x.test`, `!"$'()*,;:=?/@x.test`],
  ["the mode that is the default", `${plain}&mode=fast`, "ann@x.test"],
  ["deep mode", `${plain}&mode=deep`, "ann@x.test"]
]

const left: ReadonlyArray<readonly [says: string, url: string, Sent?, World?]> = [
  ["deep mode with a key for fast mode", `${plain}&mode=deep`, {}, { scopes: ["fast"] }],
  ["a mode before the address", `${path}?mode=deep&email=ann@x.test`],
  ["an unknown mode", `${plain}&mode=slow`],
  ["explanations", `${plain}&explain=true`],
  ["earlier results", `${plain}&max_age=30d`],
  ["other parameters", `${plain}&x=1`],
  ["an address given twice", `${plain}&email=bob@x.test`],
  ["no address", path],
  ["a blank address", `${path}?email=%20`],
  ["an address that is too long", `${path}?email=${"a".repeat(255)}`],
  ["a fragment", `${plain}#x`],
  ["octets that are not UTF-8", `${path}?email=%FF@x.test`],
  ["an incomplete escape", `${path}?email=%zz@x.test`],
  ["raw octets", `${path}?email=\u00e4@x.test`],
  ["another path", `${path}/?email=ann@x.test`],
  ["HEAD", plain, { method: "HEAD" }],
  ["POST", plain, { method: "POST" }],
  ["an Idempotency-Key", plain, { headers: { "idempotency-key": "1" } }],
  ["no key", plain, { headers: { "x-api-key": "" } }],
  ["another key", plain, { headers: { "x-api-key": "wrong" } }],
  ["a key that must be looked up", plain, {}, { isKnown: false }],
  ["a key that may not spend", plain, {}, { scopes: ["read"] }],
  ["an account without tokens on this node", plain, {}, { hasTokens: false }],
  ["a node that exports traces", plain, {}, { traced: true }]
]

describe("The short way", () => {
  for (const [says, url, email] of taken)
    it.effect(`is for ${says}`, function* () {
      const { status, text, ...sent } = yield* send(url)
      assert.deepStrictEqual([status, Object(JSON.parse(text)).email], [200, email], text)
      assert.strictEqual(sent.taken, 1)
      assert.strictEqual(sent.web.headers.get("x-ratelimit-remaining"), "8")
      assert.match(sent.web.headers.get("x-request-id") ?? "", /^[-0-9a-f]{36}$/)
      assert.strictEqual(sent.web.headers.get("cache-control"), "no-store")
    })

  for (const [says, url, request, world] of left)
    it.effect(`is not for ${says}, and takes nothing`, function* () {
      const sent = yield* send(url, request, world)
      assert.deepStrictEqual([sent.text, sent.taken], ["the general route", 0])
    })

  it.live(
    "ends when its caller disconnects, although the server begins it uninterruptible",
    function* () {
      const request = Effect.uninterruptible(send(plain, {}, { ledger: Effect.never }))
      const running = yield* Effect.forkDetach(request, { startImmediately: true })
      yield* Effect.forkDetach(Fiber.interrupt(running))
      const exit = yield* Effect.timeoutOption(Fiber.await(running), "5 seconds")
      assert.isTrue(Option.isSome(exit) && Exit.hasInterrupts(exit.value))
    }
  )

  it.effect("answers 503 in the contract's form when the ledger is away", function* () {
    const ledger = Effect.fail(new LedgerUnavailable({ cause: new Error("away") }))
    const { status, text, web } = yield* send(plain, {}, { ledger }).pipe(
      Effect.provideService(References.MinimumLogLevel, "None")
    )
    assert.deepStrictEqual([status, text], [503, JSON.stringify({ error: databaseAwaySentence })])
    assert.strictEqual(web.headers.get("retry-after"), "2")
    assert.strictEqual(web.headers.get("x-error-code"), "unavailable")
    assert.isNotEmpty(web.headers.get("x-request-id"))
  })
})
