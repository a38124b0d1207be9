/** Jobs that end without waiting for addresses that the lab's greylisting server has put off. */
import { deepSamples } from "@rcpt/lab/deepSamples"
import type { ResultRow } from "@rcpt/service/jobs/csv/ResultRow"
import { Jobs } from "@rcpt/service/jobs/Jobs"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { ProbeQueue } from "@rcpt/service/probing/queue/ProbeQueue"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { assert, describe, it } from "../../../support/vitest.ts"
import { list, mode, upload } from "../jobsHttpWorld.ts"
import { balanceOf, customer, stored, submitted } from "../jobsWorld.ts"
import { ended, resultsOf, Running, watch, world } from "./jobRunWorld.ts"

/** Milliseconds, enough for some starts on a busy machine. */
const waitMax = 120_000

const { deep: sample } = deepSamples.find(({ address }) => address === "ann@grey.test")!

const isPutOff = (row: ResultRow | undefined) => {
  const { status, subStatus, smtpStatus, mailboxExists, creditsUsed } = row!
  assert.deepStrictEqual(
    [status, subStatus, smtpStatus, mailboxExists, creditsUsed],
    [sample.status, sample.sub_status, "greylisted", "unknown", 1]
  )
}

/** Until so many addresses of a job are put off. */
const putOff = (job: string, count: number) =>
  ProbeQueue.use((queue) =>
    Effect.repeat(Effect.delay(queue.putOff(job), "20 millis"), {
      until: ({ addresses }) => addresses === count
    })
  ).pipe(Effect.timeout("60 seconds"))

describe("A job that is finished early", () => {
  it.live(
    "settles the addresses that wait, refunds the rest, and answers the second call without a change",
    () =>
      world(
        Effect.gen(function* () {
          const running = yield* Running
          const ask = (path: string, method = "GET") =>
            running.get(`/api/v1/jobs/${path}`, { method })
          const csv = "email\nann@grey.test\nann@acme.test\nbob@grey.test\nANN@grey.test\n"
          const { json } = yield* upload(running, [list(csv), mode("deep")])
          const { id } = json as { readonly id: string }
          yield* putOff(id, 2)
          yield* watch(id, ({ settled }) => settled === 1)
          const facets = yield* ask(`${id}/facets`)
          assert.deepInclude(facets.json, { processed_rows: 1, waiting_addresses: 2 })

          const answer = yield* ask(`${id}/finish`, "POST")
          assert.deepStrictEqual(
            [answer.status, answer.json],
            [200, { message: "the job ends without waiting for retries" }]
          )
          const job = yield* ended(id)
          assert.deepInclude(job, { status: "complete", settled: 4, charged: 5 + 1 + 1 })
          const results = yield* resultsOf(id)
          for (const row of [0, 2]) isPutOff(results.get(row))
          assert.strictEqual(results.size, 3)
          assert.strictEqual(yield* balanceOf(job.accountId), 100_000 - job.charged)
          assert.strictEqual((yield* stored(id)).waiting, 0)
          assert.deepStrictEqual(yield* contradictions, [])

          const again = yield* ask(`${id}/finish`, "POST")
          assert.deepStrictEqual(
            [again.status, again.json],
            [200, { message: "the job has ended already, and is kept" }]
          )
          assert.strictEqual((yield* Jobs.use(({ get }) => get(id))).version, job.version)
          assert.strictEqual((yield* ask("x/finish", "POST")).status, 404)
          assert.deepInclude((yield* ask(`${id}/facets`)).json, { waiting_addresses: 0 })
        })
      ),
    waitMax
  )

  it.live(
    "asks every address once, also where it is told to finish before the first is asked",
    () =>
      world(
        Effect.gen(function* () {
          const account = yield* customer(100)
          const emails = ["ann@grey.test", "ann@acme.test", "nobody@acme.test"]
          const { id } = yield* submitted({ account, mode: "deep", emails })
          yield* Jobs.use(({ finish }) => finish({ account, job: id }))
          yield* ended(id)
          const results = yield* resultsOf(id)
          assert.deepStrictEqual(
            [0, 1, 2].map((row) => results.get(row)?.smtpStatus),
            ["greylisted", "deliverable", "undeliverable"]
          )
          assert.strictEqual(yield* balanceOf(account), 100 - 1 - 5 - 5)
          assert.deepStrictEqual(yield* contradictions, [])
        })
      ),
    waitMax
  )

  it.live(
    "ends on another node if its own is killed while it settles the rows",
    () =>
      world(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const running = yield* Running
          const queue = yield* ProbeQueue
          const account = yield* customer(100)
          const emails = ["ann@grey.test", "bob@grey.test", "carl@grey.test"]
          const { id } = yield* submitted({ account, mode: "deep", emails })
          yield* putOff(id, 3)
          yield* running.kill("SIGKILL")
          yield* Jobs.use(({ finish }) => finish({ account, job: id }))
          // What a node leaves behind that has taken two rows, and has died before their results were stored.
          yield* sql`insert into node_lease (holder, held_until, is_ended) values ('dead', now(), true)`
          const lease = Duration.minutes(2)
          const taken = yield* queue.pullPutOff({ job: id, limit: 2, holder: "dead", lease })
          assert.strictEqual(taken.length, 2)
          yield* running.restart
          const job = yield* ended(id)
          assert.deepInclude(job, { status: "complete", settled: 3, charged: 3 })
          const results = yield* resultsOf(id)
          for (const row of [0, 1, 2]) isPutOff(results.get(row))
          assert.strictEqual(yield* balanceOf(account), 97)
          assert.deepStrictEqual(yield* contradictions, [])
        })
      ),
    waitMax
  )
})
