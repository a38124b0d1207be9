/** Lists that are uploaded one after the other, each when the last is finished, and read back. */
import { PgConnection } from "@effect/sql-pg"
import { Effect, Redacted, Schedule } from "effect"

import { formOf, formType, list, mode as modePart } from "../../service/jobs/jobsHttpWorld.ts"
import * as Random from "../../simulation/Random.ts"
import { compareList } from "../../support/lists/compareList.ts"
import type { ComparedRow } from "../../support/lists/compareList.ts"
import { fileOf } from "../../support/lists/labList.ts"
import type { ListRow } from "../../support/lists/labList.ts"
import { connections } from "./keepAlive.ts"
import type { Attempt, Asked } from "./keepAlive.ts"
import type { Sampler } from "./sampler.ts"
import type { World } from "./world.ts"

export interface JobOptions {
  readonly world: World
  readonly sampler: Sampler
  readonly mode: "fast" | "deep"
  readonly lines: ReadonlyArray<ListRow>
  readonly seed: number
  readonly goesOn: () => boolean
}

export interface FinishedJob {
  readonly id: string
  readonly mode: "fast" | "deep"
  /** `complete`, or the state in which it was left, with what its rows wait for. */
  readonly status: string
  readonly rows: ReadonlyArray<ComparedRow>
}

/** Milliseconds; an upload of 100,000 rows is stored before it is answered. */
const answerWaitMax = 60_000

/** For a job that does not end: three times what the slowest of them took when nothing was wrong. */
const finishMax = "6 minutes"

/** Asks any node until one answers with a status below 500 that is not "in progress". */
const askUntil = (
  { world }: JobOptions,
  random: Random.Random,
  asked: Omit<Asked, "headers">,
  headers: Readonly<Record<string, string>> = {}
): Effect.Effect<Attempt> =>
  Effect.suspend(() => {
    const { ask, close } = connections(answerWaitMax)
    const all = { ...asked, headers: { "x-api-key": world.apiKey, ...headers } }
    return Effect.ensuring(
      Effect.promise(() => ask(random.pick(world.nodes).base, all)),
      Effect.sync(close)
    )
  }).pipe(
    Effect.repeat({
      until: ({ outcome }) => typeof outcome === "number" && outcome < 500 && outcome !== 409,
      schedule: Schedule.spaced("500 millis")
    })
  )

const upload = (options: JobOptions, random: Random.Random) =>
  Effect.gen(function* () {
    const body = formOf([modePart(options.mode), list(fileOf(options.lines))])
    const headers = { "content-type": formType, "idempotency-key": random.uuid() }
    const asked = { path: "/api/v1/verify/bulk", method: "POST", body }
    const { outcome, text } = yield* askUntil(options, random, asked, headers)
    if (outcome !== 201) return yield* Effect.die(new Error(`upload: ${outcome} ${text}`))
    return String(Object(JSON.parse(text)).id)
  })

/** What the rows of a job that does not end wait for, as the queue of probes says it. */
const waitingRows = `select mx_group || ' ' || egress as queue, leased_by as holder, attempts, failures,
    count(*)::int as rows, round(extract(epoch from min(due_at) - now()))::int as due_in
  from probe_queue where job_id = $1 group by 1, 2, 3, 4 limit 20`

const unfinished = ({ world: { database } }: JobOptions, job: string) =>
  PgConnection.make({ url: Redacted.make(database.primary().superuserUrl) }).pipe(
    Effect.flatMap((connection) => connection.query(waitingRows, [job])),
    Effect.map(({ rows }) => `unfinished ${JSON.stringify(rows)}`),
    Effect.scoped,
    Effect.orElseSucceed(() => "unfinished")
  )

const runOne = (options: JobOptions, random: Random.Random) =>
  Effect.gen(function* () {
    const id = yield* upload(options, random)
    const status = yield* options.sampler.ended(id).pipe(
      Effect.timeoutOrElse({
        duration: finishMax,
        orElse: () => unfinished(options, id)
      })
    )
    if (status !== "complete") return { id, mode: options.mode, status, rows: [] }
    const asked = { path: `/api/v1/jobs/${id}/download` }
    const { text } = yield* askUntil(options, random, asked)
    // So that a long run does not fill the disk: its charges stay.
    yield* askUntil(options, random, { path: `/api/v1/jobs/${id}`, method: "DELETE" })
    return { id, mode: options.mode, status, rows: compareList(text, options.lines) }
  })

export const run = (options: JobOptions): Effect.Effect<ReadonlyArray<FinishedJob>> =>
  Effect.gen(function* () {
    const random = Random.make(options.seed)
    const finished: Array<FinishedJob> = []
    while (finished.length === 0 || options.goesOn()) finished.push(yield* runOne(options, random))
    return finished
  })
