/**
 * Downloads that are rendered at the same time: another answer waits for little of it. What it waits for is measured as
 * processor time of this thread, which other programs on the machine do not change.
 */
import type { ResultRow } from "@rcpt/service/jobs/csv/ResultRow"
import { writeCsv } from "@rcpt/service/jobs/csv/writeCsv"
import * as Jobs from "@rcpt/service/jobs/Jobs"
import { downloadRows } from "@rcpt/service/jobs/results/downloadRows"
import { Effect, Fiber, Stream } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"
import { settled } from "../jobsHttpWorld.ts"
import { customer, database, startNode } from "../jobsWorld.ts"

const rows = 2_000
const downloads = 30

const result: ResultRow = {
  status: "valid",
  score: 95,
  creditsUsed: 1,
  checkedAt: "2026-11-21T00:00:00.000Z",
  normalizedEmail: "ann@acme.test",
  mxProvider: "Google Workspace",
  is_disposable: false,
  has_mx: true,
  domainAgeDays: 700
}

const csv = ["email,note", ...Array.from({ length: rows }, (_, at) => `a${at}@acme.test,${at}`)]

/** Milliseconds that this thread has worked. */
const worked = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Turns of the event loop in which the service reads a request, asks the database and writes the answer, with room. */
const turnsOfAnswer = 10

/** Milliseconds: 28 were measured, and 120 to 190 when all downloads had their chunks rendered in one turn. */
const millisMax = 80

const nextTurn = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))

describe("Downloads", () => {
  it.live("that are rendered at once leave each turn to other answers, too", () =>
    Effect.gen(function* () {
      const node = yield* startNode(yield* database)
      yield* Effect.gen(function* () {
        const account = yield* customer(rows)
        const id = yield* settled({ account, csv: csv.join("\n"), result: () => result })
        const job = yield* Jobs.Jobs.use(({ get }) => get(id))
        const header = yield* Jobs.Jobs.use(({ headerOf }) => headerOf(id))
        const bytes = downloadRows(job, { statuses: undefined, onlySettled: false }).pipe(
          writeCsv({ mode: job.mode, ...header, width: job.width })
        )
        let octets = 0
        const rendering = yield* Effect.forkChild(
          Effect.replicateEffect(
            Stream.runForEach(bytes, (chunk) => Effect.sync(() => (octets += chunk.length))),
            downloads,
            { concurrency: downloads }
          )
        )
        const turns: Array<number> = []
        let before = worked()
        while (rendering.pollUnsafe() === undefined) {
          yield* nextTurn
          turns.push(worked() - before)
          before = worked()
        }
        yield* Fiber.join(rendering)
        const sums = turns.map((_, at) =>
          turns.slice(at, at + turnsOfAnswer).reduce((sum, millis) => sum + millis, 0)
        )
        assert.isAbove(octets, downloads * rows * 50)
        assert.isBelow(Math.max(...sums), millisMax)
      }).pipe(Effect.provide(node))
    }).pipe(Effect.scoped)
  )
})
