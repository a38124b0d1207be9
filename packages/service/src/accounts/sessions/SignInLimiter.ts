/**
 * Limits how often a password may be tried and an account opened. Per node, in memory of a fixed size,
 * which the processes of a node keep alike.
 *
 * A wrong password counts for the account, against many client addresses, and for the client address,
 * against many accounts. An attacker could so lock a user out. That is why an address from which the
 * user has signed in before has a separate limit for that account.
 */
import { hash } from "node:crypto"

import { Context, Effect, Layer, Schema } from "effect"

import { keyedLimits, nodeLimiter } from "../../limits/keyedLimits.ts"
import type { KeyedLimit } from "../../limits/keyedLimits.ts"
import * as BoundedMap from "../../platform/BoundedMap.ts"
import { processes } from "../../platform/processes/Processes.ts"
import type { Broadcast } from "../../platform/processes/Processes.ts"

export class TryLater extends Schema.TaggedError<TryLater>()("TryLater", {
  retryAfterSeconds: Schema.Int,
  /** Of the limit that refused: attempts at once. */
  limit: Schema.Int
}) {}

const refused = (retryAfterSeconds: number, { burst }: KeyedLimit) =>
  new TryLater({ retryAfterSeconds, limit: burst })

/** The topic under which the other processes learn which address has signed in to which account. */
const succeededTopic = "signed in"

/** A pair takes some 200 octets. One that was evicted has the limit of its account again. */
const pairsMax = 20_000

export interface AttemptSource {
  readonly email: string
  /** Client address, as it is counted. */
  readonly address: string
}

interface SignInAttempt {
  /** An attempt counts as wrong unless this is called. */
  readonly succeed: () => void
}

interface Shape {
  /** `now`: milliseconds of a monotonic clock. */
  readonly begin: (source: AttemptSource, now: number) => SignInAttempt | TryLater
  readonly signUp: (address: string, now: number) => TryLater | undefined
}

export class SignInLimiter extends Context.Service<SignInLimiter, Shape>()(
  "@rcpt/service/accounts/sessions/SignInLimiter"
) {}

export const make = (siblings?: Broadcast): Shape => {
  const addresses = nodeLimiter("signInAddress", siblings)
  const accounts = nodeLimiter("signInAccount", siblings)
  const signUps = nodeLimiter("signUp", siblings)
  const succeeded = BoundedMap.make<string, true>(pairsMax)
  // Only the line below sends anything under this topic.
  siblings?.hear(succeededTopic, (pair) => succeeded.set(pair as string, true))

  return {
    begin: ({ email, address }, now) => {
      // Only a digest is kept: a memory dump must not reveal the email address.
      const account = hash("sha256", email, "base64")
      const pair = `${account} ${address}`
      const bucket = succeeded.get(pair) === undefined ? account : pair
      const addressWait = addresses.take(address, now)
      if (addressWait !== undefined) return refused(addressWait, keyedLimits.signInAddress)
      const accountWait = accounts.take(bucket, now)
      if (accountWait !== undefined) {
        addresses.giveBack(address)
        return refused(accountWait, keyedLimits.signInAccount)
      }
      const succeed = () => {
        succeeded.set(pair, true)
        siblings?.tell(succeededTopic, pair)
        addresses.giveBack(address)
        accounts.giveBack(bucket)
      }
      return { succeed }
    },
    signUp: (address, now) => {
      const wait = signUps.take(address, now)
      return wait === undefined ? undefined : refused(wait, keyedLimits.signUp)
    }
  }
}

export const layer: Layer.Layer<SignInLimiter> = Layer.effect(
  SignInLimiter,
  Effect.map(processes, ({ siblings }) => make(siblings))
)
