/** Earlier results on three nodes: what one has found out, another gives again, also while one dies. */
import type { JobResultRow } from "@rcpt/api/Jobs"
import { deepSamples } from "@rcpt/lab/deepSamples"
import { contradictions } from "@rcpt/service/operations/audit/invariants"
import { Effect, Schedule } from "effect"
import * as fc from "fast-check"

import { jobOf, list, mode, pageOf, upload } from "../service/jobs/jobsHttpWorld.ts"
import { creditsOf, inDatabase } from "../service/ledger/idempotency/keyed.ts"
import type { Running } from "../support/service.ts"
import * as serviceNodes from "../support/serviceNodes.ts"
import { assert, describe, it } from "../support/vitest.ts"

const start = Effect.map(
  serviceNodes.three({ credits: 200_000, env: { RCPT_RATE_LIMIT: "off" } }),
  ([first, second, third]) => [first!, second!, third!] as const
)

const csv = (emails: ReadonlyArray<string>): string =>
  ["email", ...emails].map((line) => `${line}\n`).join("")

const begun = (node: Running, emails: ReadonlyArray<string>, how: "fast" | "deep", query = "") =>
  Effect.flatMap(upload(node, [mode(how), list(csv(emails))], { query }), (answer) =>
    jobOf(answer, 201)
  )

const finished = (node: Running, id: string) =>
  node.get(`/api/v1/jobs/${id}`).pipe(
    Effect.flatMap((answer) => jobOf(answer)),
    Effect.repeat({
      until: ({ status }) => status === "complete",
      schedule: Schedule.spaced("100 millis")
    }),
    Effect.timeout("2 minutes")
  )

const rowsOf = (node: Running, id: string) =>
  Effect.map(
    Effect.flatMap(node.get(`/api/v1/jobs/${id}/results?details=true&page_size=100`), pageOf),
    ({ results }) => results
  )

/** Their mail servers answer at once, and the same to each that asks. */
const samples = deepSamples
  .filter(({ deep }) =>
    ["deliverable", "undeliverable", "catch_all", "not_checked"].includes(deep.smtp_status)
  )
  .map(({ address }) => address)

const known = "?max_age=30d"

const isKnowable = (row: JobResultRow): boolean =>
  row.verification_status !== "unknown" && row.recommendation !== "ask_again"

describe("An earlier result on three nodes", () => {
  it.live(
    "costs nothing in a second run of any list, wherever that runs, except what was unknown",
    () =>
      Effect.gen(function* () {
        const nodes = yield* start
        const node = fc.nat({ max: 2 })
        const run = fc.record({
          emails: fc.subarray(samples, { minLength: 1 }),
          modes: fc.constantFrom(
            ["deep", "deep"] as const,
            ["deep", "fast"] as const,
            ["fast", "fast"] as const
          ),
          nodes: fc.tuple(node, node)
        })
        const law = ({
          emails,
          modes,
          nodes: [at, then]
        }: typeof run extends fc.Arbitrary<infer A> ? A : never) =>
          Effect.gen(function* () {
            const first = yield* begun(nodes[at]!, emails, modes[0])
            yield* finished(nodes[then]!, first.id)
            const was = yield* rowsOf(nodes[then]!, first.id)
            const before = yield* creditsOf(nodes[at]!)
            const second = yield* begun(nodes[then]!, emails, modes[1], known)
            yield* finished(nodes[at]!, second.id)
            const is = yield* rowsOf(nodes[at]!, second.id)
            const cost = before - (yield* creditsOf(nodes[at]!))
            const paid = is.filter((_, index) => !isKnowable(was[index]!))
            assert.strictEqual(
              cost,
              paid.reduce((sum, { credits_used: used = 0 }) => sum + used, 0)
            )
            for (const [index, row] of is.entries())
              if (isKnowable(was[index]!))
                assert.deepInclude(Object(row), {
                  verification_status: was[index]!.verification_status,
                  checked_at: was[index]!.checked_at,
                  is_known: true
                })
          })
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(run, (one) => Effect.runPromise(law(one))),
            { numRuns: 8 }
          )
        )
        assert.deepStrictEqual(yield* inDatabase(nodes[0])(contradictions), [])
      }).pipe(Effect.scoped)
  )

  it.live("is given again once, although the node that does it is killed", () =>
    Effect.gen(function* () {
      const [first, second, third] = yield* start
      const emails = Array.from(
        { length: 8_000 },
        (_, row) => `user${row}@d${10_000 + (row % 500)}.lab.test`
      )
      yield* finished(first, (yield* begun(first, emails, "fast")).id)
      const before = yield* creditsOf(third)
      const { id } = yield* begun(second, emails, "fast", known)
      yield* second.kill("SIGKILL")
      const job = yield* finished(third, id)
      assert.strictEqual(job.processed_rows, emails.length)
      assert.strictEqual(yield* creditsOf(third), before)
      assert.deepStrictEqual(yield* inDatabase(third)(contradictions), [])

      const { json: checked } = yield* first.get("/api/v1/verify?email=ann@acme.test")
      // Activity is written about once a second.
      yield* Effect.sleep("2 seconds")
      const { json: again } = yield* third.get("/api/v1/verify?email=ann@acme.test&max_age=1h")
      assert.deepInclude(Object(again), {
        checked_at: Object(checked).checked_at,
        credits_used: 0
      })
    }).pipe(Effect.scoped)
  )
})
