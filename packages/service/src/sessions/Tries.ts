/**
 * How often a password may be tried, and an account opened. Per node, and in memory of a fixed size.
 *
 * Wrong tries count for the account, so that many addresses do not help, and for the address, so that
 * many accounts do not. Whoever tries somebody else's password could so keep him out: where he has
 * signed in before from the same address, he has tries of his own there.
 */
import { hash } from "node:crypto"

import { Context, Effect, Layer, Schema } from "effect"

import * as Buckets from "../limits/Buckets.ts"
import * as RecentMap from "../limits/RecentMap.ts"
import type { Limit } from "../limits/TokenBucket.ts"

export class TryLater extends Schema.TaggedError<TryLater>()("TryLater", {
  retryAfterSeconds: Schema.Int
}) {}

/**
 * Ten mistakes in a row, then twelve an hour: 100,000 a year against passwords of 12 characters. NIST
 * SP 800-63B-4 §3.2.2 asks that guessing be limited, and lets delays do it.
 */
export const accountLimit: Limit = { perSecond: 1 / 300, burst: 10 }

/** An office behind one address makes so many mistakes; a list of stolen passwords is longer. */
export const addressLimit: Limit = { perSecond: 1 / 10, burst: 30 }

/** Accounts bring credits, where sign-up is open at all. */
export const signUpLimit: Limit = { perSecond: 1 / 600, burst: 5 }

/** Some 200 octets each; who is pushed out begins anew. */
const keysMax = 20_000

export interface Trier {
  readonly email: string
  /** Where he asks from, as it is counted. */
  readonly address: string
}

export interface Try {
  /** Until then, and when nobody knows, it counts as wrong. */
  readonly wasRight: () => void
}

interface Shape {
  /** `now`: milliseconds of a clock that never goes back. */
  readonly begin: (trier: Trier, now: number) => Try | TryLater
  readonly signUp: (address: string, now: number) => TryLater | undefined
}

export class Tries extends Context.Service<Tries, Shape>()("@rcpt/service/sessions/Tries") {}

export const make = (): Shape => {
  const addresses = Buckets.make(addressLimit, keysMax)
  const accounts = Buckets.make(accountLimit, keysMax)
  const signUps = Buckets.make(signUpLimit, keysMax)
  const known = RecentMap.make<string, true>(keysMax)

  return {
    begin: ({ email, address }, now) => {
      // What is kept of an e-mail address is of no use to whoever reads our memory.
      const account = hash("sha256", email, "base64")
      const place = `${account} ${address}`
      const counted = known.get(place) === undefined ? account : place
      const refusal = addresses.take(address, now)
      if (refusal !== undefined) return new TryLater({ retryAfterSeconds: refusal })
      const wait = accounts.take(counted, now)
      if (wait !== undefined) {
        addresses.giveBack(address)
        return new TryLater({ retryAfterSeconds: wait })
      }
      const wasRight = () => {
        known.set(place, true)
        addresses.giveBack(address)
        accounts.giveBack(counted)
      }
      return { wasRight }
    },
    signUp: (address, now) => {
      const wait = signUps.take(address, now)
      return wait === undefined ? undefined : new TryLater({ retryAfterSeconds: wait })
    }
  }
}

export const layer: Layer.Layer<Tries> = Layer.effect(Tries, Effect.sync(make))
