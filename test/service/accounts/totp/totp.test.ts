import { codeNeeded } from "@rcpt/api/Problem"
import { RecoveryCodes, TotpEnrolment } from "@rcpt/api/Totp"
import { codeAt, decodeBase32, stepOf } from "@rcpt/service/accounts/totp/Totp"
import { keyedLimits } from "@rcpt/service/limits/keyedLimits"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { rcpt } from "../../../cli/rcpt.ts"
import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { isProblem, sqlOf } from "../keysWorld.ts"
import { events } from "../security/securityWorld.ts"
import { anywhere, asked, env, openPerson, paths, post, signIn } from "../sessions/sessionWorld.ts"
import type { Person } from "../sessions/sessionWorld.ts"

const path = "/api/v1/totp"
const refusedCode = "the code is wrong, or was used before"

const decodeEnrolment = Schema.decodeUnknownEffect(TotpEnrolment)
const decodeCodes = Schema.decodeUnknownEffect(RecoveryCodes)

const send = (running: service.Running, cookie: string, to: string, body: object = {}) =>
  asked(running, cookie, `${path}${to}`, { method: "POST", body: JSON.stringify(body) })

/** The app's code, now or some steps of 30 s away. */
const appCode = (secret: string, away = 0): string =>
  codeAt(decodeBase32(secret), stepOf(Date.now()) + away)

const begin = (running: service.Running, cookie: string) =>
  Effect.flatMap(send(running, cookie, ""), ({ json }) => decodeEnrolment(json))

/** Turns the second factor on, with the code of now; the next one is accepted already. */
const enrol = (running: service.Running, cookie: string) =>
  Effect.gen(function* () {
    const { secret } = yield* begin(running, cookie)
    const answer = yield* send(running, cookie, "/confirm", { code: appCode(secret) })
    assert.strictEqual(answer.status, 200, answer.text)
    const { recovery_codes } = yield* decodeCodes(answer.json)
    return { secret, recovery: recovery_codes }
  })

const enter = (running: service.Running, person: Person, code?: string) =>
  post(
    running,
    paths.session,
    { email: person.email, password: person.password, ...(code !== undefined && { code }) },
    { headers: anywhere() }
  )

const world = Effect.gen(function* () {
  const running = yield* service.Service
  const ann = yield* openPerson(running)
  const { cookie } = yield* signIn(running, ann)
  return { running, ann, cookie, ...(yield* enrol(running, cookie)) }
})

/** A text for each row: a secret as octets may contain a line break. */
const storedTexts = (running: service.Running, account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly text: string }>`
      select t::text || encode(secret, 'escape') as text from person_totp t
      where person_id = ${account}
      union all select c::text from recovery_code c where person_id = ${account}`
  ).pipe(
    Effect.map((rows) => rows.map(({ text }) => text)),
    Effect.provide(sqlOf(running))
  )

layer(service.layer({ env }), service.live)("A second factor", (it) => {
  it.effect("is off until a code of the app was confirmed", function* () {
    const running = yield* service.Service
    const ann = yield* openPerson(running)
    const { cookie } = yield* signIn(running, ann)
    isProblem(
      yield* send(running, cookie, "/confirm", { code: "1" }),
      404,
      "the second factor is off"
    )
    const { secret, uri } = yield* begin(running, cookie)
    assert.strictEqual(new URL(uri).searchParams.get("secret"), secret)
    assert.include(decodeURIComponent(uri), `rcpt:${ann.email}`)
    isProblem(
      yield* send(running, cookie, "/confirm", { code: "not it" }),
      400,
      "code must be the one that the app shows now, and not used before"
    )
    yield* signIn(running, ann)
    const off = yield* asked(running, cookie, path)
    assert.deepStrictEqual(off.json, {
      enabled: false,
      enabled_at: null,
      recovery_codes_left: 0
    })
    const answer = yield* send(running, cookie, "/confirm", { code: appCode(secret) })
    const codes = (yield* decodeCodes(answer.json)).recovery_codes
    assert.strictEqual(new Set(codes).size, 10)
    const on = yield* asked(running, cookie, path)
    assert.deepInclude(on.json, { enabled: true, recovery_codes_left: 10 })
    isProblem(yield* send(running, cookie, ""), 400, "the second factor is already on")
  })

  it.effect("is asked for after the right password only, and then signs in", function* () {
    const { running, ann, secret } = yield* world
    isProblem(yield* enter(running, ann), 401, codeNeeded.error)
    const wrong = { ...ann, password: "wrong horse battery" }
    isProblem(yield* enter(running, wrong), 401, "unauthorized")
    isProblem(yield* enter(running, wrong, appCode(secret, 1)), 401, "unauthorized")
    isProblem(yield* enter(running, ann, "000 000"), 401, refusedCode)
    const answer = yield* enter(running, ann, appCode(secret, 1))
    assert.strictEqual(answer.status, 200, answer.text)
  })

  it.effect("accepts each code once, also of two requests at the same time", function* () {
    const { running, ann, secret } = yield* world
    const code = appCode(secret, 1)
    const answers = yield* Effect.all(
      [enter(running, ann, code), enter(running, ann, code), enter(running, ann, code)],
      { concurrency: 3 }
    )
    assert.deepStrictEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 401, 401]
    )
    isProblem(yield* enter(running, ann, code), 401, refusedCode)
    // One that was made before the one that was used.
    isProblem(yield* enter(running, ann, appCode(secret)), 401, refusedCode)
  })

  it.effect("accepts each recovery code once, in any case and without its dashes", function* () {
    const { running, ann, recovery, cookie } = yield* world
    const [first, second] = recovery
    assert.strictEqual((yield* enter(running, ann, first)).status, 200)
    isProblem(yield* enter(running, ann, first), 401, refusedCode)
    const typed = second!.replaceAll("-", " ").toUpperCase()
    assert.strictEqual((yield* enter(running, ann, typed)).status, 200)
    const left = yield* asked(running, cookie, path)
    assert.deepInclude(left.json, { recovery_codes_left: 8 })
    const renewed = yield* decodeCodes((yield* send(running, cookie, "/recovery-codes")).json)
    isProblem(yield* enter(running, ann, recovery[2]), 401, refusedCode)
    const next = yield* enter(running, ann, renewed.recovery_codes[0])
    assert.strictEqual(next.status, 200, next.text)
  })

  it.effect("can be guessed as rarely as a password", function* () {
    const { running, ann } = yield* world
    const answers = yield* Effect.forEach(Array.from({ length: 13 }), () =>
      enter(running, ann, "000 000")
    )
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      Array.from({ length: 13 }, (_, n) => (n < keyedLimits.signInAccount.burst ? 401 : 429))
    )
  })

  it.effect("is off again when it is turned off; every step is a security event", function* () {
    const { running, ann, recovery, cookie } = yield* world
    yield* enter(running, ann, recovery[0])
    yield* send(running, cookie, "/recovery-codes")
    const off = yield* asked(running, cookie, path, { method: "DELETE" })
    assert.deepStrictEqual(off.json, { message: "the second factor is off" })
    isProblem(
      yield* asked(running, cookie, path, { method: "DELETE" }),
      404,
      "the second factor is off"
    )
    assert.strictEqual((yield* enter(running, ann)).status, 200)
    const types = (yield* events(running, ann)).map(({ type }) => type)
    assert.deepStrictEqual(types.slice(0, 6), [
      "signed_in",
      "totp_disabled",
      "recovery_codes_replaced",
      "signed_in",
      "recovery_code_used",
      "totp_enabled"
    ])
  })

  it.effect("is stored so that neither the secret nor a code can be read", function* () {
    const { running, ann, secret, recovery } = yield* world
    const texts = yield* storedTexts(running, ann.account)
    assert.strictEqual(texts.length, 11)
    const text = texts.join("\n")
    assert.notInclude(text, secret)
    assert.notInclude(text, decodeBase32(secret).toString("hex"))
    for (const code of recovery) assert.notInclude(text, code.replaceAll("-", ""))
  })

  it.effect("is taken off by the operator who resets the password", function* () {
    const { running, ann } = yield* world
    const reset = yield* rcpt(["admin", "reset-password", ann.email], {
      RCPT_DATABASE_URL: running.databaseUrl!
    })
    assert.strictEqual(reset.code, 0, reset.stderr)
    const types = (yield* events(running, ann)).map(({ type }) => type)
    assert.deepStrictEqual(types.slice(0, 2), ["totp_disabled", "password_replaced"])
    const [, password = ""] = /(\S{16})\s*$/.exec(reset.stdout) ?? []
    assert.strictEqual((yield* enter(running, { ...ann, password })).status, 200, reset.stdout)
  })
})
