import { revocationWait } from "@rcpt/service/accounts/Revocations"
import { sessionsMax } from "@rcpt/service/accounts/sessions/sessionRows"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem, make, sqlOf } from "../keysWorld.ts"
import {
  anywhere,
  asked,
  cookieOf,
  env,
  lasts,
  listed,
  openPerson,
  owner,
  paths,
  post,
  signIn,
  signOut,
  tryToSignIn
} from "./sessionWorld.ts"

const lengthOf = (field: string, min: number, max: number) =>
  `${field} must be ${min} to ${max} characters`

/** The body, and the error text of its 400. */
const refused: ReadonlyArray<readonly [body: string, error: string]> = [
  ["", "the body must be a JSON object"],
  [`email=${owner.email}`, "the body must be a JSON object"],
  ["{}", "email is required"],
  [`{"email":"a@b.test"}`, "password is required"],
  [`{"email":7,"password":"x"}`, lengthOf("email", 1, 254)],
  [`{"email":"${"a".repeat(255)}","password":"x"}`, lengthOf("email", 1, 254)],
  [`{"email":"a@b.test","password":["x"]}`, lengthOf("password", 1, 1000)],
  [`{"email":"a@b.test","password":"${"x".repeat(1001)}"}`, lengthOf("password", 1, 1000)]
]

/** Inserts as many sessions as a person can have. */
const fill = (running: service.Running, account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into session (session_id, account_id, person_id, agent, expires_at)
      select gen_random_uuid(), ${account}, ${account}, 'other', now() + interval '1 day'
      from generate_series(1, ${sessionsMax}::int)`
  ).pipe(Effect.provide(sqlOf(running)))

const weekMillis = 7 * 24 * 3_600 * 1_000
const verify = "/api/v1/verify?email=ann@acme.test"

layer(service.layer({ lab: true, env }), service.live)("A session", (it) => {
  it.effect(
    "starts with the right password, lasts a week, and is hidden from scripts",
    function* () {
      const running = yield* service.Service
      const { session, answer } = yield* signIn(running, owner)
      assert.strictEqual(session.email, owner.email)
      assert.isTrue(session.is_admin)
      assert.strictEqual(
        Date.parse(session.expires_at) - Date.parse(session.created_at),
        weekMillis
      )
      const { value, rest } = cookieOf(answer)
      assert.deepStrictEqual(rest, ["HttpOnly", "Max-Age=604800", "Path=/", "SameSite=Lax"])
      assert.notInclude(answer.text, value)
      const { status, json } = yield* asked(running, value, paths.session)
      assert.deepStrictEqual([status, json], [200, session])
    }
  )

  it.effect("starts with the e-mail address in any case, and with spaces around it", function* () {
    const running = yield* service.Service
    const email = ` ${owner.email.toUpperCase()} `
    const { session } = yield* signIn(running, { ...owner, email })
    assert.strictEqual(session.email, owner.email)
  })

  it.effect(
    "does not start with wrong credentials, and the response does not say what was wrong",
    function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      const { email, password } = ann
      const wrong = [
        { email, password: "wrong horse battery" },
        { email, password: `${password} ` },
        { email, password: password.toUpperCase() },
        { email: "nobody@rcpt.test", password },
        { email: owner.email, password },
        { email: "a\0b", password },
        { email: "' or true --", password }
      ]
      for (const person of wrong) {
        const answer = yield* tryToSignIn(running, person)
        isProblem(answer, 401, "unauthorized")
        assert.isNull(answer.headers.get("set-cookie"))
      }
    }
  )

  for (const [body, error] of refused)
    it.effect(`is refused for the body ${body.slice(0, 40)}`, function* () {
      const running = yield* service.Service
      isProblem(yield* post(running, paths.session, body), 400, error)
    })

  it.effect("ends at sign-out, also for a stolen cookie", function* () {
    const running = yield* service.Service
    const { cookie } = yield* signIn(running, owner)
    const { cookie: other } = yield* signIn(running, owner)
    const answer = yield* signOut(running, cookie)
    assert.deepStrictEqual([answer.status, answer.json], [200, { message: "signed out" }])
    const { value, rest } = cookieOf(answer)
    assert.deepStrictEqual([value, rest], ["", ["HttpOnly", "Max-Age=0", "Path=/", "SameSite=Lax"]])
    for (const path of [paths.session, paths.sessions, paths.account, verify])
      isProblem(yield* asked(running, cookie, path), 401, "unauthorized")
    isProblem(yield* signOut(running, cookie), 401, "unauthorized")
    assert.isTrue(yield* lasts(running, other))
  })

  it.effect(
    "ends with all others of the account at sign-out everywhere; API keys stay valid",
    function* () {
      const running = yield* service.Service
      const ann = yield* openPerson(running)
      const bob = yield* openPerson(running)
      const { cookie: here } = yield* signIn(running, ann)
      const { cookie: there } = yield* signIn(running, ann)
      const { cookie: bobs } = yield* signIn(running, bob)
      const answer = yield* signOut(running, here, paths.sessions)
      assert.strictEqual(answer.status, 200, answer.text)
      assert.strictEqual(cookieOf(answer).value, "")
      assert.isFalse(yield* lasts(running, here))
      assert.isFalse(yield* lasts(running, there))
      assert.isTrue(yield* lasts(running, bobs))
      assert.strictEqual((yield* running.get(paths.account, ann)).status, 200)
    }
  )

  it.effect("lists the sessions of its own account only", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    const bob = yield* openPerson(running)
    const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0"
    yield* signIn(running, ann, { ...anywhere(), "user-agent": agent })
    const { cookie } = yield* signIn(running, ann, { ...anywhere(), "user-agent": "x" })
    const { cookie: bobs } = yield* signIn(running, bob)
    const seen = (yield* listed(running, cookie)).map((one) => [one.agent, one.current])
    assert.deepStrictEqual(seen, [
      ["other", true],
      ["Firefox", false]
    ])
    assert.strictEqual((yield* listed(running, bobs)).length, 1)
    const { json } = yield* asked(running, bobs, paths.session)
    assert.strictEqual(Object(json).email, bob.email)
    assert.notProperty(json, "is_admin")
  })

  it.effect("can neither see nor change another account", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    const bob = yield* openPerson(running)
    const { cookie: anns } = yield* signIn(running, ann)
    const { cookie: bobs } = yield* signIn(running, bob)
    const { id } = yield* make(running, { name: "ann's" }, ann)
    const keys = yield* asked(running, bobs, "/api/v1/keys")
    assert.notInclude(keys.text, "ann's")
    const revoking = yield* asked(running, bobs, `/api/v1/keys/${id}`, { method: "DELETE" })
    isProblem(revoking, 404, "key not found")
    const own = yield* asked(running, anns, "/api/v1/keys")
    assert.include(own.text, "ann's")
  })

  it.effect("ends when it is the oldest and the account has too many", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    const { cookie: oldest } = yield* signIn(running, ann)
    yield* fill(running, ann.account)
    const { cookie } = yield* signIn(running, ann)
    assert.strictEqual((yield* listed(running, cookie)).length, sessionsMax)
    yield* Effect.sleep(revocationWait)
    assert.isFalse(yield* lasts(running, oldest))
  })
})
