import { metricTable } from "@rcpt/service/platform/metrics/metricTable"
import { Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { deliver, pass, put, status, told, world } from "./webhookWorld.ts"

/** Counted in this process, which may have delivered before. */
const attempts = (): Readonly<Record<string, number>> =>
  Object.fromEntries(
    metricTable.webhookAttempts.samples().map(({ labels, value }) => [labels[0]?.[1], value])
  )

describe("Attempts at a delivery", () => {
  it.effect("are counted by the status of the answer, once each", () =>
    world(
      Effect.gen(function* () {
        const { account, to } = yield* told
        const before = attempts()
        const more = (of: string) => (attempts()[of] ?? 0) - (before[of] ?? 0)
        to.answers(status(503))
        yield* put(account)
        assert.strictEqual(yield* deliver, 1)
        to.answers((response) => void response.destroy())
        yield* pass("6 seconds")
        assert.strictEqual(yield* deliver, 1)
        to.answers(status(204))
        yield* pass("6 minutes")
        assert.strictEqual(yield* deliver, 1)
        assert.deepStrictEqual([more("5xx"), more("none"), more("2xx"), more("4xx")], [1, 1, 1, 0])
      })
    )
  )
})
