/** listmonk as source and sink, by its API as the docs describe it. */
import { Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { adaptersFor, tell } from "./listmonkStory.ts"
import { playListmonk } from "./playListmonk.ts"

describe("The API of listmonk", () => tell(playListmonk()))

describe("The API of listmonk, for a user who may query", () => {
  tell(playListmonk({ mayQuery: true }))

  it.live("returns 2,000 subscribers at once", () =>
    Effect.gen(function* () {
      const listmonk = yield* playListmonk({ mayQuery: true, count: 5_000 })
      const { read } = yield* adaptersFor(listmonk)
      const keys = new Set((yield* read([listmonk.list])).map(({ key }) => key))
      assert.strictEqual(keys.size, 5_000 - 2)
      // The list, three answers with subscribers, and one without.
      assert.strictEqual(listmonk.asked(), 5)
    }).pipe(Effect.scoped)
  )
})
