import { keyedLimits } from "@rcpt/service/limits/keyedLimits"
import { addressLimit } from "@rcpt/service/mail/Outbox"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { textOf } from "../../../support/mailServer.ts"
import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem, sqlOf } from "../keysWorld.ts"
import { events } from "../security/securityWorld.ts"
import {
  anywhere,
  asked,
  cookieOf,
  eventsOf,
  lasts,
  openPerson,
  owner,
  paths as sessionPaths,
  post,
  signIn,
  tryToSignIn,
  withSecondFactor
} from "../sessions/sessionWorld.ts"
import {
  linkIn,
  newestTo,
  newAddress,
  pass,
  paths,
  send,
  tokenTo,
  World,
  world
} from "./mailedLinksWorld.ts"
import { accept, invite, look, openTeam, tryToInvite } from "./peopleWorld.ts"

const password = "correct horse battery"
const other = "a quite different phrase"

const ended = "the link was used or replaced, or is too old: ask for a new one"
const notConfirmed = "this email is not confirmed yet: open the link that was mailed to it"

const signUp = (here: World["Service"], email: string, chosen = password) =>
  send(here, sessionPaths.signUp, { email, password: chosen, language: "de" })

const confirm = (here: World["Service"], token: string, entered = password) =>
  send(here, paths.confirm, { token, password: entered })

const forgot = (here: World["Service"], email: string) => send(here, paths.forgot, { email })

const reset = (here: World["Service"], token: string, chosen = other) =>
  send(here, paths.reset, { token, new: chosen })

const suspend = ({ running }: World["Service"], account: string, isSuspended: boolean) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update account set suspended_at = ${isSuspended ? new Date() : null} where account_id = ${account}`
  ).pipe(Effect.provide(sqlOf(running)))

const accountOf = ({ running }: World["Service"], email: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly account: string }>`
      select account_id as account from person where email = ${email}`
  ).pipe(
    Effect.map(([row]) => row!.account),
    Effect.provide(sqlOf(running))
  )

const accountsOfMailTo = ({ running }: World["Service"], email: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly account: string | null }>`
      select account_id as account from mail_outbox where email = ${email}`
  ).pipe(
    Effect.map((rows) => rows.map(({ account }) => account)),
    Effect.provide(sqlOf(running))
  )

const count = ({ running }: World["Service"], email: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly people: number; readonly waiting: number }>`
      select (select count(*) from person where lower(email) = lower(${email}))::int as people,
        (select count(*) from sign_up where lower(email) = lower(${email}))::int as waiting`
  ).pipe(
    Effect.map(([row]) => row!),
    Effect.provide(sqlOf(running))
  )

layer(world, service.live)("Where the service sends mail", (it) => {
  it.effect(
    "a sign-up opens no account until the link and the password confirm it, once",
    function* () {
      const here = yield* World
      const { running } = here
      const ann = { email: newAddress(), password }
      const answer = yield* signUp(here, ann.email)
      assert.deepStrictEqual(answer.json, {
        message: "open the link that is mailed to the address: it opens the account"
      })
      assert.deepStrictEqual(yield* count(here, ann.email), { people: 0, waiting: 1 })
      isProblem(yield* tryToSignIn(running, ann), 401, notConfirmed)
      isProblem(yield* tryToSignIn(running, { ...ann, password: other }), 401, "unauthorized")
      const token = yield* tokenTo(here, ann.email, "/confirm")
      isProblem(yield* confirm(here, token, other), 401, "unauthorized")

      const confirmed = yield* confirm(here, token)
      assert.strictEqual(confirmed.status, 200, confirmed.text)
      assert.deepInclude(Object(confirmed.json), { email: ann.email, language: "de" })
      const { value: cookie } = cookieOf(confirmed)
      const { json } = yield* asked(running, cookie, sessionPaths.account)
      assert.deepInclude(json, { email: ann.email, credits: 25 })
      const confirmedAccount = yield* accountOf(here, ann.email)
      assert.deepStrictEqual(yield* count(here, ann.email), { people: 1, waiting: 0 })
      isProblem(yield* confirm(here, token), 404, ended)
      yield* signIn(running, ann)
      // It goes with the account when that is closed.
      assert.deepStrictEqual(yield* accountsOfMailTo(here, ann.email), [confirmedAccount])
    }
  )

  it.effect(
    "a sign-up is mailed another link after a minute, and both work until one is used",
    function* () {
      const here = yield* World
      const email = newAddress()
      yield* signUp(here, email)
      const first = yield* tokenTo(here, email, "/confirm")
      assert.strictEqual((yield* signUp(here, email)).status, 200)
      assert.strictEqual((yield* count(here, email)).waiting, 1)
      yield* pass(here, "61 seconds")
      yield* signUp(here, email, other)
      const second = yield* tokenTo(here, email, "/confirm", 2)
      // A stranger who signs up with the address opens nothing with a password of theirs.
      isProblem(yield* confirm(here, first, other), 401, "unauthorized")
      assert.strictEqual((yield* confirm(here, first)).status, 200)
      isProblem(yield* confirm(here, second, other), 404, ended)
    }
  )

  it.effect("a sign-up is forgotten after a day", function* () {
    const here = yield* World
    const ann = { email: newAddress(), password }
    yield* signUp(here, ann.email)
    const token = yield* tokenTo(here, ann.email, "/confirm")
    yield* pass(here, "24 hours")
    isProblem(yield* confirm(here, token), 404, ended)
    isProblem(yield* tryToSignIn(here.running, ann), 401, "unauthorized")
  })

  it.effect("a sign-up with the address of a person tells that person alone", function* () {
    const here = yield* World
    const ann = yield* openPerson(here.running)
    const [ofKnown, ofNew] = [yield* signUp(here, ann.email), yield* signUp(here, newAddress())]
    assert.deepStrictEqual([ofKnown.status, ofKnown.json], [ofNew.status, ofNew.json])
    assert.strictEqual(linkIn(yield* newestTo(here.mail, ann.email)), "")
    assert.deepStrictEqual(yield* count(here, ann.email), { people: 1, waiting: 0 })
    yield* signIn(here.running, ann)
  })

  it.effect("a lost password is reset once, which ends all sessions", function* () {
    const here = yield* World
    const { running } = here
    const ann = yield* openPerson(running)
    const { cookie } = yield* signIn(running, ann)
    const known = yield* forgot(here, ann.email.toUpperCase())
    const stranger = yield* forgot(here, newAddress())
    assert.deepStrictEqual([known.status, known.json], [stranger.status, stranger.json])
    const token = yield* tokenTo(here, ann.email, "/reset")
    isProblem(yield* reset(here, token, "short"), 400, "new must be 12 to 1000 characters")
    isProblem(
      yield* reset(here, token, "password1234"),
      400,
      "new must not be a common password, nor one that is repeated or has digits and signs around it"
    )
    assert.strictEqual((yield* reset(here, token)).status, 200)
    assert.isFalse(yield* lasts(running, cookie))
    isProblem(yield* reset(here, token), 404, ended)
    assert.strictEqual((yield* tryToSignIn(running, ann)).status, 401)
    yield* signIn(running, { ...ann, password: other })
    const found = yield* events(running, ann)
    assert.isTrue(found.some(({ type, by }) => type === "password_recovered" && by === "session"))
    assert.notInclude(JSON.stringify(yield* eventsOf(running, ann.account)), ann.email)
  })

  it.effect("the second factor outlives a reset", function* () {
    const here = yield* World
    const { person: ann } = yield* withSecondFactor(here.running)
    yield* forgot(here, ann.email)
    // The first message says that it was turned on.
    yield* reset(here, yield* tokenTo(here, ann.email, "/reset", 2))
    isProblem(
      yield* tryToSignIn(here.running, { ...ann, password: other }),
      401,
      "a code of your authenticator app is needed"
    )
  })

  it.effect("a link goes with its person, and its new address by an erasure", function* () {
    const here = yield* World
    const { running } = here
    const ann = yield* openTeam(running)
    const next = newAddress()
    yield* asked(running, ann.cookie, paths.email, {
      method: "POST",
      body: JSON.stringify({ email: next, password: ann.password })
    })
    const token = yield* tokenTo(here, next, "/email")
    const erased = yield* asked(running, ann.cookie, `/api/v1/account/data?email=${next}`, {
      method: "DELETE"
    })
    assert.deepInclude(Object(erased.json), { found: true })
    isProblem(yield* send(here, paths.confirmEmail, { token }), 404, ended)
    yield* forgot(here, ann.email)
    const lost = yield* tokenTo(here, ann.email, "/reset", 2)
    yield* asked(running, ann.cookie, "/api/v1/account", { method: "DELETE" })
    isProblem(yield* reset(here, lost), 404, ended)
  })

  it.effect("only the newest link of a kind works, for an hour", function* () {
    const here = yield* World
    const ann = yield* openPerson(here.running)
    yield* forgot(here, ann.email)
    const first = yield* tokenTo(here, ann.email, "/reset")
    yield* pass(here, "61 seconds")
    yield* forgot(here, ann.email)
    const second = yield* tokenTo(here, ann.email, "/reset", 2)
    isProblem(yield* reset(here, first), 404, ended)
    yield* pass(here, "1 hour")
    isProblem(yield* reset(here, second), 404, ended)
    isProblem(yield* reset(here, "x"), 404, ended)
    yield* signIn(here.running, ann)
  })

  it.effect("nobody is flooded, and the link that was mailed keeps working", function* () {
    const here = yield* World
    const ann = yield* openPerson(here.running)
    for (let asked = 1; asked <= addressLimit.perHour + 2; asked++) {
      assert.strictEqual((yield* forgot(here, ann.email)).status, 200)
      if (asked <= addressLimit.perHour) yield* newestTo(here.mail, ann.email, asked)
      yield* pass(here, "61 seconds")
    }
    const last = yield* tokenTo(here, ann.email, "/reset", addressLimit.perHour)
    const own = here.mail.taken.filter(({ to }) => to === ann.email)
    assert.strictEqual(own.length, addressLimit.perHour)
    assert.strictEqual((yield* reset(here, last)).status, 200)
  })

  it.effect("a suspended account gets no link, and one that it has does nothing", function* () {
    const here = yield* World
    const ann = yield* openPerson(here.running)
    yield* forgot(here, ann.email)
    const token = yield* tokenTo(here, ann.email, "/reset")
    yield* suspend(here, ann.account, true)
    isProblem(yield* reset(here, token), 404, ended)
    yield* pass(here, "61 seconds")
    yield* forgot(here, ann.email)
    yield* suspend(here, ann.account, false)
    assert.strictEqual((yield* reset(here, token)).status, 200)
    const links = here.mail.taken.filter((one) => one.to === ann.email && linkIn(one) !== "")
    assert.strictEqual(links.length, 1)
  })

  it.effect(
    "a changed email is confirmed from the new address, and the old one is told",
    function* () {
      const here = yield* World
      const { running } = here
      const ann = yield* openPerson(running)
      const { cookie } = yield* signIn(running, ann)
      const next = newAddress()
      const ask = (body: object) =>
        asked(running, cookie, paths.email, {
          method: "POST",
          body: JSON.stringify(body),
          headers: anywhere()
        })
      isProblem(yield* ask({ email: next, password: "x" }), 403, "the current password is wrong")
      isProblem(
        yield* ask({ email: "ann", password: ann.password }),
        400,
        "email must be an email address: it has no @"
      )
      const answer = yield* ask({ email: next, password: ann.password })
      assert.deepInclude(Object(answer.json), { changed: false })
      yield* forgot(here, ann.email)
      const token = yield* tokenTo(here, next, "/email")
      const lost = yield* tokenTo(here, ann.email, "/reset", 2)
      yield* signIn(running, ann)
      const changed = yield* send(here, paths.confirmEmail, { token })
      assert.strictEqual(changed.status, 200, changed.text)
      isProblem(yield* send(here, paths.confirmEmail, { token }), 404, ended)
      // It was mailed to an address that may not be theirs any more.
      isProblem(yield* reset(here, lost), 404, ended)
      assert.strictEqual((yield* tryToSignIn(running, ann)).status, 401)
      yield* signIn(running, { ...ann, email: next })
      assert.isTrue(yield* lasts(running, cookie))
      assert.include(textOf(yield* newestTo(here.mail, ann.email, 3)), next)
      const found = yield* events(running, ann)
      assert.isTrue(found.some(({ type, by }) => type === "email_changed" && by === "session"))
    }
  )

  it.effect("an email that somebody has is not taken over, and not told to who asks", function* () {
    const here = yield* World
    const ann = yield* openPerson(here.running)
    const { cookie } = yield* signIn(here.running, ann)
    const answer = yield* asked(here.running, cookie, paths.email, {
      method: "POST",
      body: JSON.stringify({ email: owner.email, password: ann.password })
    })
    assert.deepInclude(Object(answer.json), { changed: false })
    const token = yield* tokenTo(here, owner.email, "/email")
    isProblem(
      yield* send(here, paths.confirmEmail, { token }),
      409,
      "somebody signs in with this email already: choose another one"
    )
    yield* signIn(here.running, owner)
  })

  it.effect(
    "an invitation goes by mail alone, and is answered alike for those with an account",
    function* () {
      const here = yield* World
      const { running } = here
      const ann = yield* openTeam(running)
      const bob = yield* openPerson(running)
      const answers: Array<object> = []
      for (const email of [bob.email, newAddress()]) {
        const answer = yield* tryToInvite(running, ann.cookie, email, "manager")
        assert.strictEqual(answer.status, 201, answer.text)
        const { email: said, role, mailed, ...others } = Object(answer.json)
        assert.strictEqual(said, email)
        const token = yield* tokenTo(here, email, "/join")
        assert.notInclude(answer.text + JSON.stringify([...answer.headers]), token)
        answers.push({
          role,
          mailed,
          others: Object.keys(others),
          headers: [...answer.headers.keys()]
        })
        const taken = yield* accept(running, token)
        assert.strictEqual(taken.status, email === bob.email ? 409 : 200, taken.text)
      }
      assert.deepStrictEqual(answers[0], answers[1])
      assert.deepInclude(answers[0], { role: "manager", mailed: true })
    }
  )

  it.effect("a link that a manager was shown before there was mail opens nothing", function* () {
    const here = yield* World
    const { running } = here
    const ann = yield* openTeam(running)
    const email = newAddress()
    yield* invite(running, ann.cookie, { email })
    const token = yield* tokenTo(here, email, "/join")
    const shown = (isShown: boolean) =>
      SqlClient.SqlClient.use(
        (sql) => sql`update invitation set by_mail = ${!isShown} where email = ${email}`
      ).pipe(Effect.provide(sqlOf(running)))
    yield* shown(true)
    assert.strictEqual((yield* look(running, token)).status, 404)
    assert.strictEqual((yield* accept(running, token)).status, 404)
    yield* shown(false)
    assert.strictEqual((yield* accept(running, token)).status, 200)
  })

  it.effect("who is invited too often is mailed no more, and the last link works", function* () {
    const here = yield* World
    const { running } = here
    const ann = yield* openTeam(running)
    const email = newAddress()
    yield* invite(running, ann.cookie, { email })
    const token = yield* tokenTo(here, email, "/join")
    const again = yield* tryToInvite(running, ann.cookie, email, "member")
    isProblem(again, 429, "rate limit exceeded")
    assert.strictEqual(again.headers.get("retry-after"), "60")
    assert.strictEqual((yield* accept(running, token)).status, 200)
  })

  it.effect("what a client may cause does not show whether somebody has an address", function* () {
    const here = yield* World
    const ann = yield* openPerson(here.running)
    for (const email of [ann.email, newAddress()]) {
      const headers = anywhere()
      for (let n = 1; n < keyedLimits.mailClient.burst; n++)
        yield* post(here.running, paths.forgot, { email }, { headers })
      const own = newAddress()
      const body = { email: own, password }
      yield* post(here.running, sessionPaths.signUp, body, { headers })
      yield* tokenTo(here, own, "/confirm")
      yield* pass(here, "61 seconds")
      yield* post(here.running, sessionPaths.signUp, body, { headers })
      assert.strictEqual((yield* count(here, own)).waiting, 1)
    }
  })

  it.effect("links are those of the public URL, whatever a request says", function* () {
    const here = yield* World
    const ann = yield* openPerson(here.running)
    const evil = { "x-forwarded-host": "evil.test", forwarded: "host=evil.test" }
    const headers = { ...anywhere(), ...evil }
    yield* post(here.running, paths.forgot, { email: ann.email }, { headers })
    yield* tokenTo(here, ann.email, "/reset")
  })
})
