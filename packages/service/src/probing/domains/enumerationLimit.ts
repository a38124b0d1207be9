/**
 * Limits how many local parts an account may probe at one domain in a sliding window. An account with a
 * list probes the few people that it knows; one that probes many is harvesting.
 *
 * Local parts are stored as 64 bits of a hash: enough to tell them apart without storing the names.
 * `now` is in milliseconds of any clock, always the same one.
 */
import { hash } from "node:crypto"

import { Duration } from "effect"

import * as BoundedMap from "../../platform/BoundedMap.ts"
import type { Quota } from "../../platform/config/parse.ts"

export interface EnumerationLimit {
  /** Whether the local part may be probed. One that was probed in this window may be probed again. */
  readonly allow: (account: string, localPart: string, now: number) => boolean
}

/** Per domain, in memory: about 6 MB with 60 local parts each. Beyond that, the oldest is forgotten. */
const accountsMax = 1_000

/** Case is ignored: hardly any server is case-sensitive, and each name has many spellings. */
export const fingerprintOf = (localPart: string): bigint =>
  hash("sha256", localPart.toLowerCase(), "buffer").readBigUInt64LE()

/** When each local part was last probed. A map keeps its insertion order: the oldest come first. */
type ProbeTimes = Map<bigint, number>

const forgetUntil = (times: ProbeTimes, time: number): void => {
  for (const [fingerprint, at] of times) {
    if (at > time) return
    times.delete(fingerprint)
  }
}

/** The limit of one domain. */
export const enumerationLimit = (quota: Quota | "off"): EnumerationLimit => {
  if (quota === "off") return { allow: () => true }
  const window = Duration.toMillis(quota.window)
  const accounts = BoundedMap.make<string, ProbeTimes>(accountsMax)
  return {
    allow: (account, localPart, now) => {
      const times: ProbeTimes = accounts.get(account) ?? new Map()
      forgetUntil(times, now - window)
      const fingerprint = fingerprintOf(localPart)
      const isRepeated = times.delete(fingerprint)
      if (!isRepeated && times.size >= quota.count) return false
      times.set(fingerprint, now)
      accounts.set(account, times)
      return true
    }
  }
}
