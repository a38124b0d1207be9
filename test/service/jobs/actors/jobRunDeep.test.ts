import { heldFor } from "@rcpt/domain/prices"
import { deepSamples } from "@rcpt/lab/deepSamples"
import { Jobs } from "@rcpt/service/jobs/Jobs"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { assert, describe, it } from "../../../support/vitest.ts"
import { balanceOf, customer, stored, submitted } from "../jobsWorld.ts"
import { ended, quoted, resultsOf, watch, world } from "./jobRunWorld.ts"

/** Milliseconds, enough for a start, silent mail servers and a busy machine. */
const waitMax = 120_000

/** Greylisting in the lab ends after 5 minutes, that of quickgrey.test after two seconds. */
const quickRetries = { RCPT_GREYLIST_RETRIES: "3s,5s", RCPT_SMTP_TIMEOUT: "3s" }

/** Without the second one of a catch-all domain: the first one of a list settles what it is. */
const samples = deepSamples.filter(({ address }) => address !== "sales@takesall.test")

const waitingRows = (job: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly row: number; readonly attempts: number }>`
      select row_no as row, attempts::int from probe_queue where job_id = ${job} order by row_no`
  )

describe("A deep job", () => {
  it.live(
    "has the result of each sample, and that of a greylisted row after a retry",
    () =>
      world(
        Effect.gen(function* () {
          const emails = [...samples.map(({ address }) => address), "ann@quickgrey.test"]
          const account = yield* customer(1_000)
          const { id } = yield* submitted({ account, mode: "deep", emails: emails.map(quoted) })
          assert.strictEqual(yield* balanceOf(account), 1_000 - 5 * emails.length)
          const seen = yield* watch(id, ({ status }) => status === "complete")
          const results = yield* resultsOf(id)
          samples.forEach(({ address, deep }, row) => {
            const { smtpStatus, status, subStatus, creditsUsed } = results.get(row)!
            const { smtp_status, sub_status, credits } = deep
            assert.deepStrictEqual(
              { smtpStatus, status, subStatus, creditsUsed },
              {
                smtpStatus: smtp_status,
                status: deep.status,
                subStatus: sub_status,
                creditsUsed: credits
              },
              address
            )
          })
          assert.deepInclude(results.get(samples.length), {
            status: "valid",
            smtpStatus: "deliverable",
            mailboxExists: "yes",
            creditsUsed: 5
          })
          const counts = seen.map(({ tally }) => tally.valid + tally.risky + tally.invalid)
          assert.deepStrictEqual(
            counts,
            counts.toSorted((a, b) => a - b)
          )
          const cost = [...results.values()].reduce((sum, row) => sum + row.creditsUsed, 0)
          assert.strictEqual(yield* balanceOf(account), 1_000 - cost)
          assert.strictEqual((yield* stored(id)).waiting, 0)
          assert.deepStrictEqual(yield* contradictions, [])
        }),
        quickRetries
      ),
    waitMax
  )

  it.live(
    "asks few of a hundred rows at a domain that takes every address",
    () =>
      world(
        Effect.gen(function* () {
          const emails = Array.from({ length: 100 }, (_, n) => `person${n}@takesall.test`)
          const account = yield* customer(1_000)
          const { id } = yield* submitted({ account, mode: "deep", emails })
          yield* ended(id)
          const results = [...(yield* resultsOf(id)).values()]
          assert.strictEqual(results.length, 100)
          assert.isTrue(results.every(({ subStatus }) => subStatus === "catch_all"))
          const asked = results.filter(({ smtpStatus }) => smtpStatus !== "not_checked")
          // One of sixteen, and those that were asked before the made-up address was taken.
          assert.isAtLeast(asked.length, 1)
          assert.isAtMost(asked.length, 20)
          assert.isTrue(asked.every(({ smtpStatus }) => smtpStatus === "catch_all"))
          assert.strictEqual(
            yield* balanceOf(account),
            1_000 - 100 - asked.length * (heldFor.deep - heldFor.fast)
          )
        })
      ),
    waitMax
  )

  it.live(
    "judges a waiting row by its stored evidence, and verifies it again if that is unreadable",
    () =>
      world(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const account = yield* customer(100)
          const emails = ["ann@quickgrey.test", "bob@quickgrey.test", "user7@quickgrey.test"]
          const { id } = yield* submitted({ account, mode: "deep", emails })
          yield* Effect.repeat(waitingRows(id), {
            until: (rows) => rows.length === 3 && rows.every(({ attempts }) => attempts === 1)
          })
          // Evidence of another version, and none.
          yield* sql`update probe_queue set memo = '{"v":9}' where job_id = ${id} and row_no = 1`
          yield* sql`update probe_queue set memo = null where job_id = ${id} and row_no = 2`
          // A value that no check returns shows that the row is not verified again.
          yield* sql`update probe_queue set memo = replace(memo, '"didYouMean":null', '"didYouMean":"x@y.test"')
            where job_id = ${id} and row_no = 0`
          yield* ended(id)
          const results = yield* resultsOf(id)
          assert.deepStrictEqual(
            [0, 1, 2].map((row) => {
              const { smtpStatus, didYouMean, has_mx, normalizedEmail } = results.get(row)!
              return [normalizedEmail, smtpStatus, has_mx, didYouMean]
            }),
            [
              ["ann@quickgrey.test", "deliverable", true, "x@y.test"],
              ["bob@quickgrey.test", "deliverable", true, undefined],
              ["user7@quickgrey.test", "deliverable", true, undefined]
            ]
          )
        }),
        quickRetries
      ),
    waitMax
  )

  it.live(
    "makes no probe when SMTP is off, and drops waiting rows when it is cancelled",
    function* () {
      yield* world(
        Effect.gen(function* () {
          const account = yield* customer(100)
          const emails = ["ann@acme.test", "ann@mailinator.com"]
          const { id } = yield* submitted({ account, mode: "deep", emails })
          yield* ended(id)
          const results = [...(yield* resultsOf(id)).values()]
          assert.deepStrictEqual(
            results.map(({ smtpStatus, creditsUsed, score }) => [smtpStatus, creditsUsed, score]),
            [
              ["not_checked", 1, 90],
              ["not_checked", 1, 40]
            ]
          )
        }),
        { RCPT_SMTP: "off" }
      )
      yield* world(
        Effect.gen(function* () {
          const { cancel } = yield* Jobs
          const account = yield* customer(100)
          const emails = ["ann@grey.test", "ann@acme.test"]
          const { id } = yield* submitted({ account, mode: "deep", emails })
          yield* watch(id, ({ settled }) => settled === 1)
          yield* cancel({ account, job: id })
          yield* Effect.repeat(stored(id), { until: ({ waiting }) => waiting === 0 })
          yield* Effect.sleep(Duration.seconds(4))
          assert.strictEqual((yield* stored(id)).results, 1)
          assert.strictEqual(yield* balanceOf(account), 95)
          assert.deepStrictEqual(yield* contradictions, [])
        }),
        quickRetries
      )
    },
    waitMax
  )

  it.live(
    "with guessed names ends with most of them, and the rest at the price of not being asked",
    () =>
      world(
        Effect.gen(function* () {
          const account = yield* customer(1_000)
          const emails = Array.from({ length: 90 }, (_, n) => `guess${n}@acme.test`)
          const { id } = yield* submitted({ account, mode: "deep", emails })
          yield* ended(id)
          const results = [...(yield* resultsOf(id)).values()]
          const rest = results.filter(({ smtpStatus }) => smtpStatus === "not_checked")
          assert.strictEqual(rest.length, 29)
          for (const { status, subStatus, creditsUsed, mailboxExists } of rest)
            assert.deepStrictEqual(
              [status, subStatus, creditsUsed, mailboxExists],
              ["risky", "mailbox_unverified", 1, "unknown"]
            )
          const found = results.filter(({ smtpStatus }) => smtpStatus === "undeliverable")
          assert.strictEqual(found.length + rest.length, 90)
          assert.strictEqual(yield* balanceOf(account), 1_000 - 5 * found.length - rest.length)
        })
      ),
    waitMax
  )
})
