/** `npm run chaos` in short: the same pieces and the same judgement, but for how fast it is. */
import { Effect } from "effect"

import { scaled } from "../../support/scale.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import type { ChaosOptions } from "./ChaosOptions.ts"
import { run } from "./run.ts"
import { faultKinds } from "./schedule.ts"
import type { FaultKind } from "./schedule.ts"

/** Those that show the most in a short time: a node dies, hangs or is cut off, Postgres goes away. */
const quickKinds: ReadonlyArray<FaultKind> = ["kill", "freeze", "databaseCut", "postgresRestart"]

const seconds = scaled("CHAOS_SECONDS", { usual: 30, long: 180 })

const options: ChaosOptions = {
  seed: scaled("CHAOS_SEED", { usual: 1, long: 2 }),
  minutes: seconds / 60,
  rows: scaled("CHAOS_ROWS", { usual: 5_000, long: 30_000 }),
  deepRows: scaled("CHAOS_DEEP_ROWS", { usual: 500, long: 2_000 }),
  clients: scaled("CHAOS_CLIENTS", { usual: 10, long: 50 }),
  kinds: scaled("CHAOS_ALL_KINDS", { usual: 0, long: 1 }) === 1 ? faultKinds : quickKinds,
  report: ""
}

/** Milliseconds: what is under way when the time is over is finished, on a machine under load. */
const waitMax = 600_000 + 2_000 * seconds

describe("Three nodes under faults", () => {
  it.live(
    "lose and double nothing, and stay polite",
    function* () {
      const { claims, markdown } = yield* run(options, () => Effect.void)
      const broken = claims.filter(({ holds, isOfSpeed }) => !holds && isOfSpeed !== true)
      assert.deepStrictEqual(broken, [], markdown)
    },
    waitMax
  )
})
