/** A request of a command to a server whose database is away for a moment. */
import { databaseAwaySentence } from "@rcpt/api/Problem"
import { requestServer } from "@rcpt/cli/requestServer"
import { Duration, Effect, Exit, Redacted, Schema } from "effect"

import { scripted } from "../client/scripted.ts"
import type { Line } from "../client/scripted.ts"
import { assert, describe, it } from "../support/vitest.ts"

const away: Line = [503, { error: databaseAwaySentence }, { "retry-after": "0" }]
const back: Line = [200, { message: "m" }]

const isMessage = Schema.is(Schema.Struct({ message: Schema.String }))

const request = {
  path: "/keys",
  isResponse: isMessage,
  timeout: Duration.seconds(10)
}

const rows: ReadonlyArray<
  readonly [
    says: string,
    script: ReadonlyArray<Line>,
    sent: Pick<Parameters<typeof requestServer>[1], "method" | "headers">,
    asked: number,
    isAnswered: boolean
  ]
> = [
  ["is sent again when it reads", [away, away, back], { method: "GET" }, 3, true],
  [
    "is sent again with its Idempotency-Key",
    [away, back],
    { method: "POST", headers: { "idempotency-key": "k" } },
    2,
    true
  ],
  [
    "is not sent again when it may have been carried out",
    [away, back],
    { method: "POST" },
    1,
    false
  ],
  ["is given up after three more attempts", [away], { method: "GET" }, 4, false],
  [
    "does not wait for longer than a person does",
    [[503, { error: "x" }, { "retry-after": "60" }], back],
    { method: "GET" },
    1,
    false
  ]
]

describe("A request of a command", () => {
  for (const [says, script, sent, asked, isAnswered] of rows)
    it.live(says, () =>
      Effect.gen(function* () {
        const { url, seen } = yield* scripted(script)
        const server = { url, apiKey: Redacted.make("key") }
        const exit = yield* Effect.exit(requestServer(server, { ...request, ...sent }))
        assert.deepStrictEqual([seen.length, Exit.isSuccess(exit)], [asked, isAnswered])
        assert.strictEqual(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size, 1)
      }).pipe(Effect.scoped)
    )
})
