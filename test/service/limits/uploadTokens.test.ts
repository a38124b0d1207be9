/** What uploads take of the account's rate limit. The bucket gets a token a minute: too slow to matter. */
import { octetsPerToken } from "@rcpt/service/http/handlers/jobsForm"
import { Effect } from "effect"

import * as service from "../../support/service.ts"
import type { Answer } from "../../support/service.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { formOf, isProblem, list, upload } from "../jobs/jobsHttpWorld.ts"

const env = { RCPT_RATE_LIMIT: "60/h,burst=40" }
const form = (octets: number) => [list(`email,note\nann@acme.test,${"x".repeat(octets)}\n`)]
const formOctets = formOf(form(0)).length

const left = ({ headers }: Answer) => Number(headers.get("x-ratelimit-remaining"))

describe("An upload", () => {
  it.live("takes a token for so many octets, and at most half of a full bucket", () =>
    Effect.gen(function* () {
      const running = yield* service.start({ credits: 1_000, env })
      const uploads: ReadonlyArray<[octets: number, query: string, left: number]> = [
        [octetsPerToken * 1.5 - formOctets, "", 39],
        [octetsPerToken * 10.5 - formOctets, "", 29],
        [octetsPerToken * 3.5 - formOctets, "?dry_run=true", 26],
        [900_000, "", 6]
      ]
      for (const [octets, query, expected] of uploads) {
        const answer = yield* upload(running, form(Math.floor(octets)), { query })
        assert.strictEqual(answer.status, query === "" ? 201 : 200, answer.text)
        assert.strictEqual(left(answer), expected)
      }
      // The tokens for this one do not come: it is slowed, and not refused midway.
      const slowed = yield* upload(running, form(900_000))
      assert.strictEqual(slowed.status, 201, slowed.text)

      yield* Effect.repeat(running.get("/api/v1/account"), {
        until: ({ status }) => status === 429
      })
      const refused = yield* upload(running, form(10))
      isProblem(refused, 429, "rate limit exceeded")
      assert.isAbove(Number(refused.headers.get("retry-after")), 0)
    }).pipe(Effect.scoped)
  )
})
