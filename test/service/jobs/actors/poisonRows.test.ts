/** Rows on which every worker dies, in chunks of good ones. */
import * as BulkThrottle from "@rcpt/service/jobs/actors/BulkThrottle"
import * as ChunkWork from "@rcpt/service/jobs/actors/ChunkWork"
import { Jobs } from "@rcpt/service/jobs/Jobs"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import * as Cluster from "@rcpt/service/platform/Cluster"
import { Config, load } from "@rcpt/service/platform/Config"
import { Secrets } from "@rcpt/service/platform/Secrets"
import { allHealthy } from "@rcpt/service/probing/egress/chooseEgress"
import { EgressHealth } from "@rcpt/service/probing/egress/EgressHealth"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"

import { assert, describe, it } from "../../../support/vitest.ts"
import { balanceOf, customer, database, startNode, submitted } from "../jobsWorld.ts"
import { resultsOf } from "./jobRunWorld.ts"

const config = Layer.effect(
  Config,
  Effect.map(Effect.orDie(load({}, {})), (loaded) => loaded.config)
)

/** The real one, which has a defect at some addresses. */
const verifierOf = (defects: ReadonlySet<string>, onTry: (email: string) => void) =>
  Layer.effect(
    Verifier,
    Effect.map(Verifier, (real) => ({
      ...real,
      verify: (email, options) =>
        Effect.suspend(() => {
          onTry(email)
          return defects.has(email)
            ? Effect.die(new Error("a row that nobody survives"))
            : real.verify(email, options)
        })
    }))
  ).pipe(Layer.provide(Verifier.layer()), Layer.provide([Lists.layer, Resolver.layerZone({})]))

const rowCount = 1_000
/** Neither the first nor the last of its ten, and two in one hundred. */
const poison = new Set([537, 541].map((row) => `user${row}@acme.test`))

const attemptsMax = 40

describe("A chunk with rows that break the work on it", () => {
  it.live("settles every other row as it is, gives those up at no cost, and ends", () =>
    Effect.gen(function* () {
      const node = yield* startNode(yield* database)
      const tries = new Map<string, number>()
      const logged: Array<unknown> = []
      const logger = Logger.make(({ message }) => void logged.push(message))
      const services = ChunkWork.layer.pipe(
        Layer.provide([BulkThrottle.layer, config, Resolver.layerZone({}), Lists.layer]),
        Layer.provide(Layer.succeed(Secrets, {} as Secrets["Service"])),
        Layer.provide(Layer.succeed(EgressHealth, { of: () => allHealthy })),
        Layer.provide(
          verifierOf(poison, (email) => void tries.set(email, (tries.get(email) ?? 0) + 1))
        ),
        Layer.provideMerge(Cluster.alone),
        Layer.provideMerge(Layer.succeedContext(node)),
        Layer.provide(Logger.layer([logger]))
      )
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { get } = yield* Jobs
        const client = yield* ChunkWork.ChunkWork.client
        const account = yield* customer(rowCount)
        const emails = Array.from({ length: rowCount }, (_, row) => `user${row}@acme.test`)
        const { id } = yield* submitted({ account, emails })
        let attempts = 0
        for (; (yield* get(id)).status !== "complete"; attempts++) {
          assert.isBelow(attempts, attemptsMax)
          yield* client(ChunkWork.chunkWorkId({ job: id, chunk: 0 })).Work({ account })
          // Time passes: the lease of a worker that died expires.
          yield* sql`update job_chunk set leased_until = now() where leased_until is not null`
        }
        const results = yield* resultsOf(id)
        assert.strictEqual(results.size, rowCount)
        for (const [row, { status, subStatus, creditsUsed }] of results)
          if (poison.has(`user${row}@acme.test`))
            assert.deepStrictEqual(
              [status, subStatus, creditsUsed],
              ["unknown", undefined, 0],
              `row ${row}`
            )
          else assert.isDefined(subStatus, `row ${row}`)
        for (const email of poison) assert.isAtLeast(tries.get(email) ?? 0, 3)
        assert.strictEqual(yield* balanceOf(account), rowCount - (yield* get(id)).charged)
        assert.deepStrictEqual(yield* contradictions, [])
        assert.deepStrictEqual(
          logged.filter((message) => String(message).startsWith("A job has ended")),
          [["A job has ended, but rows were given up", { job: id, rows: 2 }]]
        )
      }).pipe(Effect.provide(services))
    }).pipe(Effect.scoped)
  )
})
