/**
 * The registrations of the lab and the registry's behaviour, by domain. Any other domain was registered in
 * 2010, so that no domain of the lab is new by accident.
 */
export type Registration =
  /** `daysAgo` counts from the query. `again` is an earlier registration, which lapsed. */
  | { readonly _tag: "registered"; readonly on: string }
  | { readonly _tag: "registered"; readonly daysAgo: number; readonly again?: string }
  | { readonly _tag: "undated" }
  | { readonly _tag: "absent" }
  /** The answer is about this domain instead. */
  | { readonly _tag: "mistaken"; readonly for: string }
  /** The answer takes so long. The domain was registered in 2010, unless `daysAgo` says otherwise. */
  | { readonly _tag: "slow"; readonly millis: number; readonly daysAgo?: number }
  | { readonly _tag: "silent" }
  | { readonly _tag: "huge"; readonly octets: number }
  | { readonly _tag: "html" }
  /** Below `/moved` the server answers every domain as registered in 2010. */
  | { readonly _tag: "redirect"; readonly to: string }
  | { readonly _tag: "status"; readonly status: number; readonly retryAfter?: string }

export const longAgo = "2010-01-01T00:00:00Z"

/** A delay that is longer than any client waits. */
const slowMillis = 10_000

/** A delay that is longer than a fast answer waits, and shorter than a list waits. */
const lateMillis = 2_500

const registrations: Readonly<Record<string, Registration>> = {
  "young.test": { _tag: "registered", daysAgo: 10 },
  "month.test": { _tag: "registered", daysAgo: 31 },
  "lapsed.test": { _tag: "registered", daysAgo: 5, again: longAgo },
  "undated.test": { _tag: "undated" },
  "unregistered.test": { _tag: "absent" },
  "tomorrow.test": { _tag: "registered", on: "2999-01-01T00:00:00Z" },
  "nodate.test": { _tag: "registered", on: "0000-00-00" },
  "mistaken.test": { _tag: "mistaken", for: "somebody.else.test" },
  "slowregistry.test": { _tag: "slow", millis: slowMillis },
  "lateyoung.test": { _tag: "slow", millis: lateMillis, daysAgo: 10 },
  "lateold.test": { _tag: "slow", millis: lateMillis },
  "latelisted.test": { _tag: "slow", millis: lateMillis, daysAgo: 20 },
  "silentregistry.test": { _tag: "silent" },
  "hugeregistry.test": { _tag: "huge", octets: 2 * 1024 * 1024 },
  "webregistry.test": { _tag: "html" },
  "moved.test": { _tag: "redirect", to: "/moved/domain/moved.test" },
  "looping.test": { _tag: "redirect", to: "/domain/looping.test" },
  "elsewhere.test": { _tag: "redirect", to: "http://127.0.0.9:9/domain/elsewhere.test" },
  "busyregistry.test": { _tag: "status", status: 429, retryAfter: "2" },
  "brokenregistry.test": { _tag: "status", status: 500 }
}

export const registrationOf = (domain: string): Registration =>
  registrations[domain] ?? { _tag: "registered", on: longAgo }

const dayMillis = 24 * 60 * 60 * 1_000

export const dateOf = (
  registration: Extract<Registration, { _tag: "registered" }>,
  now: number
): string =>
  "on" in registration
    ? registration.on
    : new Date(now - registration.daysAgo * dayMillis).toISOString()
