/** What tests of sources and sinks share: rcpt's own database, the setting that allows this machine, and changes. */
import { PgClient, PgConnection } from "@effect/sql-pg"
import { Config, load } from "@rcpt/service/platform/Config"
import type { Change } from "@rcpt/service/schedules/adapters/Adapter"
import { Effect, Layer, Redacted } from "effect"

/** Until the scope closes. `more`: settings. */
export const worldOn = (ownUrl: string, more: Readonly<Record<string, string>> = {}) =>
  Layer.build(
    Layer.mergeAll(
      PgClient.layer({ url: Redacted.make(ownUrl), maxConnections: 1 }),
      Layer.effect(
        Config,
        Effect.map(
          load({}, { RCPT_SOURCES_PRIVATE: "127.0.0.0/8", ...more }),
          ({ config }) => config
        )
      )
    ).pipe(Layer.orDie)
  )

export const query = (url: string, sql: string) =>
  PgConnection.make({ url: Redacted.make(url) }).pipe(
    Effect.flatMap((connection) => connection.query(sql, [], false)),
    Effect.map(({ rows }) => rows),
    Effect.scoped,
    Effect.orDie
  )

export const run = { schedule: "s1", name: "Customers", run: "r1" }

export const change = (key: string, more: Partial<Change> = {}): Change => ({
  key,
  email: `c${key}@acme.test`,
  status: "invalid",
  sub_status: "mailbox_not_found",
  recommendation: "do_not_send",
  before: "valid",
  checked_at: "2026-11-29T23:00:00.000Z",
  ...more
})
