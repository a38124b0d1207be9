/**
 * How much of the public demo anybody gets. Per node, and in memory of a fixed size. Each address has
 * a little; all together have no more than would be missed, however many addresses they have.
 */
import * as Buckets from "../limits/Buckets.ts"
import type { Limit } from "../limits/TokenBucket.ts"

/** Enough to see what it does. A list of a thousand would take most of a day. */
export const addressLimit: Limit = { perSecond: 1 / 60, burst: 10 }

/** Of everybody: some tens of DNS questions a second, which no resolver notices. */
export const nodeLimit: Limit = { perSecond: 2, burst: 30 }

/** Some 200 octets each; who is pushed out begins anew, and is still one of everybody. */
const addressesMax = 20_000

export interface DemoGate {
  /** `undefined`: come in; else after how many seconds to come again. `now`: as in TokenBucket.ts. */
  readonly enter: (address: string, now: number) => number | undefined
}

const everybody = ""

export const make = (): DemoGate => {
  const addresses = Buckets.make(addressLimit, addressesMax)
  const node = Buckets.make(nodeLimit, 1)
  return {
    enter: (address, now) => {
      const wait = addresses.take(address, now)
      if (wait !== undefined) return wait
      const waitOfAll = node.take(everybody, now)
      if (waitOfAll !== undefined) addresses.giveBack(address)
      return waitOfAll
    }
  }
}
