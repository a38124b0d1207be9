import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { BulkJob } from "@rcpt/api/Jobs"
import { Effect, Schema } from "effect"

import { jobLine } from "../../packages/cli/src/pricedJob.ts"
import { until } from "../service/webhooks/webhookWorld.ts"
import { describeWith, terminal } from "../support/needs.ts"
import * as service from "../support/service.ts"
import { tempFolder } from "../support/tempFolder.ts"
import { assert, layer } from "../support/vitest.ts"
import { ctrlC, linesOf, openTerminal } from "./terminal.ts"

const decodeJobs = Schema.decodeUnknownEffect(Schema.Array(BulkJob))

/** Takes seconds: there is time to change one's mind. */
const manyRows = 120_000

describeWith(terminal, "rcpt bulk on a terminal", () => {
  layer(
    service.layer({ lab: true, credits: 200_000 }),
    service.live
  )((it) => {
    const begin = (rows: ReadonlyArray<string>, columns: number) =>
      Effect.gen(function* () {
        const { base, apiKey } = yield* service.Service
        const folder = yield* tempFolder()
        const [file, out] = [join(folder, "list.csv"), join(folder, "out.csv")]
        writeFileSync(file, ["email", ...rows, ""].join("\n"))
        const args = ["bulk", file, "--watch", "-o", out]
        const opened = yield* openTerminal(args, { RCPT_URL: base, RCPT_API_KEY: apiKey }, columns)
        yield* until(() => opened.output().includes("Verify them? y/n "))
        return { ...opened, out }
      })
    const newestJob = Effect.gen(function* () {
      const { get } = yield* service.Service
      const [job] = yield* decodeJobs((yield* get("/api/v1/jobs?limit=1")).json)
      return job
    })
    const many = Array.from({ length: manyRows }, (_, row) => `u${row}@d${row % 500}.lab.test`)

    for (const columns of [80, 120])
      it.effect(
        `asks about the price, shows a bar and a table, on ${columns} columns`,
        function* () {
          const rows = ["valid@sandbox.rcpt.test", "invalid@sandbox.rcpt.test"]
          const { type, ended, output, out } = yield* begin(
            [...rows, `u${columns}@acme.test`],
            columns
          )
          type("y\n")
          assert.strictEqual(yield* ended, 0, output())
          const lines = linesOf(output())
          assert.match(
            lines[0]!,
            /^3 rows, 3 distinct, mode fast: about \d credits?, at most \d\.$/
          )
          assert.include(lines, "3 credits are held until the job ends.")
          assert.isTrue(lines.some((line) => /^█{30} 100 % {2}3 of 3 {2}complete$/.test(line)))
          for (const row of [/^ {2}valid {4}\d {3}\d\d %$/, /^ {2}invalid {2}\d {3}\d\d %$/])
            assert.isTrue(
              lines.some((line) => row.test(line)),
              output()
            )
          for (const line of lines.filter((text) => !text.includes(out)))
            assert.isAtMost(line.length, columns)
          assert.match(readFileSync(out, "utf8"), /valid@sandbox\.rcpt\.test,valid,/)
        }
      )

    it.effect("uploads nothing after a no, or Ctrl-C", function* () {
      const before = yield* newestJob
      for (const answer of ["n\n", ctrlC]) {
        const { type, ended, output } = yield* begin(["u@acme.test"], 80)
        type(answer)
        assert.strictEqual(yield* ended, 130, output())
        assert.isTrue(output().endsWith("\r\n"), output())
      }
      assert.deepStrictEqual(yield* newestJob, before)
    })

    for (const [answer, status, says] of [
      ["y\n", "cancelled", "The job is cancelled."],
      ["n\n", "processing", "  rcpt jobs show "]
    ] as const)
      it.effect(`asks after Ctrl-C whether the job shall end: it is ${status}`, function* () {
        const { type, ended, output } = yield* begin([...many, `${status}@acme.test`], 80)
        type("y\n")
        yield* until(() => output().includes("processing"))
        type(ctrlC)
        yield* until(() => output().includes("Cancel the job too? "))
        type(answer)
        assert.strictEqual(yield* ended, 130, output())
        assert.include(output(), says)
        const job = yield* newestJob
        assert.strictEqual(job!.status, status)
        const { get } = yield* service.Service
        yield* get(`/api/v1/jobs/${job!.id}?keep=true`, { method: "DELETE" })
      })

    it.effect("draws a bar that no terminal has to wrap", function* () {
      const job = (yield* newestJob)!
      for (const columns of [40, 60, 80, 200])
        assert.isBelow(
          jobLine({ ...job, total_rows: 1_000_000, processed_rows: 999_999 }, columns).length,
          Math.max(columns, 48)
        )
    })
  })
})
