import { keyedLimits } from "@rcpt/service/limits/keyedLimits"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../../support/service.ts"
import { assert, describe, it, layer } from "../../../support/vitest.ts"
import { isProblem, sqlOf } from "../keysWorld.ts"
import { anywhere, asked, env, owner, paths, post, signIn, tryToSignIn } from "./sessionWorld.ts"
import type { Person } from "./sessionWorld.ts"

const signUp = (running: service.Running, person: object, headers = anywhere()) =>
  post(running, paths.signUp, person, { headers })

const done = {
  message: "the account is ready: sign in (an account that the address already had is unchanged)"
}

const noAddress = (reason: string) => `email must be an email address: ${reason}`
const password = "correct horse battery"

/** The body, and the error text of its 400. */
const refused: ReadonlyArray<readonly [body: object, error: string]> = [
  [{}, "email is required"],
  [{ email: "ann@rcpt.test" }, "password is required"],
  [{ email: "ann@rcpt.test", password: "short" }, "password must be 12 to 1000 characters"],
  [{ email: "ann", password }, noAddress("it has no @")],
  [{ email: "@rcpt.test", password }, noAddress("the part before the @ is empty")]
]

/** Numbers of account streams and of account rows, which must be equal. */
const countAccounts = (running: service.Running) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly streams: bigint; readonly rows: bigint }>`
      select (select count(*) from es.event where type = 'AccountOpened') as streams,
        (select count(*) from account) as rows`
    return [Number(row!.streams), Number(row!.rows)]
  }).pipe(Effect.provide(sqlOf(running)))

describe("Signing up", () => {
  layer(
    service.layer({ env: { ...env, RCPT_SIGNUP: "open", RCPT_SIGNUP_CREDITS: "25" } }),
    service.live
  )((it) => {
    it.effect("opens an account with credits, for the new user only", function* () {
      const running = yield* service.Service
      const ann: Person = { email: "Ann@rcpt.test", password }
      const answer = yield* signUp(running, { ...ann, email: ` ${ann.email} ` })
      assert.deepStrictEqual([answer.status, answer.json], [200, done])
      assert.isNull(answer.headers.get("set-cookie"))
      const { session, cookie } = yield* signIn(running, ann)
      assert.strictEqual(session.email, ann.email)
      const { json } = yield* asked(running, cookie, paths.account)
      assert.deepInclude(json, { email: ann.email, credits: 25 })
      assert.notProperty(json, "is_admin")
      const keys = yield* asked(running, cookie, "/api/v1/keys")
      assert.deepStrictEqual(keys.json, [])
    })

    it.effect("is announced publicly, with the credits of a new account", function* () {
      const { get } = yield* service.Service
      const { status, json } = yield* get(paths.signUp, { apiKey: null })
      assert.deepStrictEqual(
        [status, json],
        [200, { open: true, credits: 25, demo: false, mail: false, passwords: true }]
      )
    })

    it.effect(
      "with the address of an existing account gets the same response and changes nothing",
      function* () {
        const running = yield* service.Service
        const before = yield* countAccounts(running)
        const thief = { email: owner.email.toUpperCase(), password: "the password of a thief" }
        const answer = yield* signUp(running, thief)
        assert.deepStrictEqual([answer.status, answer.json], [200, done])
        assert.deepStrictEqual(yield* countAccounts(running), before)
        assert.strictEqual((yield* tryToSignIn(running, thief)).status, 401)
        yield* signIn(running, owner)
      }
    )

    it.effect("opens one account for concurrent requests", function* () {
      const running = yield* service.Service
      const [before] = yield* countAccounts(running)
      const person = { email: "bob@rcpt.test", password }
      const answers = yield* Effect.forEach(
        Array.from({ length: 8 }),
        () => signUp(running, person),
        { concurrency: 8 }
      )
      assert.isTrue(answers.every(({ status }) => status === 200))
      assert.deepStrictEqual(yield* countAccounts(running), [before! + 1, before! + 1])
      const { cookie } = yield* signIn(running, person)
      const { json } = yield* asked(running, cookie, paths.account)
      assert.deepInclude(json, { credits: 25 })
    })

    for (const [body, error] of refused)
      it.effect(`is refused: ${error}`, function* () {
        isProblem(yield* signUp(yield* service.Service, body), 400, error)
      })

    it.effect("is rate-limited per client address", function* () {
      const running = yield* service.Service
      const home = anywhere()
      const answers = yield* Effect.forEach(
        Array.from({ length: 8 }, (_, n) => n),
        (n) => signUp(running, { email: `${n}@rcpt.test`, password }, home)
      )
      const open = answers.filter(({ status }) => status === 200)
      assert.strictEqual(open.length, keyedLimits.signUp.burst)
      isProblem(answers.at(-1)!, 429, "rate limit exceeded")
      assert.strictEqual(answers.at(-1)!.headers.get("x-ratelimit-remaining"), "0")
    })
  })

  it.live("is closed unless the operator opens it", function* () {
    const running = yield* service.start({ env })
    const before = yield* countAccounts(running)
    const answer = yield* signUp(running, { email: "ann@rcpt.test", password })
    isProblem(answer, 403, "sign-up is closed")
    assert.deepStrictEqual(yield* countAccounts(running), before)
  })
})
