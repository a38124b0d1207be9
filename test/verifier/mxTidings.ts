/** What a group of mail hosts is heard to say, on made-up time. */
import { heard, nextStartAt, started } from "@rcpt/verifier/mx/pace"
import type { PaceLimits, PaceState, Tidings } from "@rcpt/verifier/mx/pace"

export const start = Date.UTC(2026, 0, 1)
export const minute = 60_000

export const limits: PaceLimits = {
  conversationsMax: 2,
  startsPerSecondMax: 1,
  pauseMillis: 15 * minute,
  isFixed: false
}

export const kinds = ["quiet", "rateLimited", "refused", "deferred", "silent"] as const

export const word = (kind: Tidings["kind"], startedAt: number, domain = "x.test"): Tidings => ({
  kind,
  domain,
  startedAt,
  isFirst: true
})

/** A conversation after the other, each as soon as it may start, each of which says this. */
export const converse = (
  state: PaceState,
  words: ReadonlyArray<readonly [Tidings["kind"], domain?: string]>,
  from = start,
  given = limits
) => {
  let now = from
  for (const [kind, domain] of words) {
    now = Math.max(now, nextStartAt(state, given, 0, now))
    state = heard(started(state, given, now), given, word(kind, now, domain), now + 1)
    now += 1
  }
  return { state, now }
}

export const times = <A>(count: number, of: (index: number) => A) =>
  Array.from({ length: count }, (_, i) => of(i))
export const rateLimited = (count: number) => times(count, () => ["rateLimited"] as const)
