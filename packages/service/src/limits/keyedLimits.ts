/**
 * The limits that a node keeps in its memory: a token bucket for each key. What is limited, how far and why stands in
 * one table. A limit that holds for all nodes is in RateLimits.ts, and one that is counted from rows is beside them.
 */
import * as BoundedMap from "../platform/BoundedMap.ts"
import type { RateLimit } from "../platform/config/parse.ts"
import type { Broadcast } from "../platform/processes/Processes.ts"
import * as TokenBucket from "./TokenBucket.ts"

export interface KeyedLimit extends RateLimit {
  /** Keys that are remembered, some 200 octets each. One that was evicted begins with a full bucket. */
  readonly keysMax: number
}

const perHour = (count: number): RateLimit => ({ perSecond: count / 3_600, burst: count })

export const keyedLimits = {
  /**
   * Wrong API keys of a client address. A hundred processes that start with an outdated key are a mistake; more are an
   * attack. After that, one a second: too slow to load the database, and fast enough for a right key that is new on this
   * node. An attacker with more addresses than are remembered has 100 look-ups for each.
   */
  wrongKeys: { perSecond: 1, burst: 100, keysMax: 20_000 },
  /**
   * Wrong passwords for an account. Ten mistakes in a row, then twelve an hour: 100,000 a year against passwords of 12
   * characters. NIST SP 800-63B-4 §3.2.2 asks that guessing be limited, and lets delays do it.
   */
  signInAccount: { perSecond: 1 / 300, burst: 10, keysMax: 20_000 },
  /** Wrong passwords of a client address: enough for an office; a list of stolen passwords is longer. */
  signInAddress: { perSecond: 1 / 10, burst: 30, keysMax: 20_000 },
  /** Accounts that a client address opens. Each may be given credits (`RCPT_SIGNUP_CREDITS`). */
  signUp: { perSecond: 1 / 600, burst: 5, keysMax: 20_000 },
  /** Messages with a link that a client address causes: an office that signs up, and no list of addresses. */
  mailClient: { perSecond: 1 / 180, burst: 10, keysMax: 20_000 },
  /** Free checks of a client address. */
  demoAddress: { perSecond: 1 / 60, burst: 10, keysMax: 20_000 },
  /** Free checks of all together: with more addresses than are remembered, this one still holds. */
  demoAll: { perSecond: 2, burst: 30, keysMax: 1 },
  /** Free previews of lists of an account: a person looks at some lists an hour, and changes the column of each. */
  previews: { ...perHour(30), keysMax: 10_000 },
  /** Requests of one inlet: twice the storm that is to be survived, and bounded work for a person who knows a URL. */
  inlet: { perSecond: 2_000, burst: 4_000, keysMax: 20_000 }
} as const satisfies Record<string, KeyedLimit>

interface KeyedLimiter {
  /** Takes one token. If there is none, returns the seconds until there is. `now`: milliseconds of a monotonic clock. */
  readonly take: (key: string, now: number) => number | undefined
  readonly giveBack: (key: string) => void
}

/** A limiter of this process alone. */
export const limiterOf = ({ keysMax, ...limit }: KeyedLimit): KeyedLimiter => {
  const buckets = BoundedMap.make<string, TokenBucket.Bucket>(keysMax)
  return {
    take: (key, now) => {
      const bucket = buckets.get(key) ?? TokenBucket.full(limit, now)
      const after = TokenBucket.take(limit, bucket, 1, now)
      if (after === undefined) {
        const millis = TokenBucket.millisUntil(limit, bucket, 1, now)
        return Math.max(1, Math.ceil(millis / 1000))
      }
      buckets.set(key, after)
      return undefined
    },
    giveBack: (key) => {
      const bucket = buckets.get(key)
      if (bucket !== undefined) buckets.set(key, TokenBucket.giveBack(limit, bucket, 1))
    }
  }
}

interface Change {
  readonly key: string
  readonly isTaken: boolean
}

/**
 * A limiter that all processes of a node draw from: each tells the others what it has taken. Tokens that they take
 * within the same millisecond can exceed the limit. `now` is `performance.now()`, which differs between processes, so
 * each uses its own.
 */
export const nodeLimiter = (
  name: keyof typeof keyedLimits,
  siblings: Broadcast | undefined
): KeyedLimiter => {
  const own = limiterOf(keyedLimits[name])
  if (siblings === undefined) return own
  const topic = `limit ${name}`
  siblings.hear(topic, (value) => {
    // Only the lines below tell anything under this topic.
    const { key, isTaken } = value as Change
    if (isTaken) own.take(key, performance.now())
    else own.giveBack(key)
  })
  const tell = (change: Change) => siblings.tell(topic, change)
  return {
    take: (key, now) => {
      const wait = own.take(key, now)
      if (wait === undefined) tell({ key, isTaken: true })
      return wait
    },
    giveBack: (key) => {
      own.giveBack(key)
      tell({ key, isTaken: false })
    }
  }
}
