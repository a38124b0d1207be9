/** How any registry is asked, over RDAP or WHOIS: in its line, at its pace, with its patience. */
import { unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Clock, Effect } from "effect"
import type { Duration } from "effect"

import { Pace } from "./Pace.ts"
import type { PaceOptions } from "./Pace.ts"

/**
 * When a domain was registered, in milliseconds of the epoch. `undefined`: it could not be asked now;
 * that says nothing about the domain, so nobody should remember it. `onWait` hears how long the line
 * is, in milliseconds, before the wait begins.
 */
export type Source = (
  domain: string,
  onWait: (millis: number) => void
) => Effect.Effect<Fact<number> | undefined>

/** How one question to a registry went. */
export type Turn =
  | { readonly _tag: "answered"; readonly fact: Fact<number> }
  | { readonly _tag: "refused"; readonly wait: Duration.Duration | undefined }

/** The paces of all registries that were asked so far: a few hundred at most. */
export interface Lines {
  readonly of: (server: string, options: PaceOptions) => Pace
}

export const makeLines = (): Lines => {
  const paces = new Map<string, Pace>()
  return {
    of: (server, options) => {
      const pace = paces.get(server) ?? new Pace(options)
      paces.set(server, pace)
      return pace
    }
  }
}

export const inLine = Effect.fnUntraced(function* (
  pace: Pace,
  onWait: (millis: number) => void,
  ask: Effect.Effect<Turn, string>
) {
  const now = yield* Clock.currentTimeMillis
  const turn = pace.take(now)
  if (turn === undefined) return undefined
  if (turn > now) {
    onWait(turn - now)
    yield* Effect.sleep(turn - now)
    if (pace.isPaused(yield* Clock.currentTimeMillis)) return undefined
  }
  return yield* ask.pipe(
    Effect.tap((outcome) =>
      Effect.map(Clock.currentTimeMillis, (at) =>
        outcome._tag === "refused" ? pace.refused(at, outcome.wait) : pace.answered()
      )
    ),
    Effect.map((outcome) => (outcome._tag === "refused" ? undefined : outcome.fact)),
    Effect.catch((why) =>
      Effect.map(Clock.currentTimeMillis, (at) => {
        pace.failed(at)
        return unanswered(why)
      })
    )
  )
})
