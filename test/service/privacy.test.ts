import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import * as service from "../support/service.ts"
import { describe, expect, it } from "../support/vitest.ts"
import { ofType, untilSeen } from "./accounts/security/securityWorld.ts"
import {
  asked,
  env as sessionEnv,
  owner,
  signIn,
  tryToSignIn
} from "./accounts/sessions/sessionWorld.ts"

const everyTable = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ readonly name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('es', 'public') and table_type = 'BASE TABLE'`
  const rows = yield* Effect.forEach(tables, ({ name }) =>
    sql.unsafe<{ readonly row: string }>(`select '${name} ' || t::text as row from ${name} t`)
  )
  return rows.flat().map(({ row }) => row)
})

describe("The IP address of a client", () => {
  it.live("stands neither in the database nor in the log, whatever the client does", () =>
    Effect.gen(function* () {
      const env = { ...sessionEnv, RCPT_LOG: "trace" }
      const running = yield* service.start({ lab: true, env })
      const address = "203.0.113.201"
      const from = { "x-forwarded-for": address }
      const { cookie } = yield* signIn(running, owner, from)
      yield* tryToSignIn(running, { ...owner, password: "wrong horse battery" }, from)
      yield* tryToSignIn(running, { email: "nobody@nowhere.test", password: "x" }, from)
      yield* asked(running, cookie, "/api/v1/keys", {
        method: "POST",
        body: JSON.stringify({ name: "ci" }),
        headers: from
      })
      yield* untilSeen(running, {}, ofType("sign_in_failed"))
      const rows = yield* everyTable.pipe(
        Effect.provide(PgClient.layer({ url: Redacted.make(running.databaseUrl!) }))
      )
      // What is asked about is there, so that the rest of the test means something.
      for (const kind of ["SessionStarted", "sign_in_failed"])
        expect(rows.some((row) => row.includes(kind))).toBe(true)
      expect(rows.filter((row) => row.includes(address))).toEqual([])
      expect(running.output()).not.toContain(address)
      expect(running.output()).not.toContain("nobody@nowhere.test")
    }).pipe(Effect.scoped)
  )
})

describe("An address that was verified", () => {
  it.live("stands neither in the database nor in the log", () =>
    Effect.gen(function* () {
      const env = { RCPT_LOG: "trace" }
      const running = yield* service.start({ lab: true, env })
      const local = "somebodywhomnobodyknows"
      for (const path of ["verify", "verify/", "nowhere"])
        yield* running.get(`/api/v1/${path}?email=${local}@acme.test`)
      const rows = yield* everyTable.pipe(
        Effect.provide(PgClient.layer({ url: Redacted.make(running.databaseUrl!) }))
      )
      // What is asked about is there, so that the rest of the test means something.
      expect(rows.some((row) => row.includes("CreditsCharged"))).toBe(true)
      expect(rows.filter((row) => row.includes(local))).toEqual([])
      expect(running.output()).not.toContain(local)
    }).pipe(Effect.scoped)
  )

  it.live("stands in the answer that is kept for its Idempotency-Key, and not beside it", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ lab: true, env: { RCPT_LOG: "trace" } })
      const local = "somebodywhomnobodyknows"
      const headers = { "idempotency-key": local, "content-type": "application/json" }
      yield* running.get(`/api/v1/verify?email=${local}@acme.test`, { headers })
      yield* running.get("/api/v1/verify/batch", {
        method: "POST",
        headers: { ...headers, "idempotency-key": `${local}-2` },
        body: JSON.stringify({ emails: [`${local}@acme.test`] })
      })
      const rows = yield* everyTable.pipe(
        Effect.provide(PgClient.layer({ url: Redacted.make(running.databaseUrl!) }))
      )
      const found = rows.filter((row) => row.includes(local)).map((row) => row.split(" ")[0])
      expect(found).toEqual(["es.reply", "es.reply"])
      expect(running.output()).not.toContain(local)
    }).pipe(Effect.scoped)
  )
})
