/** Messages and a service that is killed again and again while it sends them. */
import { randomUUIDv7 } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import { freePort } from "@rcpt/service/platform/freePort"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { mailSink } from "../support/mailServer.ts"
import * as service from "../support/service.ts"
import { assert, describe, it } from "../support/vitest.ts"

const messages = 150
const kills = 8

/** Milliseconds: longer than a round of the outbox takes, so that most kills come between an answer and its row. */
const answerWait = 25

const fill = SqlClient.SqlClient.use((sql) =>
  Effect.forEach(
    Array.from({ length: messages }, (_, n) => n),
    (n) => sql`
      insert into mail_outbox (mail_id, account_id, email, language, kind, facts)
      select ${randomUUIDv7()}, account_id, ${`${n}@storm.test`}, 'en', 'credits_low', '[{"credits": 1}]'
      from account limit 1`,
    { discard: true }
  )
)

const unsent = SqlClient.SqlClient.use(
  (sql) =>
    sql<{ readonly id: string }>`select mail_id as id from mail_outbox where state = 'waiting'`
).pipe(Effect.map((rows) => rows.map(({ id }) => id)))

describe("Mail of a service that is killed", () => {
  it.live("arrives, and twice only where the server's answer was not stored", () =>
    Effect.gen(function* () {
      const sink = yield* mailSink
      sink.behave((moment) => (moment === "end" ? { wait: answerWait } : undefined))
      const port = yield* freePort
      let running = yield* service.start({
        port,
        env: {
          RCPT_PUBLIC_URL: `http://127.0.0.1:${port}`,
          RCPT_MAIL_URL: `smtp://127.0.0.1:${sink.port}`
        }
      })
      const client = PgClient.layer({ url: Redacted.make(running.databaseUrl!), maxConnections: 1 })
      const timesOf = (id: string) => sink.taken.filter((one) => one.id === id).length
      yield* fill.pipe(Effect.provide(client))
      /** How often a message may arrive: once, and once more for each kill between its acceptance and its row. */
      const allowed = new Map<string, number>()
      for (let kill = 0; kill < kills; kill++) {
        const before = sink.taken.length
        while (sink.taken.length < before + 8) yield* Effect.sleep("3 millis")
        yield* running.kill("SIGKILL")
        // What the server has read of the message by then, it may still accept.
        yield* Effect.sleep(2 * answerWait)
        for (const id of yield* Effect.provide(unsent, client))
          if (timesOf(id) > 0) allowed.set(id, timesOf(id) + 1)
        running = yield* running.restart
      }
      while ((yield* Effect.provide(unsent, client)).length > 0) yield* Effect.sleep("100 millis")
      const ids = new Set(sink.taken.map(({ id }) => id))
      assert.strictEqual(ids.size, messages)
      for (const id of ids) assert.isAtMost(timesOf(id), allowed.get(id) ?? 1, id)
      assert.notInclude(running.output(), "storm.test")
    }).pipe(Effect.scoped)
  )
})
