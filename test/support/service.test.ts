import { Effect } from "effect"

import * as service from "./service.ts"
import { assert, describe, it } from "./vitest.ts"

describe("The service of a test", () => {
  it.live("restarts after kill -9 with the same address, key and credits", function* () {
    const first = yield* service.start({ credits: 7 })
    const before = yield* first.get("/api/v1/account")
    const end = yield* first.kill("SIGKILL")
    assert.deepStrictEqual(end, { code: null, signal: "SIGKILL" })
    assert.strictEqual((yield* Effect.flip(first.get("/healthz")))._tag, "NoAnswer")
    const second = yield* first.restart
    assert.strictEqual(second.base, first.base)
    const after = yield* second.get("/api/v1/account")
    assert.strictEqual(before.status, 200)
    assert.deepStrictEqual(
      [before.json, after.json].map((json) => Object(json).credits),
      [7, 7]
    )
  })
})
