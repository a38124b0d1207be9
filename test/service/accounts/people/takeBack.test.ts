/** A stranger takes an account over, and its person takes it back by the old address. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { headerOf, textOf } from "../../../support/mailServer.ts"
import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem, sqlOf } from "../keysWorld.ts"
import {
  anywhere,
  appCode,
  asked,
  change,
  lasts,
  post,
  signIn,
  tryToSignIn
} from "../sessions/sessionWorld.ts"
import {
  linkIn,
  newAddress,
  newestTo,
  pass,
  paths,
  send,
  tokenTo,
  World,
  world
} from "./mailedLinksWorld.ts"
import { invite, look, openTeam } from "./peopleWorld.ts"

const stolen = "a phrase of the stranger"
const own = "a phrase of the person again"
const ended = "the link was used or replaced, or is too old: ask for a new one"

interface Move {
  readonly cookie: string
  readonly email: string
  readonly password: string
  /** Messages that the old address has by then. */
  readonly before?: number
}

/** Asks for the change, and confirms it by the new address. Returns the token that takes it back. */
const moveTo = (
  here: World["Service"],
  { cookie, email, password, before = 0 }: Move,
  next: string
) =>
  Effect.gen(function* () {
    const asking = yield* asked(here.running, cookie, paths.email, {
      method: "POST",
      body: JSON.stringify({ email: next, password }),
      headers: anywhere()
    })
    assert.strictEqual(asking.status, 200, asking.text)
    const warning = yield* newestTo(here.mail, email, before + 1)
    assert.strictEqual(headerOf(warning, "subject"), "Your email address is about to change")
    assert.include(textOf(warning), next)
    assert.strictEqual(linkIn(warning), "")
    const token = yield* tokenTo(here, next, "/email")
    const confirmed = yield* send(here, paths.confirmEmail, { token })
    assert.strictEqual(confirmed.status, 200, confirmed.text)
    return yield* tokenTo(here, email, "/take-back", before + 2)
  })

const takeBack = (here: World["Service"], token: string, chosen = own) =>
  send(here, paths.takeBack, { token, new: chosen })

/** The tables that hold a text. */
const tablesWith = ({ running }: World["Service"], text: string) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.gen(function* () {
      const tables = yield* sql<{ readonly name: string }>`
        select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('es', current_schema())`
      const found = yield* Effect.forEach(tables, ({ name }) =>
        Effect.map(
          sql`select from ${sql.literal(name)} t where strpos(t::text, ${text}) > 0 limit 1`,
          ({ length }) => (length > 0 ? [name] : [])
        )
      )
      return found.flat()
    })
  ).pipe(Effect.provide(sqlOf(running)))

layer(world, service.live)("A change of the email", (it) => {
  it.effect("is taken back after all that a stranger did, and what they made ends", function* () {
    const here = yield* World
    const { running } = here
    const ann = yield* openTeam(running)
    const thief = newAddress()
    const token = yield* moveTo(here, ann, thief)
    yield* change(running, ann.cookie, ann.password, stolen)
    const { cookie } = yield* signIn(running, { email: thief, password: stolen })
    const posted = (path: string, body: object) =>
      asked(running, cookie, path, { method: "POST", body: JSON.stringify(body) })
    const key = yield* posted("/api/v1/keys", { name: "stranger's" })
    assert.strictEqual(key.status, 201, key.text)
    const apiKey = String(Object(key.json).key)
    const { email: friend } = yield* invite(running, cookie, { role: "manager" })
    const joining = yield* tokenTo(here, friend, "/join")
    const { json: begun } = yield* posted("/api/v1/totp", {})
    yield* posted("/api/v1/totp/confirm", { code: appCode(String(Object(begun).secret)) })

    // A refused password changes nothing.
    isProblem(yield* takeBack(here, token, "short"), 400, "new must be 12 to 1000 characters")
    assert.isTrue(yield* lasts(running, cookie))

    const answer = yield* takeBack(here, token)
    assert.strictEqual(answer.status, 200, answer.text)
    assert.isFalse(yield* lasts(running, cookie))
    assert.strictEqual((yield* running.get("/api/v1/account", { apiKey })).status, 401)
    assert.strictEqual((yield* running.get("/api/v1/account", { apiKey: ann.apiKey })).status, 200)
    assert.strictEqual((yield* look(running, joining)).status, 404)
    const password = stolen
    assert.strictEqual((yield* tryToSignIn(running, { email: thief, password })).status, 401)
    yield* signIn(running, { email: ann.email, password: own })
    isProblem(yield* takeBack(here, token), 404, ended)
    // No token is in the log, which has requests, events and warnings, nor in any table.
    for (const secret of [token, joining]) {
      assert.notInclude(running.output(), secret)
      assert.deepStrictEqual(yield* tablesWith(here, secret), [])
    }
    assert.include(yield* tablesWith(here, ann.email), "public.person")
  })

  it.effect("is taken back for 7 days, and the older change wins", function* () {
    const here = yield* World
    const { running } = here
    const ann = yield* openTeam(running)
    const [second, third] = [newAddress(), newAddress()]
    const first = yield* moveTo(here, ann, second)
    yield* pass(here, "6 days")
    const { cookie } = yield* signIn(running, { ...ann, email: second })
    const later = yield* moveTo(
      here,
      { cookie, email: second, password: ann.password, before: 1 },
      third
    )
    assert.strictEqual((yield* takeBack(here, first)).status, 200)
    isProblem(yield* takeBack(here, later), 404, ended)
    yield* signIn(running, { email: ann.email, password: own })
    const told = yield* newestTo(here.mail, third, 2)
    assert.strictEqual(headerOf(told, "subject"), "A change of email was taken back")
    assert.strictEqual(linkIn(told), "")
  })

  it.effect(
    "stays after a week, for others, and where somebody has the old email by now",
    function* () {
      const here = yield* World
      const { running } = here
      const ann = yield* openTeam(running)
      const next = newAddress()
      const token = yield* moveTo(here, ann, next)
      isProblem(yield* send(here, paths.reset, { token, new: own }), 404, ended)
      isProblem(yield* send(here, paths.confirmEmail, { token }), 404, ended)
      const elsewhere = { "sec-fetch-site": "cross-site" }
      const body = { token, new: own }
      const foreign = yield* post(running, paths.takeBack, body, { headers: elsewhere })
      assert.strictEqual(foreign.status, 403)
      yield* send(here, "/api/v1/signup", { email: ann.email, password: stolen })
      const confirm = yield* tokenTo(here, ann.email, "/confirm", 3)
      yield* send(here, paths.confirm, { token: confirm, password: stolen })
      isProblem(
        yield* takeBack(here, token),
        409,
        "somebody signs in with this email already: choose another one"
      )
      yield* signIn(running, { ...ann, email: next })
      yield* pass(here, "7 days")
      isProblem(yield* takeBack(here, token), 404, ended)
    }
  )
})
