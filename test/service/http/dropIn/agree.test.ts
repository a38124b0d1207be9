/**
 * One address has one verdict, whichever interface is asked: our own API, the five of other services, and the dashboard,
 * over all samples of the lab.
 */
import { dropInNames } from "@rcpt/api/otherServices"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import type { Mode } from "@rcpt/domain/Verdict"
import { deepSamples } from "@rcpt/lab/deepSamples"
import { samples } from "@rcpt/lab/samples"
import { dropIns } from "@rcpt/service/dropin/dropIns"
import { Effect } from "effect"

import { StatusBadge } from "../../../../packages/dashboard/src/parts/StatusBadge.tsx"
import type { Tone } from "../../../../packages/dashboard/src/parts/StatusBadge.tsx"
import * as service from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { single, wordIn } from "./theirWords.ts"

/**
 * The verdicts that go with the colour of the dashboard's badge. A risky address that its mail server accepts is valid at
 * ZeroBounce and NeverBounce, with a flag or a reason; where they have no word, it is unknown.
 */
const agreed: Readonly<Record<Exclude<Tone, "active">, RegExp>> = {
  good: /^(?:safe|valid|deliverable)$/,
  bad: /^(?:invalid|undeliverable)$/,
  neutral: /^unknown$/,
  warn: /^(?:risky|catch-all|do_not_mail|disposable|catchall|unknown|valid)$/
}

/** Told anew by each check. */
const timesIn = new Set(["processed_at", "debug", "duration", "execution_time"])

const withoutTimes = (answer: object) =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => !timesIn.has(name)))

const askedIn: ReadonlyArray<readonly [Mode, ReadonlyArray<string>]> = [
  ["fast", samples.map(({ address }) => address)],
  ["deep", deepSamples.map(({ address }) => address)]
]

layer(
  service.layer({ lab: true, credits: 100_000, env: { RCPT_RATE_LIMIT: "off" } }),
  service.live
)("The verdict about a sample", (it) => {
  for (const [mode, addresses] of askedIn)
    it.effect(`is the same by all interfaces and on the dashboard, in ${mode} mode`, function* () {
      const { apiKey, get } = yield* service.Service
      const check = Effect.fnUntraced(function* (email: string) {
        const asked = `mode=${mode}&email=${encodeURIComponent(email)}`
        const own = yield* get(`/api/v1/verify?${asked}`)
        assert.strictEqual(own.status, 200, own.text)
        const result = own.json as VerifyResult
        const { tone } = StatusBadge({
          status: result.status,
          subStatus: result.sub_status
        }).props
        for (const name of dropInNames) {
          const { path, ...request } = single[name](apiKey, email)
          const url = `${path}${path.includes("?") ? "&" : "?"}mode=${mode}`
          const { json, text } = yield* get(url, { apiKey: null, ...request })
          const where = `${email}, ${name}: ${text}`
          const said = withoutTimes(JSON.parse(JSON.stringify(dropIns[name].say(result))))
          assert.deepInclude(withoutTimes(Object(json)), said, where)
          const [word = ""] = wordIn(json).split(" ")
          assert.match(word, agreed[tone as keyof typeof agreed], where)
        }
      })
      yield* Effect.forEach(addresses, check, { concurrency: 8 })
    })
})
