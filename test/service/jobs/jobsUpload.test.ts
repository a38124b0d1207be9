import { randomUUIDv7 } from "node:crypto"

import { toBulkJob } from "@rcpt/service/jobs/JobRecord"
import * as Jobs from "@rcpt/service/jobs/Jobs"
import { discardDueRows } from "@rcpt/service/jobs/jobSweeper"
import { priceUpload } from "@rcpt/service/jobs/priceUpload"
import * as Uploads from "@rcpt/service/jobs/Uploads"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { WriteSql } from "@rcpt/service/platform/Database"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Deferred, Effect, Fiber, Stream } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import {
  balanceOf,
  csvOf,
  customer,
  emailsTo,
  nothingStored,
  stored,
  untilStored,
  world
} from "./jobsWorld.ts"

const submission = { filename: "list.csv", mode: "fast" } as const

describe("An upload", () => {
  it.live("is erased when its stream fails, or its client disconnects", () =>
    world(
      Effect.gen(function* () {
        const { store } = yield* Uploads.Uploads
        const start = Stream.take(csvOf(emailsTo(9_000)), 6)
        const refused = yield* Effect.flip(store(Stream.concat(start, Stream.fail("cut off"))))
        assert.strictEqual(refused, "cut off")
        yield* untilStored(nothingStored)

        const reached = yield* Deferred.make<void>()
        const stuck = Stream.fromEffect(
          Effect.andThen(Deferred.succeed(reached, undefined), Effect.never)
        )
        const storing = yield* Effect.forkChild(store(Stream.concat(start, stuck)))
        yield* Deferred.await(reached)
        assert.isAbove((yield* stored()).chunks, 0)
        yield* Fiber.interrupt(storing)
        yield* untilStored(nothingStored)
      })
    )
  )

  it.live("without a job is erased by the sweeper, and can no longer become a job", () =>
    world(
      Effect.gen(function* () {
        const { store } = yield* Uploads.Uploads
        const { submit } = yield* Jobs.Jobs
        const write = yield* WriteSql
        const account = yield* customer(5_000)
        const upload = yield* store(csvOf([...emailsTo(3_000), ...emailsTo(1)]))
        assert.strictEqual(yield* discardDueRows, 0)
        const { chunks, repeats, search, jobs, erasures } = yield* stored(upload.job)
        assert.deepStrictEqual([chunks, repeats, search, jobs, erasures], [4, 1, 4, 0, 1])
        // As if ten minutes had passed.
        yield* write`update job_scraps set due_at = due_at - interval '10 minutes'`
        const refusal = yield* Effect.flip(submit({ ...submission, account, upload }))
        assert.strictEqual(refusal._tag, "UploadLost")
        yield* discardDueRows
        yield* untilStored(nothingStored)
        assert.strictEqual(yield* balanceOf(account), 5_000)
      })
    )
  )

  it.live("erased as idle stores no further parts", () =>
    world(
      Effect.gen(function* () {
        const { store } = yield* Uploads.Uploads
        const write = yield* WriteSql
        const erasure = Stream.fromEffectDrain(
          Effect.andThen(write`update job_scraps set due_at = now()`, discardDueRows)
        )
        const parts = csvOf(emailsTo(9_000))
        const slow = Stream.concat(Stream.take(parts, 6), erasure)
        const refusal = yield* Effect.flip(store(Stream.concat(slow, Stream.drop(parts, 6))))
        assert.deepInclude(refusal, { _tag: "UploadLost" })
        assert.deepStrictEqual(yield* stored(), nothingStored)
      })
    )
  )

  it.live("becomes one job when it is submitted twice", () =>
    world(
      Effect.gen(function* () {
        const { store, discard } = yield* Uploads.Uploads
        const { submit } = yield* Jobs.Jobs
        const account = yield* customer(30)
        const upload = yield* store(csvOf(emailsTo(10)))
        const [one, two] = yield* Effect.all(
          [submit({ ...submission, account, upload }), submit({ ...submission, account, upload })],
          { concurrency: 2 }
        )
        assert.deepStrictEqual(one, two)
        yield* discard(upload.job)
        yield* Effect.sleep("100 millis")
        assert.deepInclude(yield* stored(upload.job), { jobs: 1, chunks: 1, erasures: 0 })
        assert.strictEqual(yield* balanceOf(account), 20)
        assert.deepStrictEqual(yield* contradictions, [])
      })
    )
  )

  it.live("with an Idempotency-Key stores one reply, with the hold", () =>
    world(
      Effect.gen(function* () {
        const { store } = yield* Uploads.Uploads
        const { submit, list } = yield* Jobs.Jobs
        const write = yield* WriteSql
        const account = yield* customer(30)
        const command = { commandId: randomUUIDv7(), requestHash: "ab".repeat(32) }
        const attempt = Effect.gen(function* () {
          const upload = yield* store(csvOf(emailsTo(10)))
          return yield* submit({
            ...submission,
            account,
            upload,
            reply: (job) => ({ ...command, body: JSON.stringify(toBulkJob(job)) })
          })
        })
        const attempts = yield* Effect.all([attempt, attempt], { concurrency: 2 })
        assert.deepStrictEqual(attempts.map(({ kept }) => kept).toSorted(), ["before", "yes"])
        const [job, ...others] = (yield* list(account)).jobs
        assert.lengthOf(others, 0)
        const [reply] = yield* write<{ readonly body: string }>`
          select body from es.reply where command_id = ${command.commandId}`
        assert.deepStrictEqual(JSON.parse(reply!.body), toBulkJob(job!))
        yield* untilStored({ jobs: 1, chunks: 1, erasures: 0 })
        assert.strictEqual(yield* balanceOf(account), 20)
        assert.deepStrictEqual(yield* contradictions, [])
      })
    )
  )
})

describe("The price of a list", () => {
  const emails = [
    "ann@acme.test",
    "ANN@acme.test",
    "bob@yahoo.com",
    "carl@proton.me",
    "dörte@acme.test",
    "no address",
    "eve@mailinator.com",
    '""'
  ]

  it.effect("counts addresses that deep mode cannot prove or that need no conversation", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* priceUpload(csvOf(emails), "deep"), {
        mode: "deep",
        rows: 7,
        distinct: 6,
        reserved: 35,
        expected: 5 + 5,
        maximum: 30,
        known: 0,
        imported: 0,
        saved: 0,
        unprovable: 3,
        noData: 0,
        several: { cells: 0, addresses: 0 }
      })
      const fast = yield* priceUpload(csvOf(emails), "fast")
      assert.deepInclude(fast, { reserved: 7, expected: 6, maximum: 6, unprovable: 0 })
    }).pipe(Effect.provide(Lists.layer))
  )
})
