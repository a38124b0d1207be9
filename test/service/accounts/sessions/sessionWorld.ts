/** Requests of the session tests, as a browser sends them: with a cookie and a same-origin header. */
import { randomUUIDv7 } from "node:crypto"

import { Session, SessionSeen } from "@rcpt/api/Session"
import { hashPassword } from "@rcpt/service/accounts/password"
import { codeAt, decodeBase32, stepOf } from "@rcpt/service/accounts/totp/Totp"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { openAccount } from "../../../support/openAccount.ts"
import type { Answer, Request, Running } from "../../../support/service.ts"
import { assert } from "../../../support/vitest.ts"
import { sqlOf } from "../keysWorld.ts"

const decodeSession = Schema.decodeUnknownEffect(Session, { onExcessProperty: "error" })
const decodeList = Schema.decodeUnknownEffect(Schema.Array(SessionSeen), {
  onExcessProperty: "error"
})

export const paths = {
  session: "/api/v1/session",
  sessions: "/api/v1/sessions",
  password: "/api/v1/password",
  signUp: "/api/v1/signup",
  account: "/api/v1/account"
}

export const ownerPassword = "correct horse battery"
export const owner = { email: "owner@rcpt.test", password: ownerPassword }

/** With a trusted proxy header, so that attempts of one test do not count against another. */
export const env = {
  RCPT_OWNER_EMAIL: owner.email,
  RCPT_OWNER_PASSWORD: owner.password,
  RCPT_TRUSTED_PROXIES: "127.0.0.0/8"
}

export interface Person {
  readonly email: string
  readonly password: string
}

/** Opens another account, with a password. */
export const openPerson = (running: Running) =>
  Effect.gen(function* () {
    const { account, apiKey } = yield* openAccount(running.databaseUrl!)
    const person = { email: `${randomUUIDv7()}@person.test`, password: `${account} password` }
    const hash = yield* hashPassword(person.password)
    yield* SqlClient.SqlClient.use(
      (sql) => sql`
        update person set email = ${person.email}, password_hash = ${hash}
        where person_id = ${account}`
    ).pipe(Effect.provide(sqlOf(running)))
    return { ...person, account, apiKey }
  })

/** Headers of a browser on a page of the service. */
export const fromHere = { "sec-fetch-site": "same-origin", "content-type": "application/json" }

export const post = ({ get }: Running, path: string, body: unknown, request: Request = {}) =>
  get(path, {
    method: "POST",
    apiKey: null,
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...request,
    headers: { ...fromHere, ...request.headers }
  })

let addresses = 0

/** A new client address each time. */
export const anywhere = (): Readonly<Record<string, string>> => ({
  "x-forwarded-for": `198.51.${Math.floor(++addresses / 200)}.${addresses % 200}`
})

export const tryToSignIn = (
  running: Running,
  { email, password }: Person,
  headers: Readonly<Record<string, string>> = anywhere()
) => post(running, paths.session, { email, password }, { headers })

const attributes = /^rcpt_session=([^;]*); (.*)$/

export const cookieOf = ({ headers }: Answer) => {
  const [, value = "", rest = ""] = attributes.exec(headers.get("set-cookie") ?? "") ?? []
  return { value, rest: rest.split("; ").toSorted() }
}

export const signIn = (
  running: Running,
  person: Person,
  headers?: Readonly<Record<string, string>>
) =>
  Effect.gen(function* () {
    const answer = yield* tryToSignIn(running, person, headers)
    assert.strictEqual(answer.status, 200, answer.text)
    return { session: yield* decodeSession(answer.json), cookie: cookieOf(answer).value, answer }
  })

/** Sends a request with a session and no API key. */
export const asked = (
  { get }: Running,
  cookie: string,
  path: string,
  { headers, ...request }: Request = {}
) =>
  get(path, {
    apiKey: null,
    ...request,
    headers: { ...fromHere, cookie: `rcpt_session=${cookie}`, ...headers }
  })

/** Whether the service accepts a session, by a request that is free. */
export const lasts = (running: Running, cookie: string) =>
  Effect.gen(function* () {
    const { status, text } = yield* asked(running, cookie, paths.account)
    assert.include([200, 401], status, text)
    return status === 200
  })

export const signOut = (running: Running, cookie: string, path = paths.session) =>
  asked(running, cookie, path, { method: "DELETE" })

export const listed = (running: Running, cookie: string) =>
  Effect.flatMap(asked(running, cookie, paths.sessions), ({ json }) => decodeList(json))

export const change = (running: Running, cookie: string, current: string, next: string) =>
  asked(running, cookie, paths.password, {
    method: "POST",
    body: JSON.stringify({ current, new: next }),
    headers: anywhere()
  })

/** The account's events: type and data. */
export const eventsOf = (running: Running, account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly type: string; readonly data: string }>`
      select type, data::text from es.event where stream_id = ${`account-${account}`}
      order by version`
  ).pipe(Effect.provide(sqlOf(running)))

export const appCode = (secret: string) => codeAt(decodeBase32(secret), stepOf(Date.now()))

/** A person with a second factor, signed in. */
export const withSecondFactor = (running: Running) =>
  Effect.gen(function* () {
    const person = yield* openPerson(running)
    const { cookie } = yield* signIn(running, person)
    const send = (path: string, body: object) =>
      asked(running, cookie, `/api/v1/totp${path}`, { method: "POST", body: JSON.stringify(body) })
    const { json: begun } = yield* send("", {})
    yield* send("/confirm", { code: appCode(String(Object(begun).secret)) })
    return { person, send }
  })
