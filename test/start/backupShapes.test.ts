/** From each shape in which rcpt runs, a backup at work is checked, drilled and restored, and a service goes on. */
import { join } from "node:path"

import * as Lab from "@rcpt/lab/Lab"
import { generate } from "@rcpt/service/platform/config/apiKeyFormat"
import { Effect, Schedule } from "effect"
import type { Scope } from "effect"

import { list, upload } from "../service/jobs/jobsHttpWorld.ts"
import { emptyDatabase } from "../support/freshDatabase.ts"
import * as natsServer from "../support/natsServer.ts"
import { describeWith, natsServer as nats } from "../support/needs.ts"
import * as service from "../support/service.ts"
import type { Running } from "../support/service.ts"
import * as serviceNodes from "../support/serviceNodes.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, it } from "../support/vitest.ts"
import { ok, settings } from "./support/backups.ts"
import type { Env } from "./support/backups.ts"

interface World {
  /** Where the database is. */
  readonly place: Env
  readonly apiKey: string
  readonly env: Env
}

type Start = (world: World) => Effect.Effect<Running, never, Scope.Scope>

const alone: Start = ({ place, apiKey, env }) =>
  service.start({
    apiKey,
    env,
    ...(place["RCPT_DATABASE_URL"] && { databaseUrl: place["RCPT_DATABASE_URL"] }),
    ...(place["RCPT_DATA_DIR"] && { dataDir: place["RCPT_DATA_DIR"] })
  })

const processes = { RCPT_PROCESSES: "2" }

const ofProcesses: Start = (world) => alone({ ...world, env: { ...world.env, ...processes } })

/** Returns the first of the nodes. */
const cluster: Start = ({ place, apiKey, env }) =>
  Effect.gen(function* () {
    const databaseUrlOf = () => place["RCPT_DATABASE_URL"]!
    const addresses = yield* serviceNodes.clusterAddresses(2)
    const [first] = yield* serviceNodes.startAll({ apiKey, databaseUrlOf, env }, addresses)
    return first!
  })

const clusterWithNats: Start = (world) =>
  Effect.flatMap(natsServer.started(), ({ url }) =>
    cluster({ ...world, env: { ...world.env, ...processes, RCPT_NATS_URL: url } })
  )

const embedded = Effect.map(tempFolder(), (folder): Env => ({
  RCPT_DATA_DIR: join(folder, "data")
}))
const onServer = Effect.map(emptyDatabase(), (url): Env => ({ RCPT_DATABASE_URL: url }))

/** Each is restored into the other kind of database: neither needs what only the first has. */
const shapes = [
  { name: "one process with the embedded database", start: alone, from: embedded, to: onServer },
  {
    name: "two processes with the embedded database",
    start: ofProcesses,
    from: embedded,
    to: onServer
  },
  { name: "one process on a server's database", start: alone, from: onServer, to: embedded },
  { name: "two nodes", start: cluster, from: onServer, to: embedded },
  {
    name: "two nodes of two processes with NATS",
    start: clusterWithNats,
    from: onServer,
    to: onServer
  }
]

const results = (job: string) => `/api/v1/jobs/${job}/results`

const runJob = (running: Running) =>
  Effect.gen(function* () {
    const rows = ["email", "ann@acme.test", "bob@acme.test", "x@nxdomain.test"]
    const { status, json, text } = yield* upload(running, [list(rows.join("\n"))])
    assert.strictEqual(status, 201, text)
    const id = String(Object(json).id)
    yield* Effect.repeat(running.get(`/api/v1/jobs/${id}`), {
      until: ({ json }) => Object(json).status === "complete",
      schedule: Schedule.spaced("200 millis")
    })
    return id
  })

/** What a customer has, without the time of the answer. */
const seen = (running: Running, job: string) =>
  Effect.forEach(["/api/v1/ledger?page_size=100", results(job)], (path) =>
    Effect.map(running.get(path), ({ text }) => text)
  )

describeWith(nats, "A backup of", () => {
  for (const { name, start, from, to } of shapes)
    it.live(
      `${name} proves that it can be restored, and is`,
      () =>
        Effect.gen(function* () {
          const lab = yield* Lab.start()
          const env = { ...lab.env, ...settings, RCPT_CHECKPOINT_EVERY: "1s" }
          const apiKey = generate()
          const [place, there] = [yield* from, yield* to]
          const file = join(yield* tempFolder(), "a.rcpt-backup")
          const { job, shown } = yield* Effect.gen(function* () {
            const running = yield* start({ place, apiKey, env })
            const { status } = yield* running.get("/api/v1/verify?email=ann@acme.test")
            assert.strictEqual(status, 200)
            const job = yield* runJob(running)
            const shown = yield* seen(running, job)
            yield* ok(["backup", "-o", file], { ...place, ...settings })
            assert.match(
              yield* ok(["ledger", "drill"], { ...place, ...settings }),
              /\n24 of 24 found/
            )
            return { job, shown }
          }).pipe(Effect.scoped)

          const checked = yield* ok(["backup", "--check", file], settings)
          assert.match(checked, /^Whole: [\d,]+ rows of \d+ tables.*\nRestorable: /)
          yield* ok(["restore", file], { ...there, ...settings })
          yield* ok(["ledger", "verify"], { ...there, ...settings })
          // An embedded database has one node.
          const startThere = there["RCPT_DATA_DIR"] ? alone : start
          const again = yield* startThere({ place: there, apiKey, env })
          assert.deepStrictEqual(yield* seen(again, job), shown)
          yield* runJob(again)
        }).pipe(Effect.scoped),
      { timeout: 300_000 }
    )
})
