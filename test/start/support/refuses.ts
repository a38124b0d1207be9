/** A start that ends with one sentence for the operator. */
import { Effect } from "effect"
import { inject } from "vitest"

import { rcpt } from "../../cli/rcpt.ts"
import { assert } from "../../support/vitest.ts"

/** EX_UNAVAILABLE */
const unavailable = 69

const start = (env: Readonly<Record<string, string>>) =>
  rcpt(["start"], {
    RCPT_DASHBOARD: "off",
    RCPT_PORT: "0",
    RCPT_PROCESSES: "1",
    RCPT_LOG: "error",
    ...env
  })

/** What it says is all that it says, on standard error; no secret, no stack trace. */
export const refuses = Effect.fnUntraced(function* (
  env: Readonly<Record<string, string>>,
  sentence: string | RegExp,
  expected = unavailable
) {
  const { code, stdout, stderr } = yield* start(env)
  assert.strictEqual(stdout, "")
  if (typeof sentence === "string") assert.strictEqual(stderr, `${sentence}\n`)
  else assert.match(stderr, sentence)
  assert.lengthOf(stderr.trim().split("\n"), 1)
  assert.strictEqual(code, expected)
})

export const withUrl = (change: (url: URL) => void, from = inject("postgresUrl")): string => {
  const url = new URL(from)
  change(url)
  return url.href
}
