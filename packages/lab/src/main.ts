/**
 * The lab alone, for a service that was started without `--lab`: `node packages/lab/src/main.ts` prints
 * the settings and runs until it is stopped.
 */
import { Effect } from "effect"

import { printDeep } from "./deepSamples.ts"
import * as Lab from "./Lab.ts"
import { print } from "./samples.ts"

const run = Effect.gen(function* () {
  const lab = yield* Lab.start()
  for (const [name, value] of Object.entries(lab.env)) console.log(`export ${name}=${value}`)
  console.log(`\n${print(lab.samples)}\n\nmode=deep:\n\n${printDeep(lab.deepSamples)}`)
  return yield* Effect.never
})

// Not runMain: the lab has nothing to release, so a signal may end it at once.
void Effect.runPromise(Effect.scoped(run))
