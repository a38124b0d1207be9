import * as BulkThrottle from "@rcpt/service/jobs/actors/BulkThrottle"
import { workChunk } from "@rcpt/service/jobs/actors/ChunkWork"
import * as JobRun from "@rcpt/service/jobs/actors/JobRun"
import { runJob } from "@rcpt/service/jobs/actors/JobRun"
import { Chunks } from "@rcpt/service/jobs/Chunks"
import { Jobs } from "@rcpt/service/jobs/Jobs"
import { Settlements } from "@rcpt/service/jobs/Settlements"
import * as Cluster from "@rcpt/service/platform/Cluster"
import { Config, load } from "@rcpt/service/platform/Config"
import { Secrets } from "@rcpt/service/platform/Secrets"
import { allHealthy } from "@rcpt/service/probing/egress/chooseEgress"
import { EgressHealth } from "@rcpt/service/probing/egress/EgressHealth"
import { StoreUnavailable } from "@rcpt/store/EventStore"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Fiber, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../../support/vitest.ts"

const unavailable = Effect.die(new StoreUnavailable({ cause: new Error("test") }))

const job = { id: "job", accountId: "account", status: "processing" }

/** A service with only the functions that the test needs. */
const jobsOf = (functions: object) => Layer.succeed(Jobs, functions as Jobs["Service"])
const chunksOf = (functions: object) => Layer.succeed(Chunks, functions as Chunks["Service"])

const config = Layer.effect(
  Config,
  Effect.map(Effect.orDie(load({}, {})), (loaded) => loaded.config)
)

const logged: Array<string> = []
const logger = Logger.make(({ message }) => void logged.push(String([message].flat()[0])))

describe("While the database is unavailable", () => {
  it.effect("a job stops with a warning, and resumes when it is notified again", function* () {
    const reads = [unavailable, Effect.succeed({ ...job, status: "complete" })]
    let left = reads.length
    const services = JobRun.layer.pipe(
      Layer.provide(
        jobsOf({ get: () => reads[reads.length - left--], renewLease: () => Effect.void })
      ),
      Layer.provide(chunksOf({})),
      Layer.provideMerge(Cluster.alone),
      Layer.provide(Logger.layer([logger]))
    )
    yield* Effect.gen(function* () {
      yield* TestClock.adjust(1)
      const jobs = yield* JobRun.JobRun.client
      yield* jobs(job.id).Wake()
      assert.deepStrictEqual([left, logged], [1, [`Job ${job.id} stopped and will be resumed`]])
      yield* jobs(job.id).Wake()
      assert.strictEqual(left, 0)
    }).pipe(Effect.provide(services))
  })

  it.effect("a job runs even if its lease cannot be renewed", function* () {
    let dispatched = 0
    let isDone = false
    const services = Layer.merge(
      jobsOf({
        get: () => Effect.sync(() => (isDone ? { ...job, status: "complete" } : job)),
        renewLease: () => unavailable
      }),
      chunksOf({ claimable: () => Effect.sync(() => (isDone ? [] : [0])) })
    )
    // Longer than the interval of several renewals.
    const work = Effect.andThen(
      Effect.sleep("10 seconds"),
      Effect.sync(() => {
        dispatched++
        isDone = true
      })
    )
    const running = yield* runJob(job.id, () => work).pipe(
      Effect.provide(services),
      Effect.forkChild({ startImmediately: true })
    )
    yield* TestClock.adjust("1 minute")
    yield* Fiber.join(running)
    assert.strictEqual(dispatched, 1)
  })

  it.effect("work on a chunk continues until another node has claimed it", function* () {
    const renewals = [unavailable, unavailable, Effect.succeed(false)]
    const chunk = {
      job: job.id,
      chunk: 0,
      lease: "lease",
      account: job.accountId,
      mode: "fast",
      rows: [[0, "ann@acme.test"]],
      isPart: false,
      isGivenUp: false,
      addressKey: Buffer.of(),
      knownSince: null
    } as const
    const services = Layer.mergeAll(
      chunksOf({ renew: () => Effect.suspend(() => renewals.shift()!) }),
      Layer.succeed(Verifier, {
        verify: () => Effect.never,
        catchUp: Effect.succeed,
        knownDomain: () => undefined
      }),
      Layer.succeed(SqlClient.SqlClient, {} as SqlClient.SqlClient),
      Layer.succeed(Settlements, {} as Settlements["Service"]),
      BulkThrottle.layer,
      Resolver.layerZone({}),
      Lists.layer,
      Layer.succeed(Secrets, {} as Secrets["Service"]),
      Layer.succeed(EgressHealth, { of: () => allHealthy }),
      config
    )
    const working = yield* workChunk(chunk).pipe(
      Effect.provide(services),
      Effect.forkChild({ startImmediately: true })
    )
    yield* TestClock.adjust("1 minute")
    assert.isFalse(yield* Fiber.join(working))
    assert.deepStrictEqual(renewals, [])
  })
})
