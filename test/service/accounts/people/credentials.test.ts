/** What ends what: each occasion with each thing that a person may have under way. */
import { randomUUIDv7 } from "node:crypto"

import { replaceEmail } from "@rcpt/service/accounts/people/changeEmail"
import { endCredentials, endings } from "@rcpt/service/accounts/people/endCredentials"
import type { Occasion } from "@rcpt/service/accounts/people/endCredentials"
import { digestOf, newToken } from "@rcpt/service/accounts/people/mailedLinks"
import { resetPassword } from "@rcpt/service/accounts/sessions/passwords"
import { suspend } from "@rcpt/service/operations/admin/suspension"
import * as Database from "@rcpt/service/platform/Database"
import { WriteSql } from "@rcpt/service/platform/Database"
import type { EventStore } from "@rcpt/store/EventStore"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../../../support/service.ts"
import type { Answer } from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { sqlOf } from "../keysWorld.ts"
import {
  appCode,
  asked,
  change,
  cookieOf,
  lasts,
  openPerson,
  paths as sessionPaths,
  signIn
} from "../sessions/sessionWorld.ts"
import { newAddress, paths, send, tokenTo, World, world } from "./mailedLinksWorld.ts"
import { accept, invite, remove } from "./peopleWorld.ts"

const next = "a quite different phrase"

/** In this order; of sessions, the one of the request and another one. */
const credentials = [
  "change of email",
  "reset",
  "sign-up",
  "invitation",
  "second factor being set up",
  "taking back",
  "taking back a later change",
  "own session",
  "other session"
] as const

/** `x`: it has ended. `-`: it goes on. ` `: there is none, or it is what is used. */
const expected: Readonly<Record<Occasion, string>> = {
  password_changed: "xxxxx---x",
  password_reset: "x xxx--xx",
  password_replaced: "xxxxx--xx",
  signed_out_everywhere: "xxxxx--xx",
  provider_joined: "xxxxxxxxx",
  person_removed: "xxxxxxxxx",
  account_suspended: "xxxxx--xx",
  account_closed: "xxxxxxxxx",
  email_changed: " xx------",
  email_replaced: "xxx--xx--",
  email_taken_back: "xxxxx xxx",
  second_factor_on: "xx-- ---x",
  second_factor_off: "---- ----"
}

const inDatabase = <A, E>(
  { databaseUrl }: service.Running,
  effect: Effect.Effect<A, E, EventStore | SqlClient.SqlClient | WriteSql>
) =>
  effect.pipe(
    Effect.provide(Layer.fresh(Database.layer(Redacted.make(databaseUrl!)))),
    Effect.orDie
  )

const ok = <E, R>(answer: Effect.Effect<Answer, E, R>) =>
  Effect.tap(answer, ({ status, text }) =>
    Effect.sync(() => assert.include([200, 201], status, text))
  )

/** A person who has everything under way, in an account of several managers. */
const begin = (here: World["Service"], occasion: Occasion) =>
  Effect.gen(function* () {
    const { running } = here
    const ann = yield* openPerson(running)
    const other = yield* signIn(running, ann)
    const { cookie } = yield* signIn(running, ann)
    const tokens = {
      email: newToken(),
      password: newToken(),
      signUp: newToken(),
      invitation: newToken(),
      back: newToken(),
      backLater: newToken()
    }
    const before = newAddress()
    const day = new Date(Date.now() + 86_400_000)
    yield* SqlClient.SqlClient.use((sql) =>
      Effect.gen(function* () {
        const link = (token: string, purpose: string, email: string | null, minutes: number) => sql`
          insert into person_link (person_id, purpose, hash, email, created_at, expires_at)
          values (${ann.account}, ${purpose}, decode(${digestOf(token)}, 'hex'), ${email},
            now() - make_interval(mins => ${minutes}), ${day})`
        yield* link(tokens.email, "email", newAddress(), 1)
        yield* link(tokens.password, "password", null, 1)
        yield* link(tokens.back, "take_back", before, 60)
        yield* link(tokens.backLater, "take_back", newAddress(), 30)
        yield* sql`
          insert into sign_up (hash, email, password_hash, language, expires_at)
          values (decode(${digestOf(tokens.signUp)}, 'hex'), ${ann.email.toUpperCase()}, '-', 'en', ${day})`
        yield* sql`
          insert into invitation (invitation_id, account_id, role, email, hash, by_mail, invited_by, expires_at)
          values (${randomUUIDv7()}, ${ann.account}, 'member', ${newAddress()},
            decode(${digestOf(tokens.invitation)}, 'hex'), true, ${ann.account}, ${day})`
        if (occasion === "second_factor_off")
          yield* sql`
            insert into person_totp (person_id, secret, enabled_at) values (${ann.account}, '\\x00', now())`
      })
    ).pipe(Effect.provide(sqlOf(running)))
    const totp = (path: string, body: object = {}) =>
      asked(running, cookie, `/api/v1/totp${path}`, { method: "POST", body: JSON.stringify(body) })
    const begun = occasion === "second_factor_off" ? undefined : yield* ok(totp(""))
    const secret = String(Object(begun?.json).secret)
    return { ...ann, cookie, other: other.cookie, tokens, before, totp, secret }
  })

type Begun = Effect.Success<ReturnType<typeof begin>>

/** A `x` for each that has ended, in the order of `credentials`. */
const ended = ({ running }: World["Service"], { account, tokens, cookie, other }: Begun) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const has = (table: string, token: string) =>
      sql`select from ${sql(table)} where hash = decode(${digestOf(token)}, 'hex')`
    const rows = yield* Effect.all([
      has("person_link", tokens.email),
      has("person_link", tokens.password),
      has("sign_up", tokens.signUp),
      has("invitation", tokens.invitation),
      sql`select from person_totp where person_id = ${account}`,
      has("person_link", tokens.back),
      has("person_link", tokens.backLater)
    ])
    const live = [
      ...rows.map(({ length }) => length > 0),
      yield* lasts(running, cookie),
      yield* lasts(running, other)
    ]
    return live.map((isLive) => (isLive ? "-" : "x")).join("")
  }).pipe(Effect.provide(sqlOf(running)))

const bySession = ({ running }: World["Service"], { cookie }: Begun, path: string) =>
  ok(asked(running, cookie, path, { method: "DELETE" }))

/** How each comes about. */
const causes: {
  readonly [K in Occasion]: (here: World["Service"], ann: Begun) => Effect.Effect<unknown, unknown>
} = {
  password_changed: ({ running }, { cookie, password }) =>
    ok(change(running, cookie, password, next)),
  password_reset: (here, { tokens }) =>
    ok(send(here, paths.reset, { token: tokens.password, new: next })),
  password_replaced: ({ running }, { email }) => inDatabase(running, resetPassword(email)),
  signed_out_everywhere: (here, ann) => bySession(here, ann, sessionPaths.sessions),
  provider_joined: ({ running }, { account }) =>
    inDatabase(
      running,
      WriteSql.use(({ withTransaction }) =>
        withTransaction(
          endCredentials({ accountId: account, personId: account }, "provider_joined")
        )
      )
    ),
  person_removed: (here, ann) =>
    Effect.gen(function* () {
      const { running } = here
      const { email } = yield* invite(running, ann.cookie, { role: "manager" })
      const token = yield* tokenTo(here, email, "/join")
      const bob = cookieOf(yield* ok(accept(running, token))).value
      yield* ok(remove(running, bob, ann.account))
    }),
  account_suspended: ({ running }, { account }) =>
    inDatabase(running, suspend({ account, by: account })),
  account_closed: (here, ann) => bySession(here, ann, sessionPaths.account),
  email_changed: (here, { tokens }) => ok(send(here, paths.confirmEmail, { token: tokens.email })),
  email_replaced: ({ running }, { email }) =>
    inDatabase(running, replaceEmail(email, newAddress())),
  email_taken_back: (here, { tokens }) =>
    ok(send(here, paths.takeBack, { token: tokens.back, new: next })),
  second_factor_on: (_, { totp, secret }) => ok(totp("/confirm", { code: appCode(secret) })),
  second_factor_off: (here, ann) => bySession(here, ann, "/api/v1/totp")
}

layer(world, service.live)("What a person has under way", (it) => {
  for (const occasion of Object.keys(endings) as ReadonlyArray<Occasion>)
    it.effect(`ends or goes on: ${occasion}`, function* () {
      const here = yield* World
      const ann = yield* begin(here, occasion)
      yield* causes[occasion](here, ann)
      const found = yield* ended(here, ann)
      const wanted = expected[occasion]
      assert.strictEqual(wanted.length, credentials.length)
      for (const [at, name] of credentials.entries())
        if (wanted[at] !== " ") assert.strictEqual(found[at], wanted[at], name)
    })
})
