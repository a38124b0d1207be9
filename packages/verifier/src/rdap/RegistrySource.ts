/** How a registry is asked, over RDAP or WHOIS: at its pace, and not during its pauses. */
import { unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Clock, Effect } from "effect"
import type { Duration } from "effect"

import { Pace } from "./Pace.ts"
import type { PaceOptions } from "./Pace.ts"

/**
 * When a domain was registered, in epoch milliseconds. `undefined`: the registry could not be asked
 * now. That says nothing about the domain and must not be cached. `onWait` is called with the wait
 * for the query, in milliseconds, before the wait begins.
 */
export type RegistrySource = (
  domain: string,
  onWait: (millis: number) => void
) => Effect.Effect<Fact<number> | undefined>

/** The outcome of one query. */
export type RegistryResponse =
  | { readonly _tag: "answered"; readonly fact: Fact<number> }
  | { readonly _tag: "refused"; readonly wait: Duration.Duration | undefined }

/** The pace of each registry that was asked so far: a few hundred at most. */
export interface RegistryPaces {
  readonly of: (server: string, options: PaceOptions) => Pace
}

export const makeRegistryPaces = (): RegistryPaces => {
  const paces = new Map<string, Pace>()
  return {
    of: (server, options) => {
      const pace = paces.get(server) ?? new Pace(options)
      paces.set(server, pace)
      return pace
    }
  }
}

export const askAtPace = Effect.fnUntraced(function* (
  pace: Pace,
  onWait: (millis: number) => void,
  ask: Effect.Effect<RegistryResponse, string>
) {
  const now = yield* Clock.currentTimeMillis
  const reservedAt = pace.reserve(now)
  if (reservedAt === undefined) return undefined
  if (reservedAt > now) {
    onWait(reservedAt - now)
    yield* Effect.sleep(reservedAt - now)
    if (pace.isPaused(yield* Clock.currentTimeMillis)) return undefined
  }
  return yield* ask.pipe(
    Effect.tap((response) =>
      Effect.map(Clock.currentTimeMillis, (at) =>
        response._tag === "refused" ? pace.refused(at, response.wait) : pace.answered()
      )
    ),
    Effect.map((response) => (response._tag === "refused" ? undefined : response.fact)),
    Effect.catch((why) =>
      Effect.map(Clock.currentTimeMillis, (at) => {
        pace.failed(at)
        return unanswered(why)
      })
    )
  )
})
