/** Nodes of several roles on one database, each a process of its own. */
import { PgClient } from "@effect/sql-pg"
import * as Lab from "@rcpt/lab/Lab"
import { freePort } from "@rcpt/service/platform/freePort"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { rcpt } from "../../../cli/rcpt.ts"
import { freshDatabase } from "../../../support/freshDatabase.ts"
import * as service from "../../../support/service.ts"
import { assert, describe, it } from "../../../support/vitest.ts"

const sqlLayer = (url: string) => PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })

const world = Effect.gen(function* () {
  const lab = yield* Lab.start()
  const databaseUrl = yield* freshDatabase()
  const apiKeyHolder: { key?: string } = {}
  const start = Effect.fnUntraced(function* (role: "all" | "api" | "probe") {
    const running = yield* service.start({
      databaseUrl,
      ...(apiKeyHolder.key !== undefined && { apiKey: apiKeyHolder.key }),
      env: {
        ...lab.env,
        RCPT_ROLE: role,
        RCPT_CLUSTER_HOST: "127.0.0.1",
        RCPT_CLUSTER_PORT: String(yield* Effect.orDie(freePort))
      }
    })
    apiKeyHolder.key ??= running.apiKey
    return running
  })
  const nameOf = (pid: number) =>
    SqlClient.SqlClient.use(
      (sql) => sql<{ readonly name: string }>`
        select name from node where name like ${`%/${pid}/%`}`
    ).pipe(
      Effect.map(([row]) => row!.name),
      Effect.orDie,
      Effect.provide(sqlLayer(databaseUrl))
    )
  return { lab, databaseUrl, start, nameOf }
})

interface Deep {
  readonly status: string
  readonly smtp: { readonly status: string; readonly reason?: string }
}

const deep = (running: service.Running, email: string) =>
  Effect.map(
    running.get(`/api/v1/verify?mode=deep&email=${email}`),
    ({ json }) => (json as Deep).smtp
  )

const eventually = <A, E, R>(effect: Effect.Effect<A, E, R>, holds: (value: A) => boolean) =>
  Effect.gen(function* () {
    for (;;) {
      const value = yield* effect
      if (holds(value)) return value
      yield* Effect.sleep("500 millis")
    }
  }).pipe(Effect.timeout("90 seconds"))

const wait = { timeout: 240_000 }

interface Shown {
  readonly name: string
  readonly shards: number
  readonly role: string
}

const shown = (databaseUrl: string) =>
  Effect.map(
    rcpt(["nodes", "--json"], { RCPT_DATABASE_URL: databaseUrl }),
    ({ stdout }) => (JSON.parse(stdout) as { readonly nodes: ReadonlyArray<Shown> }).nodes
  )

describe("In a cluster,", () => {
  it.live(
    "a node for requests leaves mail servers to one that probes, and says so while there is none",
    () =>
      Effect.gen(function* () {
        const { lab, databaseUrl, start, nameOf } = yield* world
        const api = yield* start("api")
        assert.deepInclude(yield* deep(api, "ann@acme.test"), {
          status: "not_checked",
          reason: "smtp_unavailable"
        })
        assert.strictEqual(lab.mail.traffic("mx1.acme.test").opened, 0)
        const alone = yield* rcpt(["nodes"], { RCPT_DATABASE_URL: databaseUrl })
        assert.match(alone.stdout, /No node asks mail servers/)

        const probe = yield* start("probe")
        assert.match(probe.stdout(), /"rcpt is ready on [^}]*"role":"probe"/)
        yield* eventually(deep(api, "ann@acme.test"), ({ status }) => status === "deliverable")
        yield* Effect.sleep("3 seconds")
        const guards = yield* SqlClient.SqlClient.use(
          (sql) => sql<{ readonly node: string }>`select distinct node from mx_guard`
        ).pipe(Effect.provide(sqlLayer(databaseUrl)))
        assert.deepStrictEqual(guards, [{ node: yield* nameOf(probe.pid) }])

        const statuses = yield* Effect.forEach(
          ["/healthz", "/readyz", "/api/v1/account", "/"],
          (path) => Effect.map(probe.get(path), ({ status }) => status)
        )
        assert.deepStrictEqual(statuses, [200, 200, 503, 503])
        const all = yield* shown(databaseUrl)
        assert.deepStrictEqual(all.map(({ role }) => role).toSorted(), ["api", "probe"])
        const drained = yield* rcpt(["drain", yield* nameOf(probe.pid)], {
          RCPT_DATABASE_URL: databaseUrl
        })
        assert.strictEqual(drained.code, 69)
        assert.include(drained.stderr, "No other node asks mail servers")
      }).pipe(Effect.scoped),
    wait
  )

  it.live(
    "a node that is drained has no work left, and takes part again when that is taken back",
    () =>
      Effect.gen(function* () {
        const { databaseUrl, start, nameOf } = yield* world
        const one = yield* start("all")
        const other = yield* start("all")
        const settings = { RCPT_DATABASE_URL: databaseUrl }
        const name = yield* nameOf(one.pid)
        const shardsOfOne = Effect.map(
          shown(databaseUrl),
          (all) => all.find((node) => node.name === name)!.shards
        )
        yield* eventually(
          shown(databaseUrl),
          (all) => all.length === 2 && all.every(({ shards }) => shards > 0)
        )

        const drained = yield* rcpt(["drain", name], settings)
        assert.strictEqual(drained.code, 0, drained.stderr)
        assert.include(drained.stdout, "Drained: it may be stopped now.")
        assert.strictEqual(yield* shardsOfOne, 0)
        assert.strictEqual((yield* one.get("/readyz")).status, 503)
        assert.strictEqual((yield* other.get("/readyz")).status, 200)
        const report = yield* rcpt(["nodes"], settings)
        assert.match(report.stdout, new RegExp(`^${name} .*drained$`, "m"))
        assert.deepInclude(yield* deep(other, "ann@acme.test"), { status: "deliverable" })

        const undone = yield* rcpt(["drain", name, "--undo"], settings)
        assert.strictEqual(undone.code, 0, undone.stderr)
        yield* eventually(shardsOfOne, (shards) => shards > 0)
        yield* eventually(one.get("/readyz"), ({ status }) => status === 200)
        const unknown = yield* rcpt(["drain", "nobody"], settings)
        assert.deepStrictEqual([unknown.code, unknown.stdout], [64, ""])
      }).pipe(Effect.scoped),
    wait
  )
})
