/**
 * Slices work that becomes ready at the same time: `perTurn` pieces continue in each turn of the event loop,
 * in their order. Thousands of mail servers may answer at the same moment; without slices, the next request
 * is not read before the work for all their replies is done.
 */
import { Effect } from "effect"

interface Waiting {
  go: (() => void) | undefined
}

export class EventLoopTurns {
  readonly #perTurn: number
  readonly #nextTurn: (run: () => void) => void
  #waiting: Array<Waiting> = []
  #gone = 0
  #isCounting = false

  /** `nextTurn` has to call back after the event loop has looked for input. */
  constructor(
    perTurn: number,
    nextTurn: (run: () => void) => void = (run) => void setImmediate(run)
  ) {
    this.#perTurn = perTurn
    this.#nextTurn = nextTurn
  }

  /** Continues at once if this turn has room, otherwise in a later one, first come first served. */
  readonly turn: Effect.Effect<void> = Effect.suspend(() => {
    if (this.#waiting.length === 0 && this.#gone < this.#perTurn) {
      this.#count()
      return Effect.void
    }
    return Effect.callback<void>((resume) => {
      const waiting: Waiting = { go: () => resume(Effect.void) }
      this.#waiting.push(waiting)
      return Effect.sync(() => (waiting.go = undefined))
    })
  })

  #count(): void {
    this.#gone += 1
    if (this.#isCounting) return
    this.#isCounting = true
    this.#nextTurn(() => this.#begin())
  }

  #begin(): void {
    this.#isCounting = false
    this.#gone = 0
    const going: Array<Waiting> = []
    const rest = this.#waiting.findIndex((waiting) => {
      if (waiting.go !== undefined) going.push(waiting)
      return going.length === this.#perTurn
    })
    this.#waiting = rest < 0 ? [] : this.#waiting.slice(rest + 1)
    for (const { go } of going) {
      this.#count()
      go?.()
    }
  }
}
