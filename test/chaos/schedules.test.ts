/**
 * Runs of schedules from one Postgres to the same, whose nodes die at their hour: while they read, and while they write. The
 * nodes' clocks are 20 s apart from that of the database, in both directions.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

import * as Lab from "@rcpt/lab/Lab"
import { Duration, Effect, Schedule } from "effect"

import { query } from "../service/schedules/adapterWorld.ts"
import { asking } from "../service/schedules/scheduleWorld.ts"
import { emptyDatabase, freshDatabase } from "../support/freshDatabase.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, describe, it } from "../support/vitest.ts"

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
  every: "0 0 1 1 *",
  max_age: "30d"
})

/** Milliseconds by which the clock of each node is ahead. */
const clocks = [0, 20_000, -20_000]

/** As if the hour of the run that waits came in two seconds, by the clock of the database. */
const setHour = (databaseUrl: string, schedule: string) =>
  query(
    databaseUrl,
    `update schedule_run set planned_at = now() + interval '2 s', due_at = now() + interval '2 s'
      where schedule_id = '${schedule}' returning planned_at as hour`
  ).pipe(Effect.map(([row]) => row!["hour"] as Date))

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

/** Until each node has said by how many tens of seconds its clock is ahead of the database's. */
const clocksSaid = (databaseUrl: string) =>
  query(
    databaseUrl,
    "select round(clock_ahead_ms / 10000.0)::int as ahead from node order by 1"
  ).pipe(
    Effect.repeat({
      until: (rows) => rows.map(({ ahead }) => ahead).join() === "-2,0,2",
      schedule: Schedule.spaced("200 millis")
    }),
    Effect.timeout("60 seconds")
  )

/** A node of the lab's internet, which may connect to this machine, and whose clock is wrong. */
const startNode = Effect.fnUntraced(function* (
  lab: Lab.Lab,
  databaseUrl: string,
  ahead: number,
  apiKey?: string
) {
  const clock = join(yield* tempFolder(), "clock")
  writeFileSync(clock, String(ahead))
  return yield* service.start({
    isNode: true,
    databaseUrl,
    credits,
    ...(apiKey && { apiKey }),
    env: {
      ...lab.env,
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "service/nodeFaults.ts")).href}`,
      CHAOS_CLOCK: clock,
      RCPT_SOURCES_PRIVATE: "127.0.0.0/8",
      RCPT_SECRET: "the same on all nodes, for 32 octets"
    }
  })
})

describe("A run of a schedule whose node is killed", () => {
  it.live(
    "is done by another, once",
    () =>
      Effect.gen(function* () {
        const lab = yield* Lab.start()
        const [databaseUrl, theirs] = [yield* freshDatabase(), yield* emptyDatabase()]
        for (const table of tables) yield* query(theirs, table)
        const [right, ...wrong] = clocks
        const first = yield* startNode(lab, databaseUrl, right!)
        const others = yield* Effect.all(
          wrong.map((ahead) => startNode(lab, databaseUrl, ahead, first.apiKey)),
          { concurrency: 2 }
        )
        yield* clocksSaid(databaseUrl)
        let alive = [first, ...others]
        for (const state of ["waiting", "writing"] as const) {
          const askOf = (node: service.Running) =>
            Effect.provideService(asking, service.Service, node)
          const { create } = yield* askOf(alive[0]!)
          const { id } = yield* create(bodyOf(state, theirs))
          const hour = yield* setHour(databaseUrl, id)
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
          assert.strictEqual(run.due_at, hour.toISOString())
          assert.isAtLeast(Date.parse(run.began_at!), hour.getTime())
          const { next_run_at: next } = yield* (yield* askOf(alive[0]!)).find(id)
          assert.match(next!, /-01-01T00:00:00/)
        }
        const { json } = yield* alive[0]!.get("/api/v1/account")
        assert.strictEqual(Object(json).credits, credits - 2 * contacts)
      }).pipe(Effect.scoped),
    { timeout: Duration.toMillis(Duration.minutes(4)) }
  )
})
