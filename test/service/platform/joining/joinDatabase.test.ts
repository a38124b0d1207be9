/** Which nodes may work on one database at the same time. */
import { Config, load } from "@rcpt/service/platform/Config"
import { joinDatabase } from "@rcpt/service/platform/joining/joinDatabase"
import { Effect, Layer, Redacted, References, Schedule } from "effect"

import { query } from "../../../start/world.ts"
import { asSuperuser, freshDatabase } from "../../../support/freshDatabase.ts"
import * as service from "../../../support/service.ts"
import * as tcpProxy from "../../../support/tcpProxy.ts"
import { assert, describe, it } from "../../../support/vitest.ts"

/** A node that has joined, until the scope ends. */
const join = (databaseUrl: string, clusterHost?: string) =>
  Effect.gen(function* () {
    const { config } = yield* load(
      clusterHost === undefined ? {} : { RCPT_CLUSTER_HOST: clusterHost },
      {}
    )
    yield* joinDatabase(Redacted.make(databaseUrl)).pipe(
      Effect.provide(Layer.succeed(Config, config)),
      Effect.provideService(References.MinimumLogLevel, "None")
    )
  })

const holdersOf = (databaseUrl: string) =>
  Effect.map(
    query(
      asSuperuser(databaseUrl),
      `select l.pid from pg_locks l join pg_database d on d.oid = l.database
       where locktype = 'advisory' and objid = 2 and granted and datname = current_database()`
    ),
    (rows) => rows.map(({ pid }) => Number(pid))
  )

describe("A node", () => {
  const forgotten = [
    ["neither says", undefined, undefined, /without RCPT_CLUSTER_HOST the two would not know/],
    ["the new one does not say", "127.0.0.1", undefined, /without RCPT_CLUSTER_HOST the two would/],
    ["the old one does not say", undefined, "127.0.0.1", /stop it, and set RCPT_CLUSTER_HOST there/]
  ] as const
  for (const [says, first, second, sentence] of forgotten)
    it.live(`is refused beside another one where ${says} how it is reached`, () =>
      Effect.gen(function* () {
        const databaseUrl = yield* freshDatabase()
        yield* join(databaseUrl, first)
        yield* query(
          databaseUrl,
          "insert into node (name, started_at, seen_at) values ('mars/7', now(), now())"
        )
        const { message } = yield* Effect.flip(Effect.scoped(join(databaseUrl, second)))
        assert.match(message, sentence)
        assert.include(message, "(mars/7)")
      }).pipe(Effect.scoped)
    )

  it.live("may join where both say how they are reached", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      yield* join(databaseUrl, "127.0.0.1")
      yield* join(databaseUrl, "127.0.0.2")
      assert.lengthOf(yield* holdersOf(databaseUrl), 2)
    }).pipe(Effect.scoped)
  )

  it.live("makes room when it stops", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      yield* Effect.scoped(join(databaseUrl))
      yield* join(databaseUrl)
    }).pipe(Effect.scoped)
  )

  it.live("joins again when its connection was lost", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      const url = new URL(databaseUrl)
      const proxy = yield* tcpProxy.start({ host: url.hostname, port: Number(url.port) })
      url.port = String(proxy.port)
      yield* join(url.href)
      const [before] = yield* holdersOf(databaseUrl)
      yield* query(asSuperuser(databaseUrl), `select pg_terminate_backend(${before})`)
      yield* Effect.repeat(holdersOf(databaseUrl), {
        until: (holders) => holders.length === 1 && holders[0] !== before,
        schedule: Schedule.spaced("100 millis")
      })
    }).pipe(Effect.scoped)
  )

  it.live("that was killed is no obstacle to the one that takes its place", () =>
    Effect.gen(function* () {
      const running = yield* service.start()
      yield* running.kill("SIGKILL")
      const again = yield* running.restart
      assert.strictEqual((yield* again.get("/readyz")).status, 200)
    }).pipe(Effect.scoped)
  )
})
