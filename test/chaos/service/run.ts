/** One chaos run, from the start of the nodes to what it has shown. */
import { PgConnection } from "@effect/sql-pg"
import { Effect, Fiber, Redacted } from "effect"

import { rcpt } from "../../cli/rcpt.ts"
import type { ChaosOptions } from "./ChaosOptions.ts"
import { hasDisk } from "./database.ts"
import type { Books, Evidence } from "./Evidence.ts"
import * as faults from "./faults.ts"
import type { Injected } from "./faults.ts"
import { deepLines, fastLines, serverHosts, serversFor } from "./internet.ts"
import * as jobs from "./jobs.ts"
import * as realtime from "./realtime.ts"
import { report } from "./report.ts"
import type { Report } from "./report.ts"
import * as sampler from "./sampler.ts"
import { schedule } from "./schedule.ts"
import type { Fault } from "./schedule.ts"
import * as world from "./world.ts"
import type { World } from "./world.ts"

const millisPerMinute = 60_000

/** Each at its time, or right after the one before it. */
const injectAll = (place: World, all: ReadonlyArray<Fault>, say: Say) =>
  Effect.gen(function* () {
    const began = Date.now()
    const injected: Array<Injected> = []
    for (const fault of all) {
      yield* Effect.sleep(Math.max(0, began + fault.at - Date.now()))
      const { kind, node, variant, lasts } = fault
      yield* say(`${kind} (${variant}) of ${node ?? "all"} for ${(lasts / 1_000).toFixed(1)} s`)
      injected.push(yield* faults.inject(place, fault))
    }
    return injected
  })

const books = ({ database }: World): Effect.Effect<Books> =>
  PgConnection.make({ url: Redacted.make(database.primary().superuserUrl) }).pipe(
    Effect.flatMap((connection) =>
      connection.query(`
        select (select sum(available)::float8 from es.account) as available,
          coalesce(sum(credits - charged - refunded), 0)::float8 as held,
          coalesce(sum(charged), 0)::float8 as charged
        from es.hold`)
    ),
    Effect.map(({ rows }) => rows[0] as unknown as Books),
    Effect.scoped,
    Effect.orDie
  )

const verifyLedger = ({ database }: World) =>
  rcpt(["ledger", "verify"], { RCPT_DATABASE_URL: database.primary().url }).pipe(
    Effect.map(({ code, stdout, stderr }) => ({ code, text: stdout + stderr }))
  )

const stopAll = ({ nodes }: World) =>
  Effect.forEach(
    nodes,
    ({ number, stop }) =>
      Effect.map(stop, (end) =>
        end?.code === 0
          ? []
          : [`node ${number}: ${end === undefined ? "not within 15 s" : JSON.stringify(end)}`]
      ),
    { concurrency: "unbounded" }
  ).pipe(Effect.map((ends) => ends.flat()))

type Say = (line: string) => Effect.Effect<void>

/** Faults, jobs and clients at the same time; jobs and clients end what they have begun. */
const load = (place: World, options: ChaosOptions, all: ReadonlyArray<Fault>, say: Say) =>
  Effect.gen(function* () {
    const until = Date.now() + options.minutes * millisPerMinute
    const goesOn = () => Date.now() < until
    const watching = yield* sampler.start(place)
    const { seed, clients } = options
    const servers = serversFor(options.deepRows)
    const common = { world: place, sampler: watching, goesOn }
    const fast = { ...common, mode: "fast", lines: fastLines(options.rows), seed } as const
    const deep = {
      ...common,
      mode: "deep",
      lines: deepLines(options.deepRows),
      seed: seed + 1
    } as const
    const running = yield* Effect.forkChild(
      Effect.all(
        [
          jobs.run(fast),
          jobs.run(deep),
          realtime.run({ world: place, clients, servers, seed, goesOn })
        ],
        { concurrency: "unbounded" }
      )
    )
    const injected = yield* injectAll(place, all, say)
    yield* say("no more faults")
    const [fastJobs, deepJobs, checks] = yield* Fiber.join(running)
    const { progress, outages } = watching
    return { faults: injected, jobs: [...fastJobs, ...deepJobs], checks, progress, outages }
  })

export interface Outcome extends Report {
  /** Of each node. */
  readonly logs: ReadonlyArray<string>
}

export const run = (options: ChaosOptions, say: Say): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const kinds = options.kinds.filter((kind) => kind !== "diskFull" || hasDisk)
    const millis = options.minutes * millisPerMinute
    const { seed } = options
    const all = schedule({ seed, millis, nodes: world.nodeCount, kinds })
    const place = yield* world.start(kinds.includes("failOver"))
    yield* say(`three nodes are ready; ${all.length} faults`)
    const recorded = yield* load(place, options, all, say)
    yield* say("all jobs and checks have ended")
    const uncleanStops = yield* stopAll(place)
    const evidence: Evidence = {
      ...recorded,
      creditsAtStart: world.creditsAtStart,
      books: yield* books(place),
      peaks: serverHosts.map((host) => place.lab.mail.traffic(host).openPeak),
      conversationsMax: world.conversationsMax,
      ledger: yield* verifyLedger(place),
      unexpectedEnds: place.nodes.flatMap(({ unexpectedEnds }) => unexpectedEnds),
      uncleanStops
    }
    const left = kinds.length < options.kinds.length
    const leftOut = left ? ["Left out: diskFull, because this machine does not let us mount."] : []
    return { ...report(options, evidence, leftOut), logs: place.nodes.map(({ log }) => log()) }
  }).pipe(Effect.scoped)
