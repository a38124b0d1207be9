import { sessionIdleMax } from "@rcpt/service/accounts/sessions/sessionRows"
import { Duration, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem, sqlOf } from "../keysWorld.ts"
import { events } from "../security/securityWorld.ts"
import {
  anywhere,
  asked,
  cookieOf,
  env,
  lasts,
  listed,
  openPerson,
  paths,
  signIn,
  tryToSignIn
} from "./sessionWorld.ts"

const end = (running: service.Running, cookie: string, id: string) =>
  asked(running, cookie, `${paths.sessions}/${id}`, { method: "DELETE" })

/** Lets the account's sessions look as if they had not been used for so long. */
const idle = (running: service.Running, account: string, time: Duration.Duration) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update session set last_used_at = now()
        - make_interval(secs => ${Duration.toSeconds(time)}::float8)
      where account_id = ${account}`
  ).pipe(Effect.provide(sqlOf(running)))

layer(service.layer({ env }), service.live)("A session", (it) => {
  it.effect("can be ended by another one of the account", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    const { cookie: there } = yield* signIn(running, ann)
    const { cookie: here } = yield* signIn(running, ann)
    const other = (yield* listed(running, here)).find(({ current }) => !current)!
    const answer = yield* end(running, here, other.id)
    assert.deepStrictEqual(
      [answer.status, answer.json],
      [200, { message: "the session has ended" }]
    )
    assert.isFalse(yield* lasts(running, there))
    assert.isTrue(yield* lasts(running, here))
    assert.strictEqual((yield* listed(running, here)).length, 1)
    isProblem(yield* end(running, here, other.id), 404, "session not found")
    const [newest] = yield* events(running, ann)
    assert.strictEqual(newest?.type, "session_ended")
  })

  it.effect("can end itself, and none of another account", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    const bob = yield* openPerson(running)
    const { cookie: anns } = yield* signIn(running, ann)
    const { cookie: bobs } = yield* signIn(running, bob)
    const [own] = yield* listed(running, anns)
    isProblem(yield* end(running, bobs, own!.id), 404, "session not found")
    isProblem(yield* end(running, bobs, "x"), 404, "session not found")
    assert.isTrue(yield* lasts(running, anns))
    assert.strictEqual((yield* end(running, anns, own!.id)).status, 200)
    assert.isFalse(yield* lasts(running, anns))
  })

  it.effect("ends when its browser signs in again, whichever account that is", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    const bob = yield* openPerson(running)
    const { cookie: first } = yield* signIn(running, ann)
    const held = { ...anywhere(), cookie: `rcpt_session=${first}` }
    isProblem(
      yield* tryToSignIn(running, { ...ann, password: "wrong horse battery" }, held),
      401,
      "unauthorized"
    )
    assert.isTrue(yield* lasts(running, first))
    const second = cookieOf(yield* tryToSignIn(running, bob, held)).value
    // The node hears of it from the database, after its answer.
    yield* Effect.repeat(lasts(running, first), {
      until: (isValid) => !isValid,
      schedule: Schedule.spaced("20 millis")
    })
    assert.isTrue(yield* lasts(running, second))
    const { cookie: elsewhere } = yield* signIn(running, bob)
    assert.isTrue(yield* lasts(running, elsewhere))
    assert.isTrue(yield* lasts(running, second))
  })

  it.effect("ends when it has not been used for a day", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    const { cookie } = yield* signIn(running, ann)
    yield* idle(running, ann.account, Duration.subtract(sessionIdleMax, Duration.minutes(5)))
    assert.isTrue(yield* lasts(running, cookie))
    // Nobody has used this one: uses are written a little later.
    const bob = yield* openPerson(running)
    const { cookie: unused } = yield* signIn(running, bob)
    yield* idle(running, bob.account, Duration.sum(sessionIdleMax, Duration.seconds(1)))
    isProblem(yield* asked(running, unused, paths.account), 401, "unauthorized")
    const { cookie: next } = yield* signIn(running, bob)
    assert.strictEqual((yield* listed(running, next)).length, 1)
  })
})
