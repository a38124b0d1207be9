/** A deep job on two nodes, of which the one that asks the mail server dies or freezes. */
import * as Lab from "@rcpt/lab/Lab"
import { freePort } from "@rcpt/service/platform/freePort"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { ended } from "../service/jobs/actors/jobRunWorld.ts"
import { customer, startNode, submitted } from "../service/jobs/jobsWorld.ts"
import { freshDatabase } from "../support/freshDatabase.ts"
import * as service from "../support/service.ts"
import { assert, describe, it } from "../support/vitest.ts"

const rowCount = 300
const host = "mail.plain.test"

/** One conversation at a time, for some 20 rows a second. */
const pace = { RCPT_MX_CONCURRENCY: "1", RCPT_MX_RATE: "2" }

/** Milliseconds, for a machine under load: the node's lease and its shards take 9 s. */
const standstillMax = 60_000

const startService = (lab: Lab.Lab, databaseUrl: string) =>
  Effect.gen(function* () {
    const port = yield* freePort
    return yield* service.start({
      databaseUrl,
      env: {
        ...lab.env,
        ...pace,
        RCPT_SECRET: "the secret of both nodes, of which nobody else knows",
        RCPT_CLUSTER_HOST: "127.0.0.1",
        RCPT_CLUSTER_PORT: String(port)
      }
    })
  })

const holderPid = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly holder: string }>`
    select leased_by as holder from probe_queue where leased_by is not null limit 1`
).pipe(Effect.map(([row]) => Number(row?.holder.split("/").at(-3))))

describe("A node that asks a mail server for a job", () => {
  for (const signal of ["SIGKILL", "SIGSTOP"] as const)
    it.live(`is replaced after a ${signal}, and every row gets its result`, () =>
      Effect.gen(function* () {
        const [lab, url] = [yield* Lab.start(), yield* freshDatabase()]
        const asked = () => lab.mail.traffic(host).commands.get("RCPT") ?? 0
        const nodes = [yield* startService(lab, url), yield* startService(lab, url)]
        yield* Effect.gen(function* () {
          const account = yield* customer(rowCount * 5)
          const emails = Array.from({ length: rowCount }, (_, n) => `user${n}@plain.test`)
          const { id } = yield* submitted({ account, emails, mode: "deep" })
          while (asked() < 20) yield* Effect.sleep("20 millis")
          const pid = yield* holderPid
          const asking = nodes.find((node) => node.pid === pid)
          assert.isDefined(asking)
          process.kill(pid, signal)
          const before = asked()
          const since = yield* Clock.currentTimeMillis
          while (asked() <= before + 2) {
            yield* Effect.sleep("20 millis")
            assert.isBelow((yield* Clock.currentTimeMillis) - since, standstillMax)
          }
          if (signal === "SIGSTOP") {
            yield* Effect.sleep("2 seconds")
            process.kill(pid, "SIGCONT")
          }
          const job = yield* ended(id)
          assert.deepInclude(job, { status: "complete", settled: rowCount })
        }).pipe(Effect.provide(yield* startNode(url)))
      }).pipe(Effect.scoped)
    )
})
