/**
 * Rate limits of the public demo, per node and in memory of a fixed size. Each client address has a
 * small limit. All clients together have another, which holds however many addresses they use.
 */
import { makeBuckets, shared } from "../../limits/TokenBucket.ts"
import type { RateLimit } from "../../platform/config/parse.ts"
import type { Broadcast } from "../../platform/processes/Processes.ts"

/** Enough to try the demo. A list of a thousand addresses would take most of a day. */
export const addressLimit: RateLimit = { perSecond: 1 / 60, burst: 10 }

/** All clients together: some tens of DNS queries a second, no load for a resolver. */
export const nodeLimit: RateLimit = { perSecond: 2, burst: 30 }

/** Some 200 octets each. An evicted address starts with a full bucket; the limit of all still holds. */
const addressesMax = 20_000

export interface DemoGate {
  /** `undefined`: admitted; else seconds until the next attempt. `now`: as in TokenBucket.ts. */
  readonly enter: (address: string, now: number) => number | undefined
}

const all = ""

export const make = (siblings?: Broadcast): DemoGate => {
  const addresses = shared("demo address", makeBuckets(addressLimit, addressesMax), siblings)
  const node = shared("demo", makeBuckets(nodeLimit, 1), siblings)
  return {
    enter: (address, now) => {
      const wait = addresses.take(address, now)
      if (wait !== undefined) return wait
      const waitOfAll = node.take(all, now)
      if (waitOfAll !== undefined) addresses.giveBack(address)
      return waitOfAll
    }
  }
}
