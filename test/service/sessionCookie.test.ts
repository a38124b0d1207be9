import { assert, describe, it, layer } from "@effect/vitest"
import { believedFor } from "@rcpt/service/accounts/KnownKeys"
import { revocationWait } from "@rcpt/service/accounts/Revocations"
import { deriveKey } from "@rcpt/service/Secrets"
import * as sessionToken from "@rcpt/service/sessions/sessionToken"
import { Duration, Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../support/service.ts"
import { accepts, isProblem, sqlOf } from "./keysWorld.ts"
import {
  asked,
  cookieOf,
  env,
  lasts,
  listed,
  openPerson,
  owner,
  paths,
  signIn,
  signOut,
  tryToSignIn
} from "./sessionWorld.ts"

const secret = "0123456789abcdef0123456789abcdef"
const otherSecret = "another secret, as long as the other"

const part = (json: object) => Buffer.from(JSON.stringify(json)).toString("base64url")
const read = (text: string) =>
  JSON.parse(Buffer.from(text, "base64url").toString()) as Readonly<Record<string, unknown>>

/** Signed as the service signs, with whatever secret. */
const signed = (given: string, sessionId: string, expiresAt: Date) =>
  sessionToken
    .make(deriveKey(given, "session"))
    .sign({ sessionId, createdAt: new Date(Date.now() - 60_000), expiresAt })

const tomorrow = () => new Date(Date.now() + 86_400_000)

describe("The cookie of a session", () => {
  layer(
    service.layer({ env: { ...env, RCPT_SECRET: secret } }),
    service.live
  )((it) => {
    it.effect("says which session it is, and nothing else of anybody", () =>
      Effect.gen(function* () {
        const { cookie } = yield* signIn(yield* service.Service, owner)
        const [header = "", claims = ""] = cookie.split(".")
        assert.deepStrictEqual(read(header), { alg: "HS256", typ: "JWT" })
        assert.sameMembers(Object.keys(read(claims)), ["iss", "jti", "iat", "exp"])
      })
    )

    it.effect("is refused when anything about it was changed, or it was signed by another", () =>
      Effect.gen(function* () {
        const running = yield* service.Service
        const { cookie } = yield* signIn(running, owner)
        const { cookie: other } = yield* signIn(running, owner)
        const [header = "", claims = "", signature = ""] = cookie.split(".")
        const id = String(read(claims)["jti"])
        const none = part({ alg: "none", typ: "JWT" })
        const stronger = part({ alg: "HS512", typ: "JWT" })
        const longer = part({ ...read(claims), exp: Math.floor(Date.now() / 1000) + 9_999_999 })
        // The last character of 43 carries four bits: another of the same four would be the same.
        const flipped = signature.startsWith("A")
          ? `B${signature.slice(1)}`
          : `A${signature.slice(1)}`
        const forged = [
          "",
          "x",
          "..",
          id,
          `${header}.${claims}`,
          `${header}.${claims}.`,
          `${header}.${claims}.${flipped}`,
          `${header}.${longer}.${signature}`,
          `${header}.${other.split(".")[1]}.${signature}`,
          `${none}.${claims}.`,
          `${none}.${claims}.${signature}`,
          `${stronger}.${claims}.${signature}`,
          yield* signed(otherSecret, id, tomorrow()),
          "a".repeat(8_000)
        ]
        for (const value of forged)
          isProblem(yield* asked(running, value, paths.session), 401, "unauthorized")
        assert.isTrue(yield* lasts(running, cookie))
        // What the forgers lacked is the secret: with it, this is how it is done.
        assert.isTrue(yield* lasts(running, yield* signed(secret, id, tomorrow())))
      })
    )

    it.effect("is refused when its time is over, whatever the database says", () =>
      Effect.gen(function* () {
        const running = yield* service.Service
        const { cookie } = yield* signIn(running, owner)
        const id = String(read(cookie.split(".")[1]!)["jti"])
        const expired = yield* signed(secret, id, new Date(Date.now() - 1_000))
        assert.isFalse(yield* lasts(running, expired))
        assert.isTrue(yield* lasts(running, cookie))
      })
    )

    it.effect("is refused when the database says that its time is over", () =>
      Effect.gen(function* () {
        const running = yield* service.Service
        const ann = yield* openPerson(running)
        const { cookie } = yield* signIn(running, ann)
        assert.isTrue(yield* lasts(running, cookie))
        yield* SqlClient.SqlClient.use(
          (sql) => sql`update session set expires_at = now() where account_id = ${ann.account}`
        ).pipe(Effect.provide(sqlOf(running)))
        yield* Effect.sleep(revocationWait)
        assert.isFalse(yield* lasts(running, cookie))
        const { cookie: newer } = yield* signIn(running, ann)
        assert.strictEqual((yield* listed(running, newer)).length, 1)
      })
    )
  })

  it.live("goes over TLS alone where the service is reached so", () =>
    Effect.gen(function* () {
      const before = yield* service.start({ env })
      yield* before.kill("SIGTERM")
      const running = yield* service.start({
        databaseUrl: before.databaseUrl!,
        port: Number(new URL(before.base).port),
        env: { ...env, RCPT_PUBLIC_URL: "https://rcpt.example" }
      })
      const answer = yield* tryToSignIn(running, owner)
      assert.include(cookieOf(answer).rest, "Secure")
      const { value: cookie } = cookieOf(answer)
      const headers = { "sec-fetch-site": "none", origin: "https://rcpt.example" }
      const request = { method: "POST", body: `{"name":"x"}`, headers }
      assert.strictEqual((yield* asked(running, cookie, "/api/v1/keys", request)).status, 201)
    })
  )
})

describe("Sessions of two nodes on one database", () => {
  const twoNodes = Effect.gen(function* () {
    const first = yield* service.start({ env })
    const { databaseUrl, apiKey } = first
    const second = yield* service.start({ databaseUrl: databaseUrl!, apiKey, env })
    return { first, second }
  })

  it.live("begin on one and are good on the other, also after a start", () =>
    Effect.gen(function* () {
      const { first, second } = yield* twoNodes
      const { cookie } = yield* signIn(first, owner)
      assert.isTrue(yield* lasts(second, cookie))
      yield* second.kill("SIGTERM")
      assert.isTrue(yield* lasts(yield* second.restart, cookie))
    })
  )

  it.live("are over on both when one was asked to end them, and long before it answers", () =>
    Effect.gen(function* () {
      const { first, second } = yield* twoNodes
      const { cookie } = yield* signIn(first, owner)
      // Nobody looks again before this is as old as it may be.
      const known = performance.now()
      assert.isTrue(yield* lasts(second, cookie))
      const ending = yield* Effect.forkChild(signOut(first, cookie), { startImmediately: true })
      yield* Effect.repeat(lasts(second, cookie), {
        until: (stands) => !stands,
        schedule: Schedule.spaced("5 millis")
      })
      assert.isBelow(performance.now() - known, 0.9 * Duration.toMillis(believedFor))
      assert.strictEqual((yield* Fiber.join(ending)).status, 200)
      assert.isFalse(yield* lasts(second, cookie))
      assert.isFalse(yield* lasts(first, cookie))
    })
  )

  it.live("are over on one that was frozen meanwhile, and that held nobody up", () =>
    Effect.gen(function* () {
      const { first, second } = yield* twoNodes
      const { cookie } = yield* signIn(first, owner)
      assert.isTrue(yield* lasts(second, cookie))
      const answer = yield* Effect.acquireUseRelease(
        Effect.sync(() => process.kill(second.pid, "SIGSTOP")),
        () => signOut(first, cookie, paths.sessions),
        () => Effect.sync(() => process.kill(second.pid, "SIGCONT"))
      )
      assert.strictEqual(answer.status, 200)
      assert.isFalse(yield* lasts(second, cookie))
      // Keys have not ended, and the node that was frozen works on.
      assert.isTrue(yield* accepts(second, second.apiKey))
    })
  )
})
