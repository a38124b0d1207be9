/** Runs of schedules from one Postgres to the same, whose nodes die while they read, and while they write. */
import { assert, describe, it } from "@effect/vitest"
import * as Lab from "@rcpt/lab/Lab"
import { Duration, Effect, Schedule } from "effect"

import { query } from "../service/schedules/adapterWorld.ts"
import { asking } from "../service/schedules/scheduleWorld.ts"
import { emptyDatabase, freshDatabase } from "../support/freshDatabase.ts"
import * as service from "../support/service.ts"

const contacts = 40
const credits = 1_000

/** Each row takes a while, so that a node dies between two. */
const tables = [
  `create table people as select n as id, 'c' || n || '@acme.test' as email from generate_series(1, ${contacts}) n`,
  `create table outcome (schedule text, key text, status text, primary key (schedule, key))`
]

const bodyOf = (name: string, url: string) => ({
  name,
  source: {
    kind: "postgres",
    secret: url,
    query: `select '${name}' || email, id, pg_sleep(0.05) from people`
  },
  sink: {
    kind: "postgres",
    secret: url,
    statement: `
      with slow as (select pg_sleep(0.05))
      insert into outcome select '${name}', :key, :status from slow
      on conflict (schedule, key) do update set status = excluded.status`
  },
  every: "30d",
  max_age: "30d"
})

/** The process that works on the run now, once it has come to this state. */
const workerOf = (databaseUrl: string, schedule: string, state: "waiting" | "writing") =>
  query(
    databaseUrl,
    `select leased_by as holder from schedule_run
      where schedule_id = '${schedule}' and state = '${state}' and lease is not null`
  ).pipe(
    Effect.repeat({
      until: (rows) => rows.length > 0,
      schedule: Schedule.spaced("20 millis")
    }),
    Effect.timeout("60 seconds"),
    Effect.map(([row]) => Number(String(row!["holder"]).split("/").at(-3)))
  )

/** A node of the lab's internet, which may connect to this machine. */
const startNode = (lab: Lab.Lab, databaseUrl: string, apiKey?: string) =>
  service.start({
    isNode: true,
    databaseUrl,
    credits,
    ...(apiKey && { apiKey }),
    env: {
      ...lab.env,
      RCPT_SOURCES_PRIVATE: "127.0.0.0/8",
      RCPT_SECRET: "the same on all nodes, for 32 octets"
    }
  })

describe("A run of a schedule whose node is killed", () => {
  it.live(
    "is done by another, once",
    () =>
      Effect.gen(function* () {
        const lab = yield* Lab.start()
        const [databaseUrl, theirs] = [yield* freshDatabase(), yield* emptyDatabase()]
        for (const table of tables) yield* query(theirs, table)
        const first = yield* startNode(lab, databaseUrl)
        const others = yield* Effect.all(
          [1, 2].map(() => startNode(lab, databaseUrl, first.apiKey)),
          { concurrency: 2 }
        )
        let alive = [first, ...others]
        for (const state of ["waiting", "writing"] as const) {
          const askOf = (node: service.Running) =>
            Effect.provideService(asking, service.Service, node)
          const { create } = yield* askOf(alive[0]!)
          const { id } = yield* create(bodyOf(state, theirs))
          const pid = yield* workerOf(databaseUrl, id, state)
          const dead = alive.find((node) => node.pid === pid)
          assert.isDefined(dead)
          yield* dead.kill("SIGKILL")
          alive = alive.filter((node) => node !== dead)

          const run = yield* (yield* askOf(alive[0]!)).ended(id, 1)
          assert.deepInclude(run, { state: "done", contacts, checked: contacts, credits: contacts })
          assert.deepInclude(run.changes, { all: contacts, new: contacts })
          const written = yield* query(
            theirs,
            `select count(*)::int as count from outcome where schedule = '${state}' and status is not null`
          )
          assert.deepStrictEqual(written, [{ count: contacts }])
          const jobs = yield* query(
            databaseUrl,
            `select count(*)::int as jobs, (select count(*)::int from schedule_run where schedule_id = '${id}'
              and ended_at is not null) as runs from job where schedule_id = '${id}'`
          )
          assert.deepStrictEqual(jobs, [{ jobs: 1, runs: 1 }])
        }
        const { json } = yield* alive[0]!.get("/api/v1/account")
        assert.strictEqual(Object(json).credits, credits - 2 * contacts)
      }).pipe(Effect.scoped),
    { timeout: Duration.toMillis(Duration.minutes(4)) }
  )
})
