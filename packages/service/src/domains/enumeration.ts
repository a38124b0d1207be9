/**
 * How many names an account has tried at one domain in the time just past. Somebody with a list asks
 * about the few whom he knows; somebody who asks about many is trying which ones there are.
 *
 * Names are kept as 64 bits of a hash: enough to tell them apart, and not the names. Pure but for what
 * it remembers; `now` is in milliseconds of any clock that the caller keeps to.
 */
import { hash } from "node:crypto"

import { Duration } from "effect"

import * as RecentMap from "../limits/RecentMap.ts"

/** So many names in any window of this length: `60/h`. */
export interface Quota {
  readonly count: number
  readonly window: Duration.Duration
}

export interface Enumeration {
  /** Whether it may be asked about. What was asked in this window already may be asked again. */
  readonly allow: (account: string, localPart: string, now: number) => boolean
}

/** At one domain, in memory: with 60 names each some 6 MB. One more makes the oldest start anew. */
const accountsMax = 1_000

/** Case is left out: hardly any server tells names apart by it, and each could be tried in many. */
const printOf = (localPart: string): bigint =>
  hash("sha256", localPart.toLowerCase(), "buffer").readBigUInt64LE()

/** When each name was asked about last; a map keeps the order of insertion: the oldest come first. */
type Asked = Map<bigint, number>

const forgetUntil = (asked: Asked, time: number): void => {
  for (const [print, at] of asked) {
    if (at > time) return
    asked.delete(print)
  }
}

/** One domain's. */
export const enumeration = (quota: Quota | "off"): Enumeration => {
  if (quota === "off") return { allow: () => true }
  const window = Duration.toMillis(quota.window)
  const accounts = RecentMap.make<string, Asked>(accountsMax)
  return {
    allow: (account, localPart, now) => {
      const asked: Asked = accounts.get(account) ?? new Map()
      forgetUntil(asked, now - window)
      const print = printOf(localPart)
      const isKnown = asked.delete(print)
      if (!isKnown && asked.size >= quota.count) return false
      asked.set(print, now)
      accounts.set(account, asked)
      return true
    }
  }
}
