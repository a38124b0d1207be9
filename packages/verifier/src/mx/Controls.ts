/**
 * Questions about made-up addresses that are being asked: one per domain at a time. Whoever needs the
 * answer meanwhile waits for it, and whatever comes is the answer for all of them; who comes later
 * finds it in the memory, or asks anew.
 */
import { Clock, Deferred, Duration, Effect } from "effect"

import { nothingKnown } from "./Heard.ts"
import type { ControlAnswer } from "./Heard.ts"

export interface Flight {
  readonly key: string
  readonly answer: Deferred.Deferred<ControlAnswer>
}

export class Controls {
  readonly #flights = new Map<string, Flight>()

  /** The flight, and whether whoever calls has to fly it. */
  join(key: string): { readonly flight: Flight; readonly isMine: boolean } {
    const flight = this.#flights.get(key)
    if (flight !== undefined) return { flight, isMine: false }
    const own: Flight = { key, answer: Deferred.makeUnsafe() }
    this.#flights.set(key, own)
    return { flight: own, isMine: true }
  }

  /** The first answer is the answer. */
  end(flight: Flight, answer: ControlAnswer): void {
    if (this.#flights.get(flight.key) === flight) this.#flights.delete(flight.key)
    Deferred.doneUnsafe(flight.answer, Effect.succeed(answer))
  }
}

/** Nothing, where the deadline comes first. */
export const awaitFlight = Effect.fnUntraced(function* (
  { answer }: Flight,
  deadline: number
): Effect.fn.Return<ControlAnswer> {
  if (Deferred.isDoneUnsafe(answer)) return yield* Deferred.await(answer)
  const left = Math.max(0, deadline - (yield* Clock.currentTimeMillis))
  return yield* Effect.timeoutOrElse(Deferred.await(answer), {
    duration: Duration.millis(left),
    orElse: () => Effect.succeed(nothingKnown)
  })
})
