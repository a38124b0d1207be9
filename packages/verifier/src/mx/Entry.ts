/** One conversation's way in: the turn that it began with, and those that it needs on its way. */
import { Effect } from "effect"

import type { Entrance } from "../smtp/Wire.ts"
import type { WireFailed } from "../smtp/WireFailed.ts"
import type { Desk, Turn } from "./Desk.ts"

export class Entry implements Entrance {
  readonly #desk: Desk
  readonly #now: () => number
  /** Not used yet. Kept here, so that whoever is interrupted on the way cannot lose it. */
  #turn: Turn | undefined
  /** When the latest connection was made, in epoch milliseconds. */
  startedAt = 0

  constructor(desk: Desk, now: () => number, turn: Turn) {
    this.#desk = desk
    this.#now = now
    this.#turn = turn
  }

  wait(deadline: number): Effect.Effect<void, WireFailed> {
    return Effect.suspend(() =>
      this.#turn === undefined
        ? this.#desk.seek(deadline, (turn) => (this.#turn = turn))
        : Effect.void
    )
  }

  enter(): Turn {
    const turn = this.#turn
    if (turn === undefined) throw new Error("nobody connects without a turn")
    this.#turn = undefined
    this.startedAt = this.#now()
    return turn
  }

  giveBack(): void {
    this.#turn?.()
  }
}
