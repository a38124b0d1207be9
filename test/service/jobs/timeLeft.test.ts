/** How long the rows of a running job take, on a real queue. */
import { randomUUIDv7 } from "node:crypto"

import { timeLeft } from "@rcpt/service/jobs/expectTime"
import { Config, load } from "@rcpt/service/platform/Config"
import { ProbeQueue } from "@rcpt/service/probing/queue/ProbeQueue"
import { DomainKnowledge } from "@rcpt/verifier/DomainKnowledge"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { assert, describe, it } from "../../support/vitest.ts"
import { rows, start } from "../probing/queue/probeWorld.ts"

describe("The time left of a running job", () => {
  it.effect("is that of the mail servers that take longest at their pace", () =>
    Effect.gen(function* () {
      const { queue, sql } = yield* start
      const { config } = yield* load({}, {})
      const left = (job: string) =>
        timeLeft(job).pipe(
          Effect.provideService(ProbeQueue, queue),
          Effect.provideService(SqlClient.SqlClient, sql),
          Effect.provideService(Config, config),
          Effect.provide(DomainKnowledge.layerLocal)
        )
      const [job, few] = [randomUUIDv7(), randomUUIDv7()]
      const gmx = rows({ job, group: "gmx", count: 800 })
      const google = rows({ job, count: 2_000 }).map((row) => ({ ...row, row: row.row + 800 }))
      yield* queue.put([...gmx, ...google, ...rows({ job: few, count: 19 })])
      // Five addresses every two seconds; at Google ten every second.
      assert.deepStrictEqual(yield* left(job), { seconds: 320, mail_servers: "gmx", rows: 800 })
      assert.isUndefined(yield* left(few))
    }).pipe(Effect.scoped)
  )
})
