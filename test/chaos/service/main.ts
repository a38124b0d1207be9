/**
 * `npm run chaos -- --seed 7 --minutes 5`: faults against three nodes under load, and a report of what was
 * lost, doubled, wrong, late or impolite. Exit code: 0 everything holds, 1 something does not, 64 usage.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect } from "effect"

import { optionsOf } from "./ChaosOptions.ts"
import { run } from "./run.ts"

const usageCode = 64

const began = Date.now()

const say = (line: string) =>
  Console.error(`${((Date.now() - began) / 1_000).toFixed(1).padStart(7)} s  ${line}`)

const program = Effect.gen(function* () {
  const options = yield* Effect.try({
    try: () => optionsOf(process.argv.slice(2)),
    catch: (cause) => String(cause instanceof Error ? cause.message : cause)
  })
  const { holds, markdown, json, logs } = yield* run(options, say)
  mkdirSync(options.report, { recursive: true })
  writeFileSync(join(options.report, "report.md"), markdown)
  writeFileSync(join(options.report, "report.json"), json)
  for (const [index, log] of logs.entries())
    writeFileSync(join(options.report, `node-${index + 1}.log`), log)
  yield* Console.log(markdown)
  process.exitCode = holds ? 0 : 1
}).pipe(
  Effect.catch((sentence) =>
    Effect.andThen(
      Console.error(sentence),
      Effect.sync(() => (process.exitCode = usageCode))
    )
  )
)

NodeRuntime.runMain(program)
