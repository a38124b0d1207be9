/** Requests for the error codes of keys with terms: as those in errorCodeRows.ts. */
import { Effect } from "effect"

import { make, patch } from "../accounts/keysWorld.ts"
import { refusedOf } from "./errorCodeRows.ts"
import type { Provoke } from "./errorCodeRows.ts"

const verify = "/api/v1/verify?email=ann@acme.test"
const shop = "https://shop.example"

interface Asked {
  readonly target?: string
  readonly origin?: string
  /** Only the last one is refused. */
  readonly times?: number
}

const withKey =
  (fields: object, { target = verify, origin = shop, times = 1 }: Asked = {}): Provoke =>
  ({ running }) =>
    Effect.gen(function* () {
      const { key } = yield* make(running, { name: "terms", ...fields })
      const ask = running.get(target, { apiKey: key, headers: { origin } })
      for (let asked = 1; asked < times; asked++) yield* ask
      return refusedOf(yield* ask)
    })

/** The end of a key is in the future when it is made. */
const ended: Provoke = ({ running }) =>
  Effect.gen(function* () {
    const expires_at = new Date(Date.now() + 500).toISOString()
    const { key } = yield* make(running, { name: "trial", expires_at })
    yield* Effect.sleep("600 millis")
    return refusedOf(yield* running.get(verify, { apiKey: key }))
  })

/** The key of the service manages others, and not itself. */
const beyondOwnPowers: Provoke = ({ running }) =>
  Effect.gen(function* () {
    const { made_by_key: own = "" } = yield* make(running)
    return refusedOf(yield* patch(running, own, { name: "x" }))
  })

const browser = { origins: [shop] }

export const keyProvocations: ReadonlyArray<readonly [code: string, provoke: Provoke]> = [
  ["key_ended", ended],
  ["beyond_own_powers", beyondOwnPowers],
  ["network_refused", withKey({ networks: ["203.0.113.0/24"] })],
  ["origin_refused", withKey(browser, { origin: "https://evil.test" })],
  ["browser_key_only_verifies", withKey(browser, { target: "/api/v1/account" })],
  [
    "visitor_limit_reached",
    withKey({ ...browser, visitor_limit: { per_minute: 1, per_day: 1 } }, { times: 2 })
  ],
  ["credit_limit_reached", withKey({ credit_limit: { credits: 1, per: "day" } }, { times: 2 })]
]
