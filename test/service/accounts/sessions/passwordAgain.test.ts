import { passwordNeeded } from "@rcpt/api/Problem"
import { passwordFreshFor } from "@rcpt/service/accounts/sessions/sessionRows"
import { keyedLimits } from "@rcpt/service/limits/keyedLimits"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem, make, sqlOf } from "../keysWorld.ts"
import { events } from "../security/securityWorld.ts"
import { anywhere, asked, change, env, openPerson, signIn } from "./sessionWorld.ts"

/** Lets the account's sessions look as if their password had been entered so long ago. */
const age = (running: service.Running, account: string, time: Duration.Duration) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update session set confirmed_at = now()
        - make_interval(secs => ${Duration.toSeconds(time)}::float8)
      where account_id = ${account}`
  ).pipe(Effect.provide(sqlOf(running)))

const old = Duration.sum(passwordFreshFor, Duration.seconds(1))

const confirm = (running: service.Running, cookie: string, password: string) =>
  asked(running, cookie, "/api/v1/session/confirm", {
    method: "POST",
    body: JSON.stringify({ password }),
    headers: anywhere()
  })

const url = { url: "https://127.0.0.1:2/hook" }

/** What needs a password that was entered lately. */
const changes: ReadonlyArray<readonly [method: string, path: string, body?: object]> = [
  ["POST", "/keys", { name: "ci" }],
  ["DELETE", "/keys/019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c0d"],
  ["PUT", "/webhook", url],
  ["POST", "/webhook/secret"],
  ["DELETE", "/webhook"],
  ["POST", "/totp"],
  ["POST", "/totp/confirm", { code: "000000" }],
  ["POST", "/totp/recovery-codes"],
  ["DELETE", "/totp"]
]

const reads = [
  "/account",
  "/keys",
  "/webhook/deliveries",
  "/sessions",
  "/totp",
  "/account/security"
]

const sent = (
  running: service.Running,
  cookie: string,
  [method, path, body]: (typeof changes)[number]
) =>
  asked(running, cookie, `/api/v1${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) })
  })

layer(service.layer({ env }), service.live)(
  "A session whose password was entered long ago",
  (it) => {
    for (const row of changes)
      it.effect(`needs it again for ${row[0]} ${row[1]}`, function* () {
        const running = yield* service.Service
        const ann = yield* openPerson(running)
        const { cookie } = yield* signIn(running, ann)
        yield* age(running, ann.account, Duration.subtract(passwordFreshFor, Duration.minutes(1)))
        assert.notStrictEqual((yield* sent(running, cookie, row)).status, 403)
        yield* age(running, ann.account, old)
        isProblem(yield* sent(running, cookie, row), 403, passwordNeeded.error)
        assert.strictEqual((yield* confirm(running, cookie, ann.password)).status, 200)
        assert.notStrictEqual((yield* sent(running, cookie, row)).status, 403)
      })

    it.effect("does not need it to read, and API keys never do", function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      const { cookie } = yield* signIn(running, ann)
      yield* age(running, ann.account, old)
      for (const path of reads)
        assert.strictEqual((yield* asked(running, cookie, `/api/v1${path}`)).status, 200, path)
      yield* make(running, { name: "ci" }, ann)
    })

    it.effect("is as before after a wrong one, which counts as a guess", function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      const { cookie } = yield* signIn(running, ann)
      yield* age(running, ann.account, old)
      const answers = yield* Effect.forEach(Array.from({ length: 12 }), () =>
        confirm(running, cookie, "wrong horse battery")
      )
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        Array.from({ length: 12 }, (_, n) => (n < keyedLimits.signInAccount.burst ? 403 : 429))
      )
      isProblem(answers[0]!, 403, "the current password is wrong")
      isProblem(yield* sent(running, cookie, changes[0]!), 403, passwordNeeded.error)
    })

    it.effect(
      "is one that has changed it; its other sessions and accounts are not concerned",
      function* () {
        const running = yield* service.Service
        const ann = yield* openPerson(running)
        const { cookie } = yield* signIn(running, ann)
        yield* age(running, ann.account, old)
        const { cookie: fresh } = yield* signIn(running, ann)
        assert.strictEqual((yield* sent(running, fresh, changes[0]!)).status, 201)
        isProblem(yield* sent(running, cookie, changes[0]!), 403, passwordNeeded.error)
        yield* change(running, cookie, ann.password, "staple of a different kind")
        assert.strictEqual((yield* sent(running, cookie, changes[0]!)).status, 201)
      }
    )

    it.effect("makes no security event by being asked", function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      const { cookie } = yield* signIn(running, ann)
      yield* age(running, ann.account, old)
      yield* sent(running, cookie, changes[0]!)
      yield* Effect.sleep("1500 millis")
      const found = yield* events(running, ann)
      assert.deepStrictEqual(
        found.filter(({ type }) => type === "forbidden"),
        []
      )
    })
  }
)
