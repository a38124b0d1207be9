import * as Sessions from "@rcpt/service/accounts/sessions/Sessions"
import { keyedLimits } from "@rcpt/service/limits/keyedLimits"
import { Config, load } from "@rcpt/service/platform/Config"
import * as Database from "@rcpt/service/platform/Database"
import * as Secrets from "@rcpt/service/platform/Secrets"
import { Effect, Fiber, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../../support/service.ts"
import { assert, describe, layer } from "../../../support/vitest.ts"
import { isProblem, sqlOf } from "../keysWorld.ts"
import {
  change,
  cookieOf,
  env,
  eventsOf,
  lasts,
  openPerson,
  paths,
  signIn,
  signOut,
  tryToSignIn
} from "./sessionWorld.ts"

/** The sessions of a node in this process. */
const sessionsOn = ({ databaseUrl }: service.Running) =>
  Layer.unwrap(
    Effect.map(load({}, {}), ({ config }) =>
      Sessions.layer.pipe(
        Layer.provide(Secrets.layer),
        Layer.provide(Database.layer(Redacted.make(databaseUrl!))),
        Layer.provide(Layer.succeed(Config, config))
      )
    )
  )

const hashOf = (running: service.Running, account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly hash: string }>`
      select password_hash as hash from person where person_id = ${account}`
  ).pipe(
    Effect.map(([row]) => row!.hash),
    Effect.provide(sqlOf(running))
  )

describe("A password", () => {
  const next = "staple of a different kind"

  layer(
    service.layer({ env }),
    service.live
  )((it) => {
    it.effect(
      "ends all other sessions when it is changed, and is valid from then on",
      function* () {
        const running = yield* service.Service
        const ann = yield* openPerson(running)
        const { cookie: here } = yield* signIn(running, ann)
        const { cookie: there } = yield* signIn(running, ann)
        const answer = yield* change(running, here, ann.password, next)
        assert.strictEqual(answer.status, 200, answer.text)
        assert.isTrue(yield* lasts(running, here))
        assert.isFalse(yield* lasts(running, there))
        isProblem(yield* tryToSignIn(running, ann), 401, "unauthorized")
        yield* signIn(running, { ...ann, password: next })
      }
    )

    it.effect("ends concurrent sign-ins with the old one when it is changed", function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      const { cookie } = yield* signIn(running, ann)
      const rush = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 8 }), () => tryToSignIn(running, ann), {
          concurrency: 8
        })
      )
      yield* change(running, cookie, ann.password, next)
      for (const answer of yield* Fiber.join(rush))
        if (answer.status === 200) assert.isFalse(yield* lasts(running, cookieOf(answer).value))
        else assert.strictEqual(answer.status, 401)
    })

    it.effect("starts no session if it has changed since it was checked", function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      const passwordHash = yield* hashOf(running, ann.account)
      const begin = (hash: string) =>
        Sessions.Sessions.use(({ start }) =>
          start(
            { accountId: ann.account, personId: ann.account, passwordHash: hash },
            { agent: "other" }
          )
        ).pipe(Effect.provide(sessionsOn(running)))
      assert.isDefined(yield* begin(passwordHash))
      const { cookie } = yield* signIn(running, ann)
      yield* change(running, cookie, ann.password, next)
      assert.isUndefined(yield* begin(passwordHash))
    })

    it.effect(
      "is changed only with the current one, and only to one that is long enough",
      function* () {
        const running = yield* service.Service
        const ann = yield* openPerson(running)
        const { cookie } = yield* signIn(running, ann)
        const wrong = yield* change(running, cookie, "wrong horse battery", next)
        isProblem(wrong, 403, "the current password is wrong")
        const short = yield* change(running, cookie, ann.password, "too short!!")
        isProblem(short, 400, "new must be 12 to 1000 characters")
        yield* signIn(running, ann)
      }
    )

    it.effect("can be guessed with a session as rarely as without one", function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      const { cookie } = yield* signIn(running, ann)
      const answers = yield* Effect.forEach(Array.from({ length: 15 }), () =>
        change(running, cookie, "wrong horse battery", next)
      )
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        Array.from({ length: 15 }, (_, n) => (n < keyedLimits.signInAccount.burst ? 403 : 429))
      )
      assert.isTrue(yield* lasts(running, cookie))
    })

    it.effect("is stored as argon2id, and events say only that it was changed", function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      const { cookie } = yield* signIn(running, ann)
      yield* change(running, cookie, ann.password, next)
      yield* signOut(running, cookie, paths.sessions)
      const events = yield* eventsOf(running, ann.account)
      assert.deepStrictEqual(
        events.slice(2).map(({ type, data }) => [type, Object.keys(JSON.parse(data))]),
        [
          ["SessionStarted", ["personId", "from"]],
          ["PasswordChanged", ["personId", "from"]],
          ["AllSessionsEnded", ["personId", "from"]]
        ]
      )
      assert.match(yield* hashOf(running, ann.account), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    })
  })
})
