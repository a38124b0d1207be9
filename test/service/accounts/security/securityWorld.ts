/** Requests of the tests of security events, with responses decoded by the API's schemas. */
import { SecurityPage } from "@rcpt/api/Security"
import type { SecurityEvent } from "@rcpt/api/Security"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import type { Request, Running } from "../../../support/service.ts"
import { assert } from "../../../support/vitest.ts"
import { sqlOf } from "../keysWorld.ts"
import { asked, fromHere } from "../sessions/sessionWorld.ts"

const decodePage = Schema.decodeUnknownEffect(SecurityPage, { onExcessProperty: "error" })

export const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** How an address is shown. */
export const addressLabel = /^[\da-f]{16}$/

export const ofType = (type: SecurityEvent["type"]) => (event: SecurityEvent) => event.type === type

export const path = "/api/v1/account/security"

/** A page of the account's events, newest first. */
export const page = (running: Running, query: string, request: Request) =>
  Effect.gen(function* () {
    const answer = yield* running.get(`${path}${query}`, request)
    assert.strictEqual(answer.status, 200, answer.text)
    return yield* decodePage(answer.json)
  })

export const events = (running: Running, request: Request) =>
  Effect.map(page(running, "?limit=100", request), (found) => found.events)

/** Refusals are written beside the request: asks until there is such an event. */
export const untilSeen = (
  running: Running,
  request: Request,
  isExpected: (event: SecurityEvent) => boolean
): Effect.Effect<SecurityEvent> =>
  Effect.gen(function* () {
    while (true) {
      const found = (yield* events(running, request)).find(isExpected)
      if (found !== undefined) return found
      yield* Effect.sleep("100 millis")
    }
  }).pipe(Effect.orDie)

/** As a request with a session. */
export const withSession = (cookie: string): Request => ({
  apiKey: null,
  headers: { ...fromHere, cookie: `rcpt_session=${cookie}` }
})

/** A request that only an owner of the service may send. */
export const administer = (running: Running, cookie: string) =>
  asked(running, cookie, "/api/v1/admin/health")

export const rowsOf = (running: Running, account: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly kind: string; readonly count: number; readonly text: string }>`
      select kind, count, r::text as text from account_refusal r where account_id = ${account}`
  ).pipe(Effect.provide(sqlOf(running)))

export const ownerOf = (running: Running) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly account: string }>`
      select account_id as account from account where owner`
  ).pipe(
    Effect.map(([row]) => row!.account),
    Effect.provide(sqlOf(running))
  )
