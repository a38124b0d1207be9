/** Signals to the pace of one group of mail hosts, in simulated time. */
import { afterSignal, afterStart, nextStartAt } from "@rcpt/verifier/pacing/pace"
import type { PaceLimits, PaceSignal, PaceState } from "@rcpt/verifier/pacing/pace"

export const start = Date.UTC(2026, 0, 1)
export const minute = 60_000

export const limits: PaceLimits = {
  connectionsMax: 2,
  startsPerSecondMax: 1,
  pauseMillis: 15 * minute,
  isFixed: false
}

export const kinds = ["quiet", "rateLimited", "refused", "deferred", "silent"] as const

export const signal = (
  kind: PaceSignal["kind"],
  startedAt: number,
  domain = "x.test"
): PaceSignal => ({
  kind,
  domain,
  startedAt,
  isFirst: true
})

/** The state after these sessions, one after the other, each started as soon as the pace allows. */
export const afterSessions = (
  state: PaceState,
  signals: ReadonlyArray<readonly [PaceSignal["kind"], domain?: string]>,
  from = start,
  paceLimits = limits
) => {
  let now = from
  for (const [kind, domain] of signals) {
    now = Math.max(now, nextStartAt(state, paceLimits, 0, now))
    const started = afterStart(state, paceLimits, now)
    state = afterSignal(started, paceLimits, signal(kind, now, domain), now + 1)
    now += 1
  }
  return { state, now }
}

export const times = <A>(count: number, of: (index: number) => A) =>
  Array.from({ length: count }, (_, i) => of(i))
export const rateLimited = (count: number) => times(count, () => ["rateLimited"] as const)
